#include "report/blockers.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/check.h"

namespace pendulum::report {

namespace {

std::string text_of(const SourceMark& mark, bool is_reached) {
  switch (mark.kind) {
    case SourceMark::Kind::Unsupported:
      return is_reached ? mark.text + " is not supported"
                        : "a proof has to exclude that this is reached: " + mark.text;
    case SourceMark::Kind::External:
      return fmt::format("the undefined function {}() returns an arbitrary value", mark.text);
    case SourceMark::Kind::Havoc:
      return fmt::format("{} may have changed an object arbitrarily",
                         mark.text.empty() ? "the call" : mark.text);
    case SourceMark::Kind::Loop:
      return "the loop has no invariant";
  }
  PENDULUM_UNREACHABLE();
}

/// "a.c:3" or "a.c:3:5" in the reason.
bool is_named_by(const std::string& reason, const SourceMark& mark) {
  const std::string place = fmt::format("{}:{}", mark.file, mark.line);
  const std::size_t at = reason.find(place);
  const std::size_t end = at + place.size();
  return at != std::string::npos && (end == reason.size() || std::isdigit(reason[end]) == 0);
}

}  // namespace

std::vector<Blocker> blockers(const RunRecord& record) {
  std::vector<Blocker> result;
  if (record.verdict != Verdict::Unknown) return result;
  const bool is_unsupported = record.reason.starts_with("unsupported");
  for (const SourceMark::Kind kind : {SourceMark::Kind::Loop, SourceMark::Kind::External,
                                      SourceMark::Kind::Havoc, SourceMark::Kind::Unsupported})
    for (const SourceMark& mark : record.marks) {
      if (mark.kind != kind || (is_unsupported && kind != SourceMark::Kind::Unsupported)) continue;
      const bool is_reached = is_unsupported && is_named_by(record.reason, mark);
      Blocker blocker{mark.file, mark.line, mark.column, mark.function, text_of(mark, is_reached)};
      const bool is_known = std::ranges::any_of(result, [&](const Blocker& other) {
        return other.file == blocker.file && other.line == blocker.line && other.text == blocker.text;
      });
      if (!is_known) result.insert(is_reached ? result.begin() : result.end(), std::move(blocker));
    }
  return result;
}

}  // namespace pendulum::report
