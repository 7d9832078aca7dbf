#include "engine/portfolio/member_report.h"

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/error.h"
#include "engine/portfolio/shared_lemmas.h"

namespace pendulum::engine::portfolio {

namespace {

using Json = nlohmann::json;

Json result_to_json(const program::Program& program, const Result& result) {
  if (const auto* certificate = result.certificate())
    return {{"kind", "safe"}, {"evidence", certificate::serialize(program, *certificate)}};
  if (const auto* path = result.error_path())
    return {{"kind", "unsafe"}, {"evidence", certificate::serialize(program, *path)}};
  const Result::Unknown& unknown = *result.reason();
  return {{"kind", "unknown"}, {"reason", to_string(unknown.reason)}, {"detail", unknown.detail}};
}

Reason reason_of(const std::string& word) {
  for (const Reason reason : {Reason::Timeout, Reason::Memory, Reason::Bound, Reason::Incomplete,
                              Reason::Unsupported, Reason::Rejected, Reason::Interrupted, Reason::Crash}) {
    if (to_string(reason) == word) return reason;
  }
  throw base::InputError("unknown reason " + word);
}

Result result_from_json(const program::Program& program, const Json& json) {
  const std::string kind = json.at("kind");
  if (kind == "safe")
    return Result::safe(certificate::parse_certificate(program, json.at("evidence").get<std::string>()));
  if (kind == "unsafe")
    return Result::unsafe(certificate::parse_error_path(program, json.at("evidence").get<std::string>()));
  if (kind == "unknown") return Result::unknown(reason_of(json.at("reason")), json.at("detail"));
  throw base::InputError("unknown result " + kind);
}

check::Judgement judgement_from_json(const Json& json) {
  check::Judgement judgement;
  const int verdict = json.at("verdict");
  PENDULUM_CHECK(verdict >= 0 && verdict <= static_cast<int>(check::Judgement::Verdict::Undecided),
                 "a judgement should be one of three, not {}", verdict);
  judgement.verdict = static_cast<check::Judgement::Verdict>(verdict);
  judgement.judge = json.at("judge");
  judgement.reason = json.at("reason");
  return judgement;
}

Json lemmas_to_json(const std::vector<Lemma>& lemmas) {
  Json result = Json::array();
  for (const Lemma& lemma : lemmas)
    result.push_back({{"text", serialize_lemma(lemma.location, lemma.formula)}, {"sender", lemma.sender}});
  return result;
}

std::vector<Lemma> lemmas_from_json(const program::Program& program, const Json& json) {
  std::vector<Lemma> result;
  for (const Json& item : json) {
    auto lemma = parse_lemma(program, item.at("text"));
    if (!lemma) throw base::InputError("a used lemma should be about the program");
    lemma->sender = item.at("sender");
    result.push_back(*std::move(lemma));
  }
  return result;
}

MemberReport report_from_json(const program::Program& program, const Json& json) {
  MemberReport report;
  report.judged.result = result_from_json(program, json.at("result"));
  report.judged.judgement = judgement_from_json(json.at("judgement"));
  report.judged.engine = json.at("engine");
  report.judged.reaches_unsupported = json.at("reaches_unsupported");
  report.judged.used_lemmas = lemmas_from_json(program, json.at("used_lemmas"));
  const Json& counters = json.at("counters");
  for (const auto& [name, value] : counters.items()) report.statistics.counter(name) = value;
  const Json& times = json.at("times");
  for (const auto& [name, value] : times.items()) report.statistics.seconds(name) = value;
  return report;
}

}  // namespace

std::string serialize(const program::Program& program, const MemberReport& report) {
  const JudgedResult& judged = report.judged;
  const Json json{{"result", result_to_json(program, judged.result)},
                  {"judgement",
                   {{"verdict", static_cast<int>(judged.judgement.verdict)},
                    {"judge", judged.judgement.judge},
                    {"reason", judged.judgement.reason}}},
                  {"engine", judged.engine},
                  {"reaches_unsupported", judged.reaches_unsupported},
                  {"used_lemmas", lemmas_to_json(judged.used_lemmas)},
                  {"counters", report.statistics.counters()},
                  {"times", report.statistics.times()}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

MemberReport parse_report(const program::Program& program, std::string_view text) {
  try {
    return report_from_json(program, Json::parse(text));
  } catch (const Json::exception& error) {
    throw base::InputError(std::string("this is not a member's report: ") + error.what());
  }
}

base::Statistics difference(const base::Statistics& after, const base::Statistics& before) {
  base::Statistics result;
  for (const auto& [name, value] : after.counters()) {
    const auto found = before.counters().find(name);
    const std::uint64_t old = found == before.counters().end() ? 0 : found->second;
    if (value != old) result.counter(name) = value - old;
  }
  for (const auto& [name, value] : after.times()) {
    const auto found = before.times().find(name);
    const double old = found == before.times().end() ? 0 : found->second;
    if (value > old) result.seconds(name) = value - old;
  }
  return result;
}

}  // namespace pendulum::engine::portfolio
