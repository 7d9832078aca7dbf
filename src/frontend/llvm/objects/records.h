// Arithmetic on the records of objects whose pieces are arrays (layout.h).
#pragma once

#include "frontend/llvm/state/memory_context.h"

namespace pendulum::frontend {

/// The number of the record in which `offset` lies. Requires: record is not 0, and offset = residue modulo
/// record. Throws UnsupportedHere if the stride of an index is not a multiple of the record size.
Term record_index(const MemoryContext& context, const Offset& offset, std::uint64_t record,
                  std::uint64_t residue);

/// The condition that the first `end` bytes of record `index` (null: 0) of an object of `size` bytes are
/// within bounds: index * record + end <= size, without wrap-around.
Term is_within_bytes(const MemoryContext& context, Term size, std::uint64_t record, std::uint64_t end,
                     Term index);

}  // namespace pendulum::frontend
