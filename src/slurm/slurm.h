// Jobs of the cluster manager Slurm, by its commands sbatch, squeue and scancel. The commands run without a
// shell.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pendulum::slurm {

/// An array job whose elements all run this program.
struct JobOptions {
  std::string name;
  std::size_t elements = 1;
  std::size_t parallel = 0;          ///< maximum number of elements that run at the same time; 0: all
  unsigned cpus = 1;                 ///< per element
  std::size_t memory_mib = 0;        ///< per element; 0: the default of the cluster
  long minutes = 0;                  ///< time limit of an element; 0: the default of the cluster
  std::string partition, account;    ///< empty: the defaults
  std::vector<std::string> options;  ///< further options of sbatch, which take precedence
  std::string directory;             ///< shared directory for the script and the messages of the elements
  std::string working_directory;     ///< of the elements
};

/// Submits a job whose elements run this program with `arguments`, and returns its number. Throws InputError
/// with the message of Slurm, or if Slurm is not installed.
std::string submit(const JobOptions& options, const std::vector<std::string>& arguments);

/// Number of elements of a job that have not ended.
struct States {
  std::size_t pending = 0;
  std::size_t running = 0;
  bool is_empty() const { return pending == 0 && running == 0; }
};
/// Waits while the controller does not answer, for some minutes. Throws InputError after that.
States states_of(const std::string& job);

/// Cancels the elements that have not ended. Throws InputError.
void cancel(const std::string& job);

/// The last message of one of the elements, whose job had this `directory`; empty if there is none.
std::string last_message(const std::string& directory);

/// Counts the elements of `job` in the output of squeue with the format "%F %t".
States parse_states(const std::string& output, const std::string& job);

}  // namespace pendulum::slurm
