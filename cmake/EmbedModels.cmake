# Script: writes the models of the C library as one C++ string literal.
#   cmake -DOUTPUT=FILE.cpp -DMODELS=DIRECTORY -P EmbedModels.cmake
#
# The files real/each_*.c are written once for all floating-point types. In their names, _R is the suffix of the type
# and _M the letter that the compiler's run-time library has for it.
set(text "")
macro(append file)
  file(READ ${MODELS}/${file}.c content)
  string(APPEND text "${content}\n")
endmacro()
macro(append_math type suffix letter)
  append(real/${type})
  foreach(part classify round compare scale divide complex contract)
    file(READ ${MODELS}/real/each_${part}.c content)
    string(REPLACE "_R" "${suffix}" content "${content}")
    string(REPLACE "_M" "${letter}" content "${content}")
    string(APPEND text "${content}\n")
  endforeach()
  append(real/end)
endmacro()

foreach(part common string strings ctype locale stdlib numbers decimal stdio format scan sscan wide multibyte math)
  append(${part})
endforeach()
append_math(float f s)
append_math(double "" d)
append_math(long_double l x)
foreach(part fenv system time strftime getopt fortify access memory_streams verifier)
  append(${part})
endforeach()

file(WRITE ${OUTPUT} "// Made by cmake/EmbedModels.cmake.
#include \"frontend/llvm/models/models.h\"

namespace pendulum::frontend {

const std::string_view model_source = R\"pendulum(${text})pendulum\";

}  // namespace pendulum::frontend
")
