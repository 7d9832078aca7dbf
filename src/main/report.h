// `pendulum report`: an evidence directory as a page for people.
#pragma once

#include "main/options.h"

namespace pendulum::main {

int run_report(const ReportOptions& options);

}  // namespace pendulum::main
