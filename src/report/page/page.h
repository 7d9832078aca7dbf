// The report page: one HTML file that explains a verdict in the browser and needs no network access. Its
// scripts and styles are in page/ (doc/report.md).
#pragma once

#include <string>
#include <vector>

namespace pendulum::report {

/// An invariant of the source as a C expression. `expression` holds whenever an execution is at the line.
struct PageInvariant {
  std::string file;
  unsigned line = 0;
  std::string function;
  std::string expression;
};

/// The contents of an evidence directory that the page shows; all texts are JSON.
struct PageData {
  std::string result;                          ///< the run in the format of to_json
  std::string sources = {};                    ///< in the format of sources_of; empty: the file is missing
  std::vector<std::string> recordings = {};    ///< event logs in the format of event_json.h
  std::vector<PageInvariant> invariants = {};  ///< used if the result has none
};

/// The text of the page, which initially shows the first recording. Throws InputError for text that is not
/// JSON, or a trace in another format.
std::string make_page(const PageData& data);

}  // namespace pendulum::report
