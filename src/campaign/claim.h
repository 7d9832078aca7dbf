// Claims: names that one participant at a time holds, for example a run or the store.
//
// The claim number k of a name is the symbolic link <name>.<k>, whose target is the holder. Creating a
// symbolic link is atomic and fails if the name exists, on local and network file systems, so no locks are
// necessary. If a holder has died, the creation of <name>.<k+1> takes its claim over.
#pragma once

#include <optional>
#include <string>

#include "campaign/participant.h"

namespace pendulum::campaign {

/// Tries to become the holder number `number` of `path`. Returns false if another participant was faster.
/// Throws InputError.
bool try_claim(const std::string& path, unsigned number, const Participant& self);

/// The holder number `number`; nothing if there is none.
std::optional<std::string> holder_of(const std::string& path, unsigned number);

/// Becomes the holder of `path` if it has no holder that is alive. Returns nothing in this case, and the
/// living holder otherwise. A holder whose death is not certain counts as alive.
std::optional<std::string> claim_or_holder(const std::string& path, const Participant& self,
                                           Observer& observer);

}  // namespace pendulum::campaign
