// Leads a campaign: finds out which runs have no row yet, starts workers for them, and waits for their rows.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "campaign/launcher.h"
#include "campaign/store.h"

namespace pendulum::campaign {

/// Makes the launcher of the campaign number `campaign` with `num_open` runs.
using MakeLauncher =
    std::function<std::unique_ptr<Launcher>(const Store& store, unsigned campaign, std::size_t num_open)>;

enum class CampaignEnd {
  Complete,  ///< each run has a row
  Detached,  ///< the user has interrupted this process, and the campaign continues without it
  Cancelled,
};

/// Does the runs that have no row in the store. If a job already does these runs, waits for it instead.
/// Throws InputError if another campaign uses the store, or if workers cannot work.
CampaignEnd lead_campaign(const Store& store, const Plan& plan, const std::vector<RunSpec>& runs,
                          const MakeLauncher& make_launcher);

/// Cancels the last campaign of the store, if it is a job. Returns a message for the user. Throws InputError.
std::string cancel_campaign(const Store& store);

}  // namespace pendulum::campaign
