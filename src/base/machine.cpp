#include "base/machine.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace pendulum::base {

std::size_t memory_of_machine_mib() {
  constexpr std::size_t mib = std::size_t{1} << 20;
  const auto pages = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES));
  const auto page_size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::size_t bytes = pages * page_size;
  // The limit of a container, by version 2 and by version 1 of control groups. The text "max" means no limit;
  // then, as for a missing file, reading a number fails.
  for (const char* file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::size_t limit = 0;
    if (std::ifstream(file) >> limit) bytes = std::min(bytes, limit);
  }
  return std::max<std::size_t>(bytes / mib, 1);
}

}  // namespace pendulum::base
