#include "report/source_json.h"

#include "trace/source_lines.h"

namespace pendulum::report {

namespace {

using Json = nlohmann::ordered_json;

/// Maximum total size of the source files in bytes, since pages contain their text.
constexpr std::size_t max_source = 2'000'000;

}  // namespace

Json sources_to_json(const std::set<std::string>& files, const std::vector<std::string>& input_files) {
  trace::SourceLines sources(input_files);
  Json result = Json::array();
  std::size_t size = 0;
  for (const std::string& name : files) {
    Json lines = Json::array();
    for (std::string line : sources.all(name)) {
      if (size >= max_source) break;
      size += line.size();
      if (!line.empty() && line.back() == '\r') line.pop_back();
      lines.push_back(std::move(line));
    }
    if (!lines.empty()) result.push_back({{"file", name}, {"lines", std::move(lines)}});
  }
  return result;
}

std::string sources_of(const RunRecord& record) {
  std::set<std::string> files(record.source_files.begin(), record.source_files.end());
  files.insert(record.input_files.begin(), record.input_files.end());
  const Json json{{"schema", 1}, {"sources", sources_to_json(files, record.input_files)}};
  // Comments and strings may have any encoding; invalid UTF-8 is replaced.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pendulum::report
