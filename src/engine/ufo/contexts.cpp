#include "engine/ufo/contexts.h"

#include "base/check.h"

namespace pendulum::engine::ufo {

Contexts::Id Contexts::after(Id from, program::LocationId source, program::LocationId target) {
  Id context = from;
  if (wto_.is_back_edge(source, target)) {
    while (contexts_[context].head != target) context = contexts_[context].parent;
    PENDULUM_CHECK(contexts_[context].depth > 0, "a back edge should be inside of its loop");
    return intern(contexts_[context].parent, target, contexts_[context].iteration + 1);
  }
  const std::vector<program::LocationId> heads = wto_.heads(target);
  // Loops are nested: if the heads at one depth agree, all enclosing heads agree.
  while (contexts_[context].depth > 0 && (contexts_[context].depth > heads.size() ||
                                          contexts_[context].head != heads[contexts_[context].depth - 1]))
    context = contexts_[context].parent;
  return descend(context, target);
}

std::optional<Contexts::Id> Contexts::before(Id context) const {
  PENDULUM_DCHECK(context < contexts_.size(), "context {} should exist", context);
  const Context& here = contexts_[context];
  if (here.iteration == 0) return std::nullopt;
  return ids_.at(std::tuple(here.parent, here.head, here.iteration - 1));
}

Contexts::Id Contexts::descend(Id context, program::LocationId location) {
  const std::vector<program::LocationId> heads = wto_.heads(location);
  PENDULUM_CHECK(contexts_[context].depth <= heads.size() &&
                     (context == outside() || contexts_[context].head == heads[contexts_[context].depth - 1]),
                 "the context should belong to loops around the location");
  for (std::size_t depth = contexts_[context].depth; depth < heads.size(); ++depth)
    context = intern(context, heads[depth], 0);
  return context;
}

Contexts::Id Contexts::intern(Id parent, program::LocationId head, unsigned iteration) {
  const auto [found, is_new] =
      ids_.try_emplace(std::tuple(parent, head, iteration), static_cast<Id>(contexts_.size()));
  if (is_new) contexts_.push_back({parent, head, iteration, contexts_[parent].depth + 1});
  return found->second;
}

}  // namespace pendulum::engine::ufo
