# One library per folder of src/, one unit-test program per folder of test/unit/.
#
# src/dependencies.txt lists the folders that each folder may include. The libraries are linked according to
# it, and tools/check_dependencies.py checks the #include lines against it.

add_library(pendulum_warnings INTERFACE)
target_compile_options(pendulum_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                                   -Wswitch-enum -Wno-missing-field-initializers
                                                   -Wno-restrict)  # g++ 12 warns about std::string +: bug 105329
if(CMAKE_BUILD_TYPE STREQUAL Debug)  # at -O1, g++ 12 reports inactive members of std::variant and LLVM's operator new
  target_compile_options(pendulum_warnings INTERFACE -Wno-maybe-uninitialized -Wno-mismatched-new-delete)
endif()
if(PENDULUM_WERROR)
  target_compile_options(pendulum_warnings INTERFACE -Werror)
endif()

# External libraries of a folder.
set(external_base fmt::fmt PkgConfig::GMPXX)
set(external_smt_z3 PkgConfig::Z3)
set(external_smt_cvc5 pendulum_cvc5_api)
set(external_smt_cadical pendulum_cadical_api)
set(external_domain pendulum_ppl_api)
set(external_facts_flags pendulum_buddy_api)
foreach(part IN ITEMS "" _ir _models _analysis _instrument _compile _rewrite _state _objects _memory _walk _calls _translate)
  set(external_frontend_llvm${part} pendulum_llvm_api)
endforeach()
set(external_report nlohmann_json::nlohmann_json)
set(external_report_page nlohmann_json::nlohmann_json)
set(external_certificate nlohmann_json::nlohmann_json)
set(external_check_replay nlohmann_json::nlohmann_json PkgConfig::SECCOMP)
set(external_witness yaml-cpp)
set(external_input yaml-cpp nlohmann_json::nlohmann_json)
set(external_campaign yaml-cpp nlohmann_json::nlohmann_json)
set(external_main_command_line CLI11::CLI11)

function(pendulum_add_libraries)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/dependencies.txt)
  file(STRINGS ${PROJECT_SOURCE_DIR}/src/dependencies.txt lines REGEX "^[a-z]")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([a-z0-9_/]+): *(.*)$" _ "${line}")
    set(folder ${CMAKE_MATCH_1})
    string(REPLACE " " ";" needs "${CMAKE_MATCH_2}")
    string(REPLACE "/" "_" name ${folder})
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "/main/main\\.cpp$")
    if(sources)
      add_library(pendulum_${name} STATIC ${sources})
      target_link_libraries(pendulum_${name} PRIVATE pendulum_warnings)
      set(scope PUBLIC)
    else()
      add_library(pendulum_${name} INTERFACE)
      set(scope INTERFACE)
    endif()
    target_include_directories(pendulum_${name} ${scope} ${PROJECT_SOURCE_DIR}/src)
    if(PENDULUM_DCHECK)
      target_compile_definitions(pendulum_${name} ${scope} PENDULUM_DCHECK_ENABLED)
    endif()
    foreach(need IN LISTS needs)
      string(REPLACE "/" "_" need_name ${need})
      target_link_libraries(pendulum_${name} ${scope} pendulum_${need_name})
    endforeach()
    target_link_libraries(pendulum_${name} ${scope} ${external_${name}})
  endforeach()
endfunction()
