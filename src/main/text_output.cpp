#include "main/text_output.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/error.h"
#include "main/command_line/failure.h"
#include "supervise/publish.h"

namespace pendulum::main {

int write_text(const std::string& output_file, const RunOptions& run, base::Clock::time_point start,
               const std::function<void(std::ostream&, const supervise::Worker&)>& write) {
  const supervise::Scratch scratch;
  const bool is_to_file = !output_file.empty();
  const std::string output = is_to_file ? supervise::partial_name(output_file) : scratch.path() + "/output";
  if (is_to_file) scratch.remove_at_end(output);
  supervise::Progress progress(stderr, run.log_level, ::isatty(STDERR_FILENO) == 1);
  const auto work = [&](const supervise::Worker& worker) {
    std::ofstream out(output);
    write(out, worker);
    out.close();
    if (!out) throw base::InputError("cannot write " + output);
    worker.channel.send(supervise::Message::Kind::Answer, "");
  };
  const supervise::Outcome outcome =
      supervise::supervise(work, {start, run.timeout_seconds, run.memory_mib}, progress, scratch);
  if (outcome.end != supervise::Outcome::End::Answered) return complain(outcome);
  if (is_to_file) {
    std::filesystem::rename(output, output_file);
  } else {
    std::cout << std::ifstream(output).rdbuf() << std::flush;
  }
  return 0;
}

}  // namespace pendulum::main
