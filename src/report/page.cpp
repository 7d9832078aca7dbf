#include "report/page.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/error.h"
#include "report/page_assets.h"

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
  for (const char c : data.dump()) result += c == '<' ? std::string("\\u003c") : std::string(1, c);
  PENDULUM_DCHECK(result.find("</") == std::string::npos, "the data should not end the script element");
  return result;
}

}  // namespace

std::string make_page(std::string_view result, const std::vector<std::string>& recordings) {
  ordered_json data = {{"result", read(result, "the result")}, {"recordings", ordered_json::array()}};
  for (const std::string& recording : recordings)
    data["recordings"].push_back(read(recording, "the recording"));
  const std::string json = for_script(data);
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
