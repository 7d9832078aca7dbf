// Havocked contents of objects.
#pragma once

#include <string>

#include "frontend/llvm/objects/argument_memory.h"
#include "frontend/llvm/objects/slots.h"

namespace pendulum::frontend {

class ObjectHavoc {
 public:
  ObjectHavoc(const MemoryContext& context, const Slots& slots, const ArgumentMemory& arguments)
      : context_(context), terms_(context.terms), slots_(slots), arguments_(arguments) {}

  /// Assigns new inputs to all pieces of an object, or of one instance of it.
  void havoc(Path& path, ObjectId object, const program::InputOrigin& origin, const std::string& name,
             Term instance = Term()) const;
  /// The same for one piece.
  void havoc_piece(Path& path, ObjectId object, std::size_t piece, program::InputOrigin origin,
                   const std::string& name, Term instance = Term()) const;

  struct Changes {
    std::vector<std::string> objects;  ///< names of the objects that may have been written
    bool has_kept_pointers = false;    ///< some reachable pointer was assumed to keep its value
  };
  /// Models the writes of a function without body through a pointer argument. All integers that the function
  /// can reach become havocked inputs. A pointer that is stored exactly where the argument points to (as for
  /// an `int **` that the function fills) keeps its value or becomes an unknown address. All other reachable
  /// pointers keep their values.
  Changes havoc_reachable(Path& path, const Targets& targets, const std::string& function) const;

  /// The code that the native replay executes for a call of a function without body.
  enum class ReplayedBy {
    Stub,          ///< does not write memory, so a counterexample must not depend on a new value
    RealFunction,  ///< writes memory, so a counterexample may depend on a new value
  };
  /// Models a library function that may overwrite the objects in `targets` and no other memory.
  void overwrite(Path& path, const Targets& targets, const std::string& function,
                 ReplayedBy replayed_by) const;

 private:
  Term new_value(Path& path, const char* name, const std::string& function, Term unchanged,
                 ReplayedBy replayed_by) const;
  void havoc_reached_piece(Path& path, ObjectId object, std::size_t piece, const std::string& function,
                           ReplayedBy replayed_by) const;
  void lose_pointer(Path& path, ObjectId object, std::size_t piece, const std::string& function,
                    ReplayedBy replayed_by) const;

  const MemoryContext& context_;
  term::TermManager& terms_;
  const Slots& slots_;
  const ArgumentMemory& arguments_;
};

}  // namespace pendulum::frontend
