#include "report/page/page.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/error.h"
#include "report/page/page_assets.h"
#include "report/trace_json.h"
#include "trace/fold.h"

namespace pendulum::report {

namespace {

using nlohmann::ordered_json;

ordered_json read(std::string_view text, const char* what) {
  try {
    return ordered_json::parse(text);
  } catch (const ordered_json::parse_error& error) {
    throw base::InputError(std::string(what) + " is not JSON: " + error.what());
  }
}

/// JSON for use inside a script element. Escapes '<', so that no text in it can end the element.
std::string for_script(const ordered_json& data) {
  std::string result;
  for (const char c : data.dump(-1, ' ', false, ordered_json::error_handler_t::replace))
    result += c == '<' ? std::string("\\u003c") : std::string(1, c);
  PENDULUM_DCHECK(result.find("</") == std::string::npos, "the data should not end the script element");
  return result;
}

/// The items of a folded trace: the number of a step, or iterations with their items.
ordered_json items_to_json(const std::vector<trace::Item>& items, const trace::Step* first) {
  ordered_json result = ordered_json::array();
  for (const trace::Item& item : items) {
    if (item.step != nullptr) {
      result.push_back(item.step - first);
      continue;
    }
    ordered_json ranges = ordered_json::array();
    for (const trace::NamedValue& range : item.ranges)
      ranges.push_back({{"name", range.name}, {"value", range.value}});
    result.push_back({{"title", trace::title_of(item)},
                      {"iterations", item.iterations},
                      {"depth_change", item.depth_change},
                      {"depth", item.depth},
                      {"ranges", ranges},
                      {"items", items_to_json(item.items, first)}});
  }
  return result;
}

/// The steps before the violation, folded: those on which the violation depends, and all. `owner` is the
/// result, or one of its checks.
ordered_json folds_of(const ordered_json& owner) {
  if (!owner.contains("trace")) return nullptr;
  try {
    const trace::Trace trace = trace_from_json(owner.at("trace"));
    std::vector<const trace::Step*> relevant, all;
    for (std::size_t i = 0; i + 1 < trace.steps.size(); ++i) {
      all.push_back(&trace.steps[i]);
      if (trace.steps[i].is_relevant) relevant.push_back(&trace.steps[i]);
    }
    return {{"relevant", items_to_json(trace::fold(trace, relevant), trace.steps.data())},
            {"all", items_to_json(trace::fold(trace, all), trace.steps.data())}};
  } catch (const ordered_json::exception& error) {
    throw base::InputError(std::string("the trace of the result has another format: ") + error.what());
  }
}

ordered_json invariants_to_json(const std::vector<PageInvariant>& invariants) {
  ordered_json result = ordered_json::array();
  for (const PageInvariant& each : invariants)
    result.push_back({{"file", each.file},
                      {"line", each.line},
                      {"function", each.function},
                      {"expression", each.expression}});
  return result;
}

ordered_json data_to_json(const PageData& data) {
  ordered_json json = {{"result", read(data.result, "the result")},
                       {"sources", ordered_json::array()},
                       {"recordings", ordered_json::array()}};
  if (!data.sources.empty())
    json["sources"] = read(data.sources, "the file of sources").value("sources", ordered_json::array());
  for (const std::string& recording : data.recordings)
    json["recordings"].push_back(read(recording, "the recording"));
  json["folds"] = folds_of(json["result"]);
  json["check_folds"] = ordered_json::array();
  for (const ordered_json& check : json["result"].value("checks", ordered_json::array()))
    json["check_folds"].push_back(folds_of(check));
  json["invariants"] = json["result"].value("invariants", ordered_json::array());
  if (json["invariants"].empty()) json["invariants"] = invariants_to_json(data.invariants);
  return json;
}

}  // namespace

std::string make_page(const PageData& data) {
  const std::string json = for_script(data_to_json(data));
  // In the order in which they occur in the template.
  const std::array<std::pair<std::string_view, std::string_view>, 4> parts{
      {{"@CSS@", page_css}, {"@DATA@", json}, {"@DAGRE@", dagre_script}, {"@SCRIPT@", page_script}}};
  std::string page;
  std::string_view rest = page_html;
  for (const auto& [mark, text] : parts) {
    const std::size_t at = rest.find(mark);
    PENDULUM_CHECK(at != std::string_view::npos, "the template of the page should contain {}", mark);
    page.append(rest.substr(0, at)).append(text);
    rest.remove_prefix(at + mark.size());
  }
  PENDULUM_CHECK(page.size() > json.size(), "the page should contain the data of {} bytes", json.size());
  return page.append(rest);
}

}  // namespace pendulum::report
