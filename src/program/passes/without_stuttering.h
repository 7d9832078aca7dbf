// Removes the repetitions of loops that change no variable, such as while (!condition) {}, by which programs
// exclude executions. Without them, an execution cannot iterate such a loop for ever, so a loop around it can
// be unrolled completely.
#pragma once

#include "program/program.h"

namespace pendulum::program {

/// Returns the program without the back edges of loops in which no edge assigns a live variable. Locations
/// keep their ids.
/// Soundness: all entries of such a loop lead to its head, and the state at the head is the same in every
/// iteration. So an execution that leaves the loop in a later iteration can leave it in the first one, along
/// the same edges and with the same inputs, and both programs reach the same states.
Program without_stuttering(const Program& program);

}  // namespace pendulum::program
