// `pendulum report`: writes an HTML page for an evidence directory.
#pragma once

#include "main/command_line/options.h"

namespace pendulum::main {

int run_report(const ReportOptions& options);

}  // namespace pendulum::main
