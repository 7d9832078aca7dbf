# Unity builds (CMAKE_UNITY_BUILD, on in most presets) compile all files of a folder as one translation unit. Headers are
# more than half of the compile time, so this is three times faster. The preset `single` compiles each file on its own,
# which is faster while one file is edited, shows missing #include lines, and is what clang-tidy needs.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)  # no limit: the largest folder has 17 files

# These files stay alone, because another file of their folder uses the same names in its unnamed namespace, or because
# their external headers are expensive.
set_source_files_properties(
  src/certificate/serialize.cpp
  src/check/replay/harness_prelude.cpp
  src/domain/domain.cpp
  src/domain/unswitch.cpp
  src/engine/euforia/simulation.cpp
  src/facts/flags/bdd.cpp
  src/frontend/llvm/models/scan_calls.cpp
  src/frontend/llvm/rewrite/variadic_functions.cpp
  src/main/verify/verify.cpp
  src/term/traverse.cpp
  src/witness/expression/c_text.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# In a unity build a name of one file may shadow a global name of another file, and a class may have members from the
# unnamed namespace of its own file. Neither is an error in the code.
if(CMAKE_UNITY_BUILD)
  target_compile_options(pendulum_warnings INTERFACE -Wno-shadow -Wshadow=local -Wno-subobject-linkage)
endif()
