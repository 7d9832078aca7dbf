// Programs similar to those of DAGGER's Table 1, for the tests of the engine and of its search.
#pragma once

namespace pendulum::engine::dagger {

/// Similar to f2: y grows three or four times as fast as x.
constexpr const char* two_slopes = R"(program
variable x Int
variable y Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x 0
  set y 0
edge 1 -> 1
  set x (+ x 1)
  set y (+ y 3)
edge 1 -> 1
  guard (>= x 5)
  set x (+ x 1)
  set y (+ y 4)
edge 1 -> 1
  guard (> x y)
  set x (* (- 1) x)
  set y (* (- 1) y)
edge 1 -> 2
  guard (> y (* 4 x))
)";

/// Similar to ex1: with u = a + 3 b and v = b - 3 a, u grows by one and v by u or by -u; then a and b
/// are computed from u and v again.
constexpr const char* rotated = R"(program
variable a Int
variable b Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set a 0
  set b 0
edge 1 -> 1
  set a (- (+ a (* 3 b) 1) (* 3 (+ (- b (* 3 a)) (+ a (* 3 b) 1))))
  set b (+ (* 3 (+ a (* 3 b) 1)) (- b (* 3 a)) (+ a (* 3 b) 1))
edge 1 -> 1
  set a (- (+ a (* 3 b) 1) (* 3 (- (- b (* 3 a)) (+ a (* 3 b) 1))))
  set b (+ (* 3 (+ a (* 3 b) 1)) (- (- b (* 3 a)) (+ a (* 3 b) 1)))
edge 1 -> 2
  guard (< (+ a (* 3 b)) 0)
)";

/// Similar to seesaw: four steps with different slopes, each with its own window.
constexpr const char* seesaw = R"(program
variable x Int
variable y Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x 0
  set y 0
edge 1 -> 1
  guard (<= x 4)
  set x (+ x 1)
  set y (+ y 2)
edge 1 -> 1
  guard (and (<= 5 x) (<= x 7))
  set x (+ x 1)
  set y (+ y 3)
edge 1 -> 1
  guard (<= 9 x)
  set x (+ x 2)
  set y (+ y 1)
edge 1 -> 1
  guard (and (<= 7 x) (<= x 9))
  set x (+ x 1)
  set y (+ y 3)
edge 1 -> 2
  guard (or (< x 0) (< y 0) (> x (* 2 y)) (> y (* 3 x)))
)";

/// An invariant that needs a disjunction: flag = 0 and x = 0, or flag = 1 and x = 10.
constexpr const char* disjunction = R"(program
variable flag Int
variable x Int
location 0 "entry"
location 1 "branch"
location 2 "join"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  set flag 0
  set x 0
edge 1 -> 2
edge 1 -> 2
  set flag 1
  set x 10
edge 2 -> 2
edge 2 -> 3
  guard (and (= flag 0) (= x 5))
edge 2 -> 3
  guard (and (= flag 1) (= x 0))
)";

/// hsort of Table 1: the assertion needs l <= i at the loop head, and that needs l >= 1.
constexpr const char* heap_sort = R"(program
variable l Int
variable r Int
variable i Int
variable j Int
location 0 "entry"
location 1 "head"
location 2 "join"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  input n Int internal
  input m Int internal
  guard (and (<= 2 n) (<= n (* 2 m)) (<= (* 2 m) (+ n 1)))
  set l m
  set r n
  set i m
  set j (* 2 m)
edge 1 -> 2
  guard (>= (- r j 1) 0)
  set i (+ j 1)
  set j (+ (* 2 j) 2)
edge 1 -> 2
  guard (<= j r)
  set i j
  set j (* 2 j)
edge 1 -> 2
  guard (and (>= l 2) (>= r 2))
  set i (- l 1)
  set j (- (* 2 l) 2)
  set l (- l 1)
edge 1 -> 2
  guard (and (<= l 1) (>= r 4))
  set r (- r 1)
  set i l
  set j (* 2 l)
edge 2 -> 1
edge 1 -> 3
  guard (< (- (* 3 r) (* 2 l) (* 2 i)) 0)
)";

/// Similar to p1-bad: the position passes the end of a buffer after six steps.
constexpr const char* write_position = R"(program
variable id Int
variable limit Int
variable level Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set id 0
  set limit 5
  set level 0
edge 1 -> 1
  set limit (- limit 1)
  set level 1
edge 1 -> 1
  guard (and (> level 0) (<= id 5))
  set id (+ id 1)
edge 1 -> 2
  guard (and (> level 0) (> id 5))
)";

}  // namespace pendulum::engine::dagger
