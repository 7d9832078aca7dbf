// The processes that take part in a campaign, and how others notice that one of them has ended.
//
// A participant renews the modification time of its file in the store. Clocks of different machines are not
// compared: an observer takes a participant for dead if the time has not changed for the lease, measured by
// the observer's own clock. On the same machine, the process table answers at once. A participant that was
// wrongly taken for dead does no harm: the same run is then done twice and counted once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "base/stop.h"

namespace pendulum::campaign {

/// This process as a participant. The destructor removes its file.
class Participant {
 public:
  /// `directory` contains the files of all participants. Throws InputError.
  Participant(std::string directory, std::chrono::seconds lease);
  ~Participant();
  Participant(const Participant&) = delete;
  Participant& operator=(const Participant&) = delete;

  const std::string& directory() const { return directory_; }
  /// A name that no other participant of any machine has: host, process and random digits.
  const std::string& id() const { return id_; }

 private:
  void renew_until_end(std::chrono::seconds lease);

  std::string directory_;
  std::string id_;
  std::mutex mutex_;
  std::condition_variable end_;
  bool is_ending_ = false;  ///< protected by mutex_
  std::thread renewal_;
};

/// The observations of one process about the participants of a store.
class Observer {
 public:
  Observer(std::string directory, std::chrono::seconds lease)
      : directory_(std::move(directory)), lease_(lease) {}
  /// Has the participant ended? Answers no until the lease is over, unless the answer is certain before.
  bool is_dead(const std::string& id);
  /// Waits until is_dead() or a sign of life, at most for the lease. Returns whether the participant is dead.
  bool waits_until_dead(const std::string& id);
  /// "process 12 on node3", for messages.
  static std::string describe(const std::string& id);

 private:
  struct Sighting {
    long renewed = 0;  ///< modification time in nanoseconds, by the clock of the file system
    base::Clock::time_point since;
  };
  std::string path(const std::string& id) const { return directory_ + "/" + id; }

  std::string directory_;
  std::chrono::seconds lease_;
  std::map<std::string, Sighting> sightings_;
};

}  // namespace pendulum::campaign
