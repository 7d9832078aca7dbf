// Internal: the text format and the keywords that the printer and the parser share.
//
//   program
//   variable main.i (_ BitVec 32) signed source "i" function "main"
//   location 0 "entry" at "a.c":10:1 in "main"
//   entry 0
//   error 7
//   edge 0 -> 1 at "a.c":12:3 in "main"
//     violation "call of reach_error()"
//     unsupported
//     input in!3 (_ BitVec 32) call "__VERIFIER_nondet_int" at "a.c":12:7 in "main"
//     input in!4 (Array ...) uninitialised "buf" offset 4 stride 1 object 2 at "a.c":12:7
//     guard (bvslt main.i #x0000000a)
//     set main.i (bvadd main.i #x00000001)
//
// Everything after the sort of a variable or the name of a location, edge or input is omitted if it has its
// default value; so is `guard true`. A line ends at a newline outside of "strings" and |symbols|; a line that
// starts with ; is a comment. Strings support the escapes \" \\ \n and \xHH.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "program/program.h"

namespace pendulum::program {

inline constexpr std::array input_kind_words{
    std::pair{InputOrigin::Kind::Call, std::string_view("call")},
    std::pair{InputOrigin::Kind::Uninitialised, std::string_view("uninitialised")},
    std::pair{InputOrigin::Kind::ExternObject, std::string_view("extern")},
    std::pair{InputOrigin::Kind::Havoc, std::string_view("havoc")},
    std::pair{InputOrigin::Kind::UnknownMemory, std::string_view("unknown_memory")},
    std::pair{InputOrigin::Kind::Argument, std::string_view("argument")},
    std::pair{InputOrigin::Kind::Internal, std::string_view("internal")},
};

}  // namespace pendulum::program
