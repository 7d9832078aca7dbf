// The options of the front end for C.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "program/source.h"
#include "property/property.h"

namespace pendulum::frontend {

/// Sizes of the C types: int, long and pointers have 32 bits (Ilp32), or long and pointers have 64 (Lp64).
enum class DataModel { Ilp32, Lp64 };
/// Translation of calls: a copy of the callee per call (Inline), or one translation of each function (Wait;
/// shared_functions.h).
enum class CallEncoding { Inline, Wait };
/// The treatment of executions with signed overflow; `Wraps` is the option --wrap.
enum class SignedOverflow { NotFollowed, Wraps };

/// The values that reads of volatile objects return: those in memory, or arbitrary ones. MemoryUnlessWaiting:
/// those in memory, but loops that wait for another value are unsupported.
enum class VolatileReads { MemoryUnlessWaiting, Memory, Arbitrary };
/// The treatment of inline assembler about which nothing is known: it is unsupported, or its outputs are
/// arbitrary.
enum class OtherAssembler { Refused, Arbitrary };
/// Addresses from `first` to `last`. Requires: first <= last.
struct AddressRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// How the front end reads C that depends on the hardware (hardware/hardware.h).
struct Hardware {
  VolatileReads volatile_reads = VolatileReads::MemoryUnlessWaiting;
  std::vector<AddressRange> registers;         ///< --mmio
  std::vector<std::string> ignored_assembler;  ///< --asm-ignore: mnemonics in lower case
  OtherAssembler other_assembler = OtherAssembler::Refused;
  std::vector<std::string> interrupt_handlers;  ///< --isr: functions without parameters
};

/// Whether malloc and its relatives may fail for every size (--malloc-may-fail).
enum class Allocations { Succeed, MayFail };
/// The objects whose bounds valid-deref checks: whole objects, or also the arrays inside of them.
enum class Bounds { Objects, Fields };

/// The flag of clang for the data model: "-m32" or "-m64".
std::string machine_flag(DataModel data_model);
/// All flags of clang for the machine. Without SSE2, which is not the default for 32 bits, the processor
/// would evaluate floating-point expressions with more precision than their types have.
std::vector<std::string> machine_flags(DataModel data_model);

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> include_directories;
  std::vector<std::string> defines;
  std::vector<std::string> compiler_flags;  ///< --cflag; compiler_flags.h lists those that are accepted
  /// Options of single files, from their compile commands; they come before those of all files.
  std::map<std::string, std::vector<std::string>> file_flags = {};
  DataModel data_model = DataModel::Ilp32;
  SignedOverflow signed_overflow = SignedOverflow::NotFollowed;
  std::string entry = "main";
  /// Number of elements of the objects that pointer parameters point to if the entry function is not main.
  unsigned entry_array = 1;
  CallEncoding calls = CallEncoding::Inline;
  /// For Wait: functions with at most this number of instructions are inlined.
  unsigned inline_threshold = 0;
  property::Properties properties{property::Property::Reach};  ///< the properties that are checked
  Hardware hardware = {};
  Allocations allocations = Allocations::Succeed;
  Bounds bounds = Bounds::Objects;
  /// The only errors are arbitrary ends after the user's assumptions (instrument/probe_assumptions.h).
  bool probes_assumptions = false;
  /// Source locations of statements before which the Program should have a location, because a witness refers
  /// to them.
  std::vector<program::SourceLocation> witness_locations = {};
  /// Record what the program does along the edges (program/source_actions.h).
  bool records_actions = false;
};

}  // namespace pendulum::frontend
