# Script: writes the models of the C library as one C++ string literal.
#   cmake -DOUTPUT=FILE.cpp -DMODELS=DIRECTORY -P EmbedModels.cmake
set(text "")
foreach(part common string ctype stdlib stdio format scan sscan wide math system fortify access verifier)
  file(READ ${MODELS}/${part}.c content)
  string(APPEND text "${content}\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by cmake/EmbedModels.cmake.
#include \"frontend/llvm/models/models.h\"

namespace pendulum::frontend {

const std::string_view model_source = R\"pendulum(${text})pendulum\";

}  // namespace pendulum::frontend
")
