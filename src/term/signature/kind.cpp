#include "term/signature/kind_info.h"

namespace pendulum::term {

std::string_view name_of(Kind kind) {
  return info_of(kind).name;
}

}  // namespace pendulum::term
