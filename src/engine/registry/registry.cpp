#include "engine/registry/registry.h"

#include "base/check.h"
#include "engine/bmc/bmc.h"
#include "engine/dagger/dagger.h"
#include "engine/euforia/euforia.h"
#include "engine/ic3ia/ic3ia.h"
#include "engine/impact/impact.h"
#include "engine/impulse/impulse.h"
#include "engine/kinduction/kinduction.h"
#include "engine/lazy/lazy.h"
#include "engine/portfolio/portfolio.h"
#include "engine/summaries/summaries.h"
#include "engine/ufo/ufo.h"

namespace pendulum::engine {

Registry make_registry() {
  Registry registry;
  registry.add(portfolio::make_descriptor());
  registry.add(bmc::make_descriptor());
  registry.add(kinduction::make_descriptor());
  for (Descriptor& descriptor : ufo::make_descriptors()) registry.add(std::move(descriptor));
  registry.add(impact::make_descriptor());
  registry.add(impulse::make_descriptor());
  registry.add(lazy::make_descriptor());
  registry.add(dagger::make_descriptor());
  registry.add(euforia::make_descriptor());
  registry.add(ic3ia::make_descriptor());
  registry.add(summaries::make_descriptor());
  for (const Descriptor& descriptor : registry.all())
    for (const base::OptionSpec& option : descriptor.options)
      PENDULUM_CHECK(option.key.starts_with(descriptor.key + "."), "option {} should start with {}.",
                     option.key, descriptor.key);
  return registry;
}

}  // namespace pendulum::engine
