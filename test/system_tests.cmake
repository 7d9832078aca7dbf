# Tests that run programs instead of linking libraries.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_test(NAME tools.dependencies
         COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_dependencies.py)
add_test(NAME tools.check_dependencies_test
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tools/check_dependencies_test.py)

# Every cited reference key is an entry of doc/references.bib.
add_test(NAME tools.references
         COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_references.py)

# Every function that a header of C17 or POSIX declares has a class (doc/library.md).
add_test(NAME tools.library COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_library.py)

# The models of math.h agree with the C library, and the comparison notices a wrong model.
add_test(NAME tools.math COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_math.py --count 3000)
add_test(NAME tools.math_damaged
         COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_math.py --count 300 --only fmod --machine=-m64
                 --damage "rest >= divisor" "rest > divisor")
add_test(NAME tools.math_damaged_contract
         COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_math.py --count 300 --only cos --machine=-m64
                 --damage "ENSURE_BETWEEN(-1, 1)" "ENSURE_BETWEEN(-0.5, 1)")
set_tests_properties(tools.math_damaged PROPERTIES PASS_REGULAR_EXPRESSION "fmod.*: model")
set_tests_properties(tools.math_damaged_contract PROPERTIES PASS_REGULAR_EXPRESSION "cos.*: contract does not hold")

add_test(NAME cli COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.py $<TARGET_FILE:pendulum>)
# Only hanging programs need the limit: on a machine with six times more processes than processors, it takes 8 minutes.
set_tests_properties(cli PROPERTIES TIMEOUT 1800)

# Campaigns of `pendulum bench`: kills, resumption, full disks.
add_test(NAME campaign COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/campaign/run.py $<TARGET_FILE:pendulum>)
set_tests_properties(campaign PROPERTIES TIMEOUT 600)
# The same on a cluster of Slurm on this machine; skipped with a message if Slurm is not installed or not started by root.
add_test(NAME slurm COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/slurm/run.py $<TARGET_FILE:pendulum>)
set_tests_properties(slurm PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
# The tool-info module of BenchExec; a stand-in replaces BenchExec if it is not installed.
add_test(NAME benchexec COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/benchexec/run.py $<TARGET_FILE:pendulum>)
set_tests_properties(benchexec PROPERTIES TIMEOUT 300)

# Report pages in a real browser; skipped with a message if no browser is installed.
add_test(NAME report.page COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/report/run.py
                                  $<TARGET_FILE:pendulum>)
set_tests_properties(report.page PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)

# The values of counterexamples are those of the compiled program.
add_test(NAME trace.values COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/trace/run.py $<TARGET_FILE:pendulum>)
set_tests_properties(trace.values PROPERTIES TIMEOUT 300)

# One test per regression program: the header of test/program/<name>.c contains the expectation. With all contracts
# active, one of sixteen is enough to run them in the engines: a debug build is slow.
file(GLOB programs CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/program/*.c)
set(number 0)
foreach(program IN LISTS programs)
  get_filename_component(name ${program} NAME_WE)
  math(EXPR number "(${number} + 1) % 16")
  if(PENDULUM_DCHECK AND number)
    continue()
  endif()
  add_test(NAME program.${name} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/program/run.py
                                        --pendulum $<TARGET_FILE:pendulum> ${program})
  set_tests_properties(program.${name} PROPERTIES TIMEOUT 900)
endforeach()
add_test(NAME program_run COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/program/run_test.py)
add_test(NAME program_pairs COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/program/run.py
                                    --check-pairs ${CMAKE_CURRENT_SOURCE_DIR}/program)
# The encoding of programs without heap does not grow.
add_test(NAME program_encoding COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/program/encoding.py
                                       $<TARGET_FILE:pendulum>)
set_tests_properties(program_encoding PROPERTIES TIMEOUT 300)

# The differential test of the C semantics with a fixed seed; `./dev fuzz` runs it longer.
add_test(NAME fuzz COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/fuzz --seed 1 --count 10
                           --pendulum $<TARGET_FILE:pendulum>)
set_tests_properties(fuzz PROPERTIES TIMEOUT 600)
add_test(NAME fuzz_memory COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/fuzz --kind memory --count 4
                                  --pendulum $<TARGET_FILE:pendulum>)
set_tests_properties(fuzz_memory PROPERTIES TIMEOUT 600)
# Random nonlinear Horn clauses, compared with Z3 and cvc5 if they are installed.
add_test(NAME fuzz_horn COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/fuzz_horn --seed 1 --count 20
                                --pendulum $<TARGET_FILE:pendulum>)
set_tests_properties(fuzz_horn PROPERTIES TIMEOUT 600)
# Compares the checked properties with clang's sanitizers.
add_test(NAME fuzz_overflow COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/fuzz_checks --kind overflow
                                    --count 10 --pendulum $<TARGET_FILE:pendulum>)
set_tests_properties(fuzz_overflow PROPERTIES TIMEOUT 600)
add_test(NAME fuzz_pointers COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/fuzz_checks --kind pointers
                                    --count 4 --pendulum $<TARGET_FILE:pendulum>)
set_tests_properties(fuzz_pointers PROPERTIES TIMEOUT 600)
# Compares library functions with the compiled program.
add_test(NAME fuzz_library COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/fuzz_checks --kind library
                                   --count 25 --pendulum $<TARGET_FILE:pendulum>)
set_tests_properties(fuzz_library PROPERTIES TIMEOUT 600)

# The tutorial's commands have the output that it shows.
add_test(NAME tutorial COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tutorial/run.py
                               $<TARGET_FILE:pendulum> ${PROJECT_SOURCE_DIR}/doc/tutorial.md)
set_tests_properties(tutorial PROPERTIES TIMEOUT 600)
# Installs to a prefix and uses the program from there.
add_test(NAME install COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/install/run.py
                              ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR})
set_tests_properties(install PROPERTIES TIMEOUT 300)
