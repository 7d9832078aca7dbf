#include "campaign/plots.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"

namespace pendulum::campaign {

namespace {

namespace fs = std::filesystem;

// Sizes in pixels.
constexpr double plot_size = 400, left = 60, top = 20, legend_width = 160, bottom = 50;
/// Shorter times are drawn at this time, because the axes are logarithmic.
constexpr double least_seconds = 0.01;
/// A palette that readers with colour blindness can distinguish (Okabe and Ito).
constexpr std::array<const char*, 7> colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                             "#E69F00", "#56B4E9", "#000000"};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '&') {
      result += "&amp;";
    } else {
      result += c;
    }
  }
  return result;
}

bool is_solved(const BenchRow& row) {
  return row.outcome == BenchRow::Outcome::Solved;
}

std::vector<std::string> engines_in(const std::vector<BenchRow>& rows) {
  std::vector<std::string> engines;
  for (const BenchRow& row : rows)
    if (std::ranges::find(engines, row.engine) == engines.end()) engines.push_back(row.engine);
  return engines;
}

/// An axis from 0 to `maximum`, or a logarithmic one from least_seconds to `maximum`.
struct Axis {
  double maximum;
  bool is_logarithmic;
  double position(double value) const {
    PENDULUM_DCHECK(maximum > (is_logarithmic ? least_seconds : 0), "the axis should have a length");
    if (!is_logarithmic) return plot_size * value / maximum;
    return plot_size * std::log(std::max(value, least_seconds) / least_seconds) /
           std::log(maximum / least_seconds);
  }
  std::vector<double> ticks() const {
    std::vector<double> values;
    if (is_logarithmic) {
      for (double value = least_seconds; value <= maximum * 1.001; value *= 10) values.push_back(value);
    } else {
      const double step = std::max(1.0, std::ceil(maximum / 5));
      for (double value = 0; value <= maximum; value += step) values.push_back(value);
    }
    return values;
  }
};

double x_of(double position) {
  return left + position;
}
double y_of(double position) {
  return top + plot_size - position;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped(text));
}

/// The frame, the axes and their labels around the marks.
std::string document(const Axis& x, const Axis& y, const std::string& x_label, const std::string& y_label,
                     const std::string& marks) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
      "<rect x=\"{2}\" y=\"{3}\" width=\"{4}\" height=\"{4}\" fill=\"none\" stroke=\"#888\"/>\n",
      left + plot_size + legend_width, top + plot_size + bottom, left, top, plot_size);
  for (const double value : x.ticks())
    svg += text_at(x_of(x.position(value)), y_of(0) + 16, "middle", fmt::format("{:g}", value));
  for (const double value : y.ticks())
    svg += text_at(left - 6, y_of(y.position(value)) + 4, "end", fmt::format("{:g}", value));
  svg += text_at(x_of(plot_size / 2), y_of(0) + 36, "middle", x_label);
  svg +=
      fmt::format("<text transform=\"translate(14 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                  y_of(plot_size / 2), escaped(y_label));
  return svg + marks + "</svg>\n";
}

/// A file name that consists of letters, digits, '-' and '_', because engines have such names.
std::string scatter_name(const std::string& a, const std::string& b) {
  return fmt::format("scatter-{}-{}.svg", a, b);
}

}  // namespace

std::string quantile_plot(const std::vector<BenchRow>& rows, double timeout_seconds) {
  std::map<std::string, std::vector<double>> times;
  std::size_t most = 1;
  for (const BenchRow& row : rows) {
    if (!is_solved(row)) continue;
    times[row.engine].push_back(row.cpu_seconds);
    most = std::max(most, times[row.engine].size());
  }
  double slowest = std::max(timeout_seconds, 10 * least_seconds);
  for (auto& [engine, values] : times) {
    std::ranges::sort(values);
    slowest = std::max(slowest, values.back());
  }
  const Axis x{static_cast<double>(most), false}, y{slowest, true};
  std::string marks;
  const std::vector<std::string> engines = engines_in(rows);
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const char* colour = colours[i % colours.size()];
    std::string points;
    const std::vector<double>& values = times[engines[i]];
    for (std::size_t n = 0; n < values.size(); ++n)
      points += fmt::format("{:.1f},{:.1f} ", x_of(x.position(static_cast<double>(n + 1))),
                            y_of(y.position(values[n])));
    const double row = top + 14 + 16 * static_cast<double>(i);
    marks += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", points,
                         colour);
    marks += fmt::format(
        "<g fill=\"{}\">{}</g>\n", colour,
        text_at(x_of(plot_size) + 8, row, "start", fmt::format("{} ({})", engines[i], values.size())));
  }
  return document(x, y, "number of solved runs", "CPU time in seconds", marks);
}

std::string scatter_plot(const std::vector<BenchRow>& rows, const std::string& a, const std::string& b,
                         double timeout_seconds) {
  PENDULUM_CHECK(a != b, "engine {} should be compared with another one", a);
  std::map<std::string, std::pair<const BenchRow*, const BenchRow*>> pairs;
  double slowest = std::max(timeout_seconds, 10 * least_seconds);
  for (const BenchRow& row : rows) {
    if (row.engine == a) pairs[row.task].first = &row;
    if (row.engine == b) pairs[row.task].second = &row;
    slowest = std::max(slowest, row.cpu_seconds);
  }
  const Axis axis{slowest, true};
  std::string marks = fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#ccc\"/>\n",
                                  x_of(0), y_of(0), x_of(plot_size), y_of(plot_size));
  for (const auto& [task, pair] : pairs) {
    if (pair.first == nullptr || pair.second == nullptr) continue;
    const double x = is_solved(*pair.first) ? pair.first->cpu_seconds : slowest;
    const double y = is_solved(*pair.second) ? pair.second->cpu_seconds : slowest;
    marks += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\" fill-opacity=\"0.6\"><title>{}</title>"
        "</circle>\n",
        x_of(axis.position(x)), y_of(axis.position(y)), colours[0], escaped(task));
  }
  return document(axis, axis, a + ": CPU time in seconds", b + ": CPU time in seconds", marks);
}

void write_plots(const std::string& directory, const std::vector<BenchRow>& rows, double timeout_seconds) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw base::InputError("cannot write " + directory + ": " + error.message());
  base::write_file(directory + "/quantile.svg", quantile_plot(rows, timeout_seconds));
  const std::vector<std::string> engines = engines_in(rows);
  for (std::size_t a = 0; a < engines.size(); ++a)
    for (std::size_t b = a + 1; b < engines.size(); ++b)
      base::write_file(directory + "/" + scatter_name(engines[a], engines[b]),
                       scatter_plot(rows, engines[a], engines[b], timeout_seconds));
}

}  // namespace pendulum::campaign
