#include "frontend/llvm/ir/options.h"

#include "base/check.h"

namespace pendulum::frontend {

std::string machine_flag(DataModel data_model) {
  switch (data_model) {
    case DataModel::Ilp32:
      return "-m32";
    case DataModel::Lp64:
      return "-m64";
  }
  PENDULUM_UNREACHABLE();
}

std::vector<std::string> machine_flags(DataModel data_model) {
  return {machine_flag(data_model), "-msse2"};
}

}  // namespace pendulum::frontend
