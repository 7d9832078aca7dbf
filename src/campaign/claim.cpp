#include "campaign/claim.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/check.h"
#include "base/error.h"

namespace pendulum::campaign {

namespace {

std::string link_name(const std::string& path, unsigned number) {
  PENDULUM_CHECK(number > 0, "claims should be counted from 1");
  return path + "." + std::to_string(number);
}

}  // namespace

bool try_claim(const std::string& path, unsigned number, const Participant& self) {
  PENDULUM_DCHECK(number == 1 || holder_of(path, number - 1), "{} should have a claim {}", path, number - 1);
  const std::string name = link_name(path, number);
  if (::symlink(self.id().c_str(), name.c_str()) == 0) return true;
  // The answer of a network file system may be lost after the link was created, so read who holds it.
  if (errno == EEXIST) return holder_of(path, number) == self.id();
  throw base::InputError("cannot write " + name + ": " + std::strerror(errno));
}

std::optional<std::string> holder_of(const std::string& path, unsigned number) {
  std::error_code error;
  const std::string holder = std::filesystem::read_symlink(link_name(path, number), error).string();
  return error ? std::nullopt : std::optional(holder);
}

std::optional<std::string> claim_or_holder(const std::string& path, const Participant& self,
                                           Observer& observer) {
  for (unsigned number = 1;; ++number) {
    std::optional<std::string> holder = holder_of(path, number);
    if (!holder && try_claim(path, number, self)) return std::nullopt;
    if (!holder) holder = holder_of(path, number);
    if (holder == self.id()) return std::nullopt;
    if (holder && !holder_of(path, number + 1) && !observer.is_dead(*holder)) return holder;
  }
}

}  // namespace pendulum::campaign
