// Plots of a campaign as SVG files that need no other file.
#pragma once

#include <string>
#include <vector>

#include "campaign/result_table.h"

namespace pendulum::campaign {

/// Writes quantile.svg, and scatter-<A>-<B>.svg for each pair of engines, to the directory. Throws
/// InputError.
void write_plots(const std::string& directory, const std::vector<BenchRow>& rows, double timeout_seconds);

/// For each engine, the number of solved runs over the time: n runs were solved in at most t seconds each.
std::string quantile_plot(const std::vector<BenchRow>& rows, double timeout_seconds);

/// For each task, the time of engine `a` (horizontal) and of engine `b` (vertical). A run that was not solved
/// is at the time limit.
std::string scatter_plot(const std::vector<BenchRow>& rows, const std::string& a, const std::string& b,
                         double timeout_seconds);

}  // namespace pendulum::campaign
