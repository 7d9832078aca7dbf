# External libraries, all from Debian packages (tools/packages.txt).
include(FindPkgConfig)
find_package(LLVM 19.1 REQUIRED CONFIG)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
pkg_check_modules(Z3 REQUIRED IMPORTED_TARGET z3)
pkg_check_modules(GMPXX REQUIRED IMPORTED_TARGET gmpxx)
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)

# cvc5 has no CMake configuration.
find_path(CVC5_INCLUDE_DIR cvc5/cvc5.h REQUIRED)
find_library(CVC5_LIBRARY cvc5 REQUIRED)
add_library(pendulum_cvc5_api INTERFACE)
target_include_directories(pendulum_cvc5_api SYSTEM INTERFACE ${CVC5_INCLUDE_DIR})
add_library(pendulum_cvc5_library SHARED IMPORTED)
set_target_properties(pendulum_cvc5_library PROPERTIES IMPORTED_LOCATION ${CVC5_LIBRARY})
target_link_libraries(pendulum_cvc5_api INTERFACE pendulum_cvc5_library)

# CaDiCaL has none either. Debian's libcvc5.so contains and exports an older CaDiCaL. Pendulum links CaDiCaL as a static
# archive with hidden symbols, so that each calls its own version. The archive has to come before cvc5 on the command line
# of the linker, so it is declared to need cvc5.
find_path(CADICAL_INCLUDE_DIR cadical.hpp REQUIRED)
find_library(CADICAL_LIBRARY libcadical.a REQUIRED)
add_library(pendulum_cadical_api INTERFACE)
target_include_directories(pendulum_cadical_api SYSTEM INTERFACE ${CADICAL_INCLUDE_DIR})
add_library(pendulum_cadical_library STATIC IMPORTED)
set_target_properties(pendulum_cadical_library PROPERTIES IMPORTED_LOCATION ${CADICAL_LIBRARY}
                                                          INTERFACE_LINK_LIBRARIES pendulum_cvc5_library)
target_link_libraries(pendulum_cadical_api INTERFACE pendulum_cadical_library)
target_link_options(pendulum_cadical_api INTERFACE LINKER:--exclude-libs,libcadical.a)

# PPL has none either.
find_path(PPL_INCLUDE_DIR ppl.hh REQUIRED)
find_library(PPL_LIBRARY ppl REQUIRED)
add_library(pendulum_ppl_api INTERFACE)
target_include_directories(pendulum_ppl_api SYSTEM INTERFACE ${PPL_INCLUDE_DIR})
target_link_libraries(pendulum_ppl_api INTERFACE ${PPL_LIBRARY} PkgConfig::GMPXX)

# BuDDy (decision diagrams) has none either.
find_path(BUDDY_INCLUDE_DIR bdd.h REQUIRED)
find_library(BUDDY_LIBRARY bdd REQUIRED)
add_library(pendulum_buddy_api INTERFACE)
target_include_directories(pendulum_buddy_api SYSTEM INTERFACE ${BUDDY_INCLUDE_DIR})
target_link_libraries(pendulum_buddy_api INTERFACE ${BUDDY_LIBRARY})

add_library(pendulum_llvm_api INTERFACE)
target_include_directories(pendulum_llvm_api SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(pendulum_llvm_api INTERFACE ${LLVM_DEFINITIONS_LIST})
target_link_libraries(pendulum_llvm_api INTERFACE LLVM)
