# Script: writes the manual pages and the completion for bash, which the binary prints.
#   cmake -DPENDULUM=BINARY -DOUTPUT=DIRECTORY -P Manual.cmake
execute_process(COMMAND ${PENDULUM} man --list OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" commands "${commands}")
file(REMOVE_RECURSE ${OUTPUT}/man)
file(MAKE_DIRECTORY ${OUTPUT}/man)
foreach(command IN ITEMS "" ${commands})
  string(JOIN "-" page pendulum ${command})
  execute_process(COMMAND ${PENDULUM} man ${command} OUTPUT_FILE ${OUTPUT}/man/${page}.1 COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${PENDULUM} completion bash OUTPUT_FILE ${OUTPUT}/pendulum.bash COMMAND_ERROR_IS_FATAL ANY)
