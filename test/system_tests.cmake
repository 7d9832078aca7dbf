# Tests that run programs instead of linking libraries.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_test(NAME tools.dependencies
         COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_dependencies.py)
add_test(NAME tools.check_dependencies_test
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tools/check_dependencies_test.py)
