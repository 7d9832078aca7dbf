# The models of the C library travel inside of the binary as C text; clang compiles them for a program that needs them.
set(models ${PROJECT_SOURCE_DIR}/src/frontend/llvm/models)
set(model_source ${PROJECT_BINARY_DIR}/model_source.cpp)
file(GLOB model_files CONFIGURE_DEPENDS ${models}/*.c)
add_custom_command(
  OUTPUT ${model_source}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${model_source} -DMODELS=${models}
          -P ${PROJECT_SOURCE_DIR}/cmake/EmbedModels.cmake
  DEPENDS ${model_files} ${PROJECT_SOURCE_DIR}/cmake/EmbedModels.cmake
  VERBATIM)
target_sources(pendulum_frontend_llvm PRIVATE ${model_source})
