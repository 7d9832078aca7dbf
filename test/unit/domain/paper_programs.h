// DAGGER, Fig. 1, for the tests of the domain and of the engine.
#pragma once

namespace pendulum::domain::testing {

/// Without the boxed code.
constexpr const char* figure_1 = R"(program
variable x Int
variable y Int
location 0 "entry"
location 1 "head"
location 2 "join"
location 3 "exit"
location 4 "error"
entry 0
error 4
edge 0 -> 1
  set x 0
  set y 0
edge 1 -> 2
  set x (+ x 1)
  set y (+ y 100)
edge 1 -> 2
  guard (>= x 4)
  set x (+ x 1)
  set y (+ y 1)
edge 2 -> 1
edge 1 -> 3
edge 3 -> 4
  guard (and (>= x 4) (<= y 2))
)";

/// With the boxed code, lines 7-9.
constexpr const char* figure_1_boxed = R"(program
variable x Int
variable y Int
variable z Int
variable w Int
location 0 "entry"
location 1 "head"
location 2 "join"
location 3 "exit"
location 4 "error"
entry 0
error 4
edge 0 -> 1
  set x 0
  set y 0
  set z 0
  set w 0
edge 1 -> 2
  set x (+ x 1)
  set y (+ y 100)
edge 1 -> 2
  guard (>= x 4)
  set x (+ x 1)
  set y (+ y 1)
edge 1 -> 2
  guard (and (> y (* 10 w)) (>= z (* 100 x)))
  set y (* (- 1) y)
edge 2 -> 1
  set w (+ w 1)
  set z (+ z 10)
edge 1 -> 3
edge 3 -> 4
  guard (and (>= x 4) (<= y 2))
)";

}  // namespace pendulum::domain::testing
