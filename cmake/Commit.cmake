# Defines base::commit. The commit is looked up at every build; the file changes only if the commit does.
#
#   include(Commit)                                        adds the file to pendulum_base
#   cmake -DOUTPUT=FILE.cpp -DSOURCE=DIRECTORY -P Commit.cmake    writes the file
if(NOT DEFINED OUTPUT)
  set(commit_file ${PROJECT_BINARY_DIR}/commit.cpp)
  add_custom_target(pendulum_commit BYPRODUCTS ${commit_file}
                    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${commit_file} -DSOURCE=${PROJECT_SOURCE_DIR}
                            -P ${CMAKE_CURRENT_LIST_FILE})
  set_source_files_properties(${commit_file} PROPERTIES GENERATED ON SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(pendulum_base PRIVATE ${commit_file})
  add_dependencies(pendulum_base pendulum_commit)
  return()
endif()

execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=10 --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
# Without git, or if git refuses a directory of another user, the files of the repository contain the commit. The suffix
# states that the sources were not compared with it.
if(failed)
  set(commit unknown)
  set(repository ${SOURCE}/.git)
  set(head "")
  if(EXISTS ${repository}/HEAD)
    file(READ ${repository}/HEAD head)
  endif()
  if(head MATCHES "^ref: ([^\n]+)")
    set(branch ${CMAKE_MATCH_1})
    set(head "")
    if(EXISTS ${repository}/${branch})
      file(READ ${repository}/${branch} head)
    elseif(EXISTS ${repository}/packed-refs)
      file(STRINGS ${repository}/packed-refs packed REGEX "^[0-9a-f]+ ${branch}$")
      list(JOIN packed "" head)
    endif()
  endif()
  if(head MATCHES "^([0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f])[0-9a-f]+")
    set(commit ${CMAKE_MATCH_1}-unverified)
  endif()
endif()
set(text "// Made by cmake/Commit.cmake.
#include \"base/version.h\"

namespace pendulum::base {

const char* const commit = \"${commit}\";

}  // namespace pendulum::base
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
