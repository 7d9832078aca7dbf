// Lemma exchange between the members of the portfolio, by logs in shared memory (base/shared_log.h), or by
// logs in a shared directory if the members run on different machines (base/log_file.h).
//
// Each member writes to its own log and reads those of all others. A record is the number of a location of
// the task's program and a formula in SMT-LIB syntax. Numbers of locations and names of variables have the
// same meaning in all members: they are forked from the same process, or the front end has translated the
// same files, which is deterministic.
//
// Nothing that a log contains is trusted: records that are not valid or not about the task's program are
// ignored, and valid lemmas are only proposals (engine/lemma_exchange.h).
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/log_file.h"
#include "base/shared_log.h"
#include "base/statistics.h"
#include "certificate/certificate.h"
#include "engine/lemma_exchange.h"

namespace pendulum::engine::portfolio {

/// The writing end of a member's log.
class LemmaWriter {
 public:
  virtual ~LemmaWriter() = default;
  /// Appends a record. Returns false if this fails, for example because the log is full.
  virtual bool append(const std::string& text) = 0;
};

/// The reading end of a member's log.
class LemmaReader {
 public:
  virtual ~LemmaReader() = default;
  /// The records that were appended since the last call.
  virtual std::vector<std::string> read() = 0;
  /// Number of faults that were found in the log.
  virtual std::uint64_t num_faults() const = 0;
};

/// The logs of all members.
class LemmaLogs {
 public:
  /// `keys`: the keys of the members.
  explicit LemmaLogs(std::vector<std::string> keys) : keys_(std::move(keys)) {}
  virtual ~LemmaLogs() = default;
  const std::vector<std::string>& keys() const { return keys_; }
  virtual std::unique_ptr<LemmaWriter> make_writer(std::size_t member) const = 0;
  virtual std::unique_ptr<LemmaReader> make_reader(std::size_t member) const = 0;

 private:
  std::vector<std::string> keys_;
};

/// Logs in memory. Has to be constructed before the members are forked, and to outlive its readers and
/// writers.
class SharedLemmas : public LemmaLogs {
 public:
  /// `memory_mib`: the memory limit of the task; 0: no limit.
  SharedLemmas(std::vector<std::string> keys, std::size_t memory_mib);
  const base::SharedLogs& logs() const { return logs_; }
  std::unique_ptr<LemmaWriter> make_writer(std::size_t member) const override;
  std::unique_ptr<LemmaReader> make_reader(std::size_t member) const override;

 private:
  base::SharedLogs logs_;
};

/// Logs in files of a directory.
class LemmaFiles : public LemmaLogs {
 public:
  /// Members that search another program than `program` use other files.
  LemmaFiles(std::vector<std::string> keys, std::string directory, const program::Program& program);
  std::unique_ptr<LemmaWriter> make_writer(std::size_t member) const override;
  std::unique_ptr<LemmaReader> make_reader(std::size_t member) const override;

 private:
  std::string path_of(std::size_t member) const;
  std::string directory_;
  std::string program_;  ///< the sizes of the program, as part of the names
};

/// The exchange as one member uses it. The statistics are engine.<key>.published_lemmas, .unpublished_lemmas
/// (too long, or the log was full), .broken_lemmas (received, but not valid) and .exchange_time.
class MemberExchange : public LemmaExchange {
 public:
  /// Requires: the arguments outlive this object, and no other process uses an exchange of this member.
  MemberExchange(const LemmaLogs& logs, std::size_t member, const program::Program& program,
                 base::Statistics& statistics);

  void publish(program::LocationId location, term::Term formula) override;
  std::vector<Lemma> receive() override;
  void rewind() override { num_delivered_ = 0; }
  void adopt(const Lemma& lemma) override { adopted_.push_back(lemma); }

  /// The adopted lemmas that are part of the certificate: as conjuncts at their location, or as conjuncts of
  /// a disjunct there.
  std::vector<Lemma> used_in(const certificate::Certificate& certificate) const;

 private:
  void read_logs();
  std::uint64_t& count(const char* name);

  std::string key_;
  const program::Program& program_;
  base::Statistics& statistics_;
  std::unique_ptr<LemmaWriter> writer_;
  struct Source {
    std::string key;
    std::unique_ptr<LemmaReader> reader;
  };
  std::vector<Source> sources_;  ///< the other members
  std::set<std::pair<program::LocationId, term::Term>> published_;
  std::set<std::pair<program::LocationId, term::Term>> received_;
  std::vector<Lemma> lemmas_;      ///< all received lemmas
  std::size_t num_delivered_ = 0;  ///< number of lemmas_ that receive() has returned
  std::vector<Lemma> adopted_;
};

/// The text of a record, and the lemma of a text without its sender. parse_lemma returns nothing if the text
/// is not a formula over the variables of `program` at one of its locations.
std::string serialize_lemma(program::LocationId location, term::Term formula);
std::optional<Lemma> parse_lemma(const program::Program& program, const std::string& text);

}  // namespace pendulum::engine::portfolio
