# The binary contains the models of the C library as C text; clang compiles them for a program that uses them.
set(models ${PROJECT_SOURCE_DIR}/src/frontend/llvm/models/c)
set(model_source ${PROJECT_BINARY_DIR}/model_source.cpp)
file(GLOB model_files CONFIGURE_DEPENDS ${models}/*.c ${models}/real/*.c)
add_custom_command(
  OUTPUT ${model_source}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${model_source} -DMODELS=${models}
          -P ${PROJECT_SOURCE_DIR}/cmake/EmbedModels.cmake
  DEPENDS ${model_files} ${PROJECT_SOURCE_DIR}/cmake/EmbedModels.cmake
  VERBATIM)
target_sources(pendulum_frontend_llvm_models PRIVATE ${model_source})

# The binary contains the table of library functions (doc/library.md) as well.
set(table ${PROJECT_SOURCE_DIR}/src/frontend/llvm/models/library)
set(table_source ${PROJECT_BINARY_DIR}/library_table.cpp)
file(GLOB table_files CONFIGURE_DEPENDS ${table}/*.txt)
add_custom_command(
  OUTPUT ${table_source}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${table_source} -DTABLE=${table}
          -P ${PROJECT_SOURCE_DIR}/cmake/EmbedLibrary.cmake
  DEPENDS ${table_files} ${PROJECT_SOURCE_DIR}/cmake/EmbedLibrary.cmake
  VERBATIM)
target_sources(pendulum_frontend_llvm_models PRIVATE ${table_source})
