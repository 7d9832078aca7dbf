# Script: writes the table of library functions as one C++ string literal.
#   cmake -DOUTPUT=FILE.cpp -DTABLE=DIRECTORY -P EmbedLibrary.cmake
file(GLOB parts ${TABLE}/*.txt)
list(SORT parts)
set(text "")
foreach(part IN LISTS parts)
  file(READ ${part} content)
  string(APPEND text "${content}\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by cmake/EmbedLibrary.cmake.
#include \"frontend/llvm/models/library_functions.h\"

namespace pendulum::frontend {

const std::string_view library_table = R\"pendulum(${text})pendulum\";

}  // namespace pendulum::frontend
")
