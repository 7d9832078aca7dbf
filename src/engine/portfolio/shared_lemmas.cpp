#include "engine/portfolio/shared_lemmas.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <sstream>

#include "base/check.h"
#include "base/error.h"
#include "base/stop.h"
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
/// Time between two looks at a log in a file, because each look is a request to the file server.
constexpr std::chrono::milliseconds file_period{200};

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

namespace {

class MemoryWriter : public LemmaWriter {
 public:
  MemoryWriter(const base::SharedLogs& logs, std::size_t member) : writer_(logs, member) {}
  bool append(const std::string& text) override { return writer_.append(text); }

 private:
  base::SharedLogWriter writer_;
};

class MemoryReader : public LemmaReader {
 public:
  MemoryReader(const base::SharedLogs& logs, std::size_t member) : reader_(logs, member) {}
  std::vector<std::string> read() override { return reader_.read(); }
  std::uint64_t num_faults() const override { return reader_.num_faults(); }

 private:
  base::SharedLogReader reader_;
};

/// Lemmas only save time, so the search continues if a file cannot be written or read.
class FileWriter : public LemmaWriter {
 public:
  explicit FileWriter(std::string path) : path_(std::move(path)) {}
  bool append(const std::string& text) override {
    if (text.find('\n') != std::string::npos) return false;
    try {
      if (!writer_) writer_.emplace(path_, base::LogFileWriter::Durability::Memory);
      writer_->append(text);
      return true;
    } catch (const base::InputError&) {
      return false;
    }
  }

 private:
  std::string path_;
  std::optional<base::LogFileWriter> writer_;
};

class FileReader : public LemmaReader {
 public:
  explicit FileReader(std::string path) : reader_(std::move(path)) {}
  std::vector<std::string> read() override {
    const auto now = base::Clock::now();
    if (now < next_) return {};
    next_ = now + file_period;
    try {
      return reader_.read();
    } catch (const base::InputError&) {
      ++num_faults_;
      return {};
    }
  }
  std::uint64_t num_faults() const override { return num_faults_ + reader_.num_faults(); }

 private:
  base::LogFileReader reader_;
  base::Clock::time_point next_{};
  std::uint64_t num_faults_ = 0;
};

}  // namespace

SharedLemmas::SharedLemmas(std::vector<std::string> keys, std::size_t memory_mib)
    : LemmaLogs(std::move(keys)), logs_(this->keys().size(), log_size(this->keys().size(), memory_mib)) {}

std::unique_ptr<LemmaWriter> SharedLemmas::make_writer(std::size_t member) const {
  return std::make_unique<MemoryWriter>(logs_, member);
}

std::unique_ptr<LemmaReader> SharedLemmas::make_reader(std::size_t member) const {
  return std::make_unique<MemoryReader>(logs_, member);
}

LemmaFiles::LemmaFiles(std::vector<std::string> keys, std::string directory, const program::Program& program)
    : LemmaLogs(std::move(keys)),
      directory_(std::move(directory)),
      program_(std::to_string(program.locations().size()) + "-" + std::to_string(program.edges().size())) {}

std::string LemmaFiles::path_of(std::size_t member) const {
  return directory_ + "/lemmas-" + keys().at(member) + "-" + program_;
}

std::unique_ptr<LemmaWriter> LemmaFiles::make_writer(std::size_t member) const {
  return std::make_unique<FileWriter>(path_of(member));
}

std::unique_ptr<LemmaReader> LemmaFiles::make_reader(std::size_t member) const {
  return std::make_unique<FileReader>(path_of(member));
}

MemberExchange::MemberExchange(const LemmaLogs& logs, std::size_t member, const program::Program& program,
                               base::Statistics& statistics)
    : key_(logs.keys().at(member)),
      program_(program),
      statistics_(statistics),
      writer_(logs.make_writer(member)) {
  for (std::size_t other = 0; other < logs.keys().size(); ++other)
    if (other != member) sources_.push_back({logs.keys()[other], logs.make_reader(other)});
}

std::uint64_t& MemberExchange::count(const char* name) {
  return statistics_.counter("engine." + key_ + "." + name);
}

void MemberExchange::publish(LocationId location, Term formula) {
  const base::ScopedTimer timer(statistics_.seconds("engine." + key_ + ".exchange_time"));
  if (formula.is_value() || received_.contains({location, formula})) return;
  if (!published_.emplace(location, formula).second) return;
  const std::string text = serialize_lemma(location, formula);
  const bool is_published = text.size() <= max_text && writer_->append(text);
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
    const std::uint64_t faults = source.reader->num_faults();
    for (const std::string& text : source.reader->read()) {
      auto lemma = parse_lemma(program_, text);
      if (!lemma) ++count("broken_lemmas");
      if (!lemma || !received_.emplace(lemma->location, lemma->formula).second) continue;
      lemma->sender = source.key;
      lemmas_.push_back(*std::move(lemma));
    }
    if (source.reader->num_faults() != faults) ++count("broken_lemmas");
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
