#include "engine/portfolio/shared_lemmas.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/check.h"
#include "base/error.h"
#include "term/print.h"
#include "term/smtlib/reader.h"
#include "term/traverse.h"

namespace pendulum::engine::portfolio {

namespace {

using program::LocationId;
using term::Term;

/// Size of the log of one member. A lemma takes about 100 bytes; a member that establishes more than 40,000
/// facts would only slow down the others.
constexpr std::size_t log_bytes = std::size_t{4} << 20;
/// All logs together take at most this share of the memory limit, so that small limits remain usable.
constexpr std::size_t memory_share = 16;
/// The smallest useful log: some dozens of lemmas.
constexpr std::size_t smallest_log = 4096;
/// Longer lemmas are not published, because receivers would spend more time on them than they gain. Houdini
/// works best with single comparisons and short clauses.
constexpr std::size_t max_text = 4096;

std::size_t log_size(std::size_t members, std::size_t memory_mib) {
  if (memory_mib == 0) return log_bytes;
  return std::clamp((memory_mib << 20) / memory_share / members, smallest_log, log_bytes);
}

/// Adds the conjuncts of `root`, of its disjuncts, of their conjuncts, and so on.
void collect_parts(Term root, std::set<Term>& parts) {
  std::vector<Term> pending{root};
  while (!pending.empty()) {
    const Term next = pending.back();
    pending.pop_back();
    if (!parts.insert(next).second) continue;
    if (next.kind() == term::Kind::And || next.kind() == term::Kind::Or)
      pending.insert(pending.end(), next.children().begin(), next.children().end());
  }
}

}  // namespace

std::string serialize_lemma(LocationId location, Term formula) {
  std::ostringstream out;
  out << location << ' ';
  term::print(out, formula, term::OverflowText::Named);
  return out.str();
}

std::optional<Lemma> parse_lemma(const program::Program& program, const std::string& text) {
  Lemma lemma;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, lemma.location);
  if (error != std::errc() || rest == end || *rest != ' ') return std::nullopt;
  if (lemma.location >= program.locations().size()) return std::nullopt;
  try {
    term::SmtLibReader reader(program.terms(), "lemma");
    lemma.formula = reader.read_term(std::string_view(rest, end));
  } catch (const base::InputError&) {
    return std::nullopt;
  } catch (const base::InternalError&) {  // ill-sorted
    return std::nullopt;
  }
  const auto is_known = [&](Term symbol) { return program.is_variable(symbol); };
  if (!lemma.formula.sort().is_bool() || !std::ranges::all_of(term::symbols(lemma.formula), is_known))
    return std::nullopt;
  return lemma;
}

SharedLemmas::SharedLemmas(std::vector<std::string> keys, std::size_t memory_mib)
    : keys_(std::move(keys)), logs_(keys_.size(), log_size(keys_.size(), memory_mib)) {}

MemberExchange::MemberExchange(const SharedLemmas& shared, std::size_t member,
                               const program::Program& program, base::Statistics& statistics)
    : shared_(shared),
      key_(shared.keys().at(member)),
      program_(program),
      statistics_(statistics),
      writer_(shared.logs(), member) {
  for (std::size_t other = 0; other < shared.keys().size(); ++other)
    if (other != member) sources_.push_back({shared.keys()[other], {shared.logs(), other}});
}

std::uint64_t& MemberExchange::count(const char* name) {
  return statistics_.counter("engine." + key_ + "." + name);
}

void MemberExchange::publish(LocationId location, Term formula) {
  const base::ScopedTimer timer(statistics_.seconds("engine." + key_ + ".exchange_time"));
  if (formula.is_value() || received_.contains({location, formula})) return;
  if (!published_.emplace(location, formula).second) return;
  const std::string text = serialize_lemma(location, formula);
  const bool is_published = text.size() <= max_text && writer_.append(text);
  ++count(is_published ? "published_lemmas" : "unpublished_lemmas");
}

std::vector<Lemma> MemberExchange::receive() {
  read_logs();
  const auto first = lemmas_.begin() + static_cast<std::ptrdiff_t>(num_delivered_);
  std::vector<Lemma> fresh(first, lemmas_.end());
  num_delivered_ = lemmas_.size();
  return fresh;
}

void MemberExchange::read_logs() {
  const base::ScopedTimer timer(statistics_.seconds("engine." + key_ + ".exchange_time"));
  for (Source& source : sources_) {
    const std::uint64_t faults = source.reader.num_faults();
    for (const std::string& text : source.reader.read()) {
      auto lemma = parse_lemma(program_, text);
      if (!lemma) ++count("broken_lemmas");
      if (!lemma || !received_.emplace(lemma->location, lemma->formula).second) continue;
      lemma->sender = source.key;
      lemmas_.push_back(*std::move(lemma));
    }
    if (source.reader.num_faults() != faults) ++count("broken_lemmas");
  }
}

std::vector<Lemma> MemberExchange::used_in(const certificate::Certificate& certificate) const {
  const auto* invariant = std::get_if<certificate::Invariant>(&certificate);
  if (const auto* induction = std::get_if<certificate::KInduction>(&certificate))
    invariant = &induction->facts;
  if (invariant == nullptr) return {};
  std::map<LocationId, std::set<Term>> parts;
  for (const auto& [location, formula] : invariant->at) collect_parts(formula, parts[location]);
  std::vector<Lemma> used;
  for (const Lemma& lemma : adopted_)
    if (const auto found = parts.find(lemma.location);
        found != parts.end() && found->second.erase(lemma.formula) > 0)
      used.push_back(lemma);
  return used;
}

}  // namespace pendulum::engine::portfolio
