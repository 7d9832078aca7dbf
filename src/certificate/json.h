// Internal: the JSON format of evidence, with the keywords that the writer and the reader share.
//
//   {"format": "pendulum-certificate", "version": 1, "kind": "invariant",
//    "at": [{"location": 3, "name": "main.loop", "term": "(bvsle x #x0000000a)"}, ...]}
//   {..., "kind": "k-induction", "k": 2, "facts": [as above]}
//   {..., "kind": "summaries", "at": [as above, also over entry copies such as x@entry]}
//   {..., "kind": "unrolling", "bound": 5}
//   {..., "kind": "unwinding", "loops": [{"location": 3, "name": "main.loop", "bound": 10}, ...]}
//   {..., "kind": "unwound-calls", "tree": [[0, 1], [1, 2], ...], "inner": {"kind": ...}}
//   {"format": "pendulum-error-path", "version": 1,
//    "steps": [{"edge": 0, "source": "entry", "target": "main.loop", "at": "a.c:3",
//               "inputs": [{"symbol": "in!0", "value": "#x00000001"}, ...]}, ...]}
//
// The i-th element of "tree" is node i of the call tree: its parent, and the number of the call site. Node 0
// is the root. The locations of "inner" are those of the unwound program.
//
// An element of "steps" may also be {"repeat": 1000000, "steps": [...]}: a segment whose steps are taken
// several times in a row. Its input values may be terms over the symbol pendulum!iteration of sort
// (_ BitVec 64). The names of locations are redundant; the reader uses them to detect evidence that belongs
// to another program.
#pragma once

namespace pendulum::certificate {

inline constexpr int format_version = 1;
inline constexpr const char* certificate_format = "pendulum-certificate";
inline constexpr const char* error_path_format = "pendulum-error-path";
inline constexpr const char* kind_invariant = "invariant";
inline constexpr const char* kind_kinduction = "k-induction";
inline constexpr const char* kind_unrolling = "unrolling";
inline constexpr const char* kind_summaries = "summaries";
/// The keyword of LoopUnrolling. It differs from the name of the type, because existing files contain it.
inline constexpr const char* kind_loop_unrolling = "unwinding";
inline constexpr const char* kind_unwound_calls = "unwound-calls";

}  // namespace pendulum::certificate
