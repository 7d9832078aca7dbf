// Workers as processes of this machine. They end with this process (base/process.h).
#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/process/process.h"
#include "campaign/launcher.h"

namespace pendulum::campaign {

namespace {

/// A worker that is killed is started again, at most this often.
constexpr unsigned max_restarts = 100;

class LocalLauncher : public Launcher {
 public:
  LocalLauncher(const Store& store, unsigned campaign, unsigned count)
      : command_{"/proc/self/exe", "work", store.path(), std::to_string(campaign)}, count_(count) {}
  ~LocalLauncher() override { join(); }

  void start() override {
    join();
    for (unsigned i = 0; i < count_; ++i) {
      ++num_active_;
      threads_.emplace_back([this] {
        run_worker();
        --num_active_;
      });
    }
  }
  bool is_active() override { return num_active_ > 0; }
  std::string problem() override {
    const std::lock_guard lock(mutex_);
    return problem_;
  }
  std::string describe() override { return fmt::format("{} workers", num_active_.load()); }
  void cancel() override {}  // workers notice the cancellation in the store
  bool is_detachable() const override { return false; }

 private:
  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  /// Runs a worker until it ends by itself.
  void run_worker() {
    base::CommandLimits limits;
    limits.time = std::chrono::hours(24 * 365);
    while (true) {
      try {
        const base::CommandResult result = base::run_command(command_, limits);
        if (result.signal != 0 && ++num_restarts_ <= max_restarts) continue;
        if (result.exit_code != 0) set_problem(result.error);
      } catch (const base::InputError& error) {
        set_problem(error.what());
      }
      return;
    }
  }

  /// `text`: the messages of a worker, or an error message.
  void set_problem(std::string text) {
    const std::string prefix = "pendulum: error: ";
    if (text.starts_with(prefix)) text.erase(0, prefix.size());
    while (text.ends_with('\n')) text.pop_back();
    const std::lock_guard lock(mutex_);
    if (problem_.empty()) problem_ = text.empty() ? "the workers were killed" : text;
  }

  std::vector<std::string> command_;
  unsigned count_;
  std::vector<std::thread> threads_;
  std::atomic<unsigned> num_active_ = 0;
  std::atomic<unsigned> num_restarts_ = 0;
  std::mutex mutex_;
  std::string problem_;  ///< protected by mutex_
};

}  // namespace

std::unique_ptr<Launcher> make_local_launcher(const Store& store, unsigned campaign, unsigned count) {
  return std::make_unique<LocalLauncher>(store, campaign, count);
}

}  // namespace pendulum::campaign
