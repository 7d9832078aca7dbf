// Properties of the machine on which Pendulum runs.
#pragma once

#include <cstddef>

namespace pendulum::base {

/// The memory that this process and its children may use in MiB: the memory of the machine, or that of the
/// container (control group) if it is smaller.
std::size_t memory_of_machine_mib();

}  // namespace pendulum::base
