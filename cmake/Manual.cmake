# Script: writes the manual pages and the completion for bash, which the binary prints.
#   cmake -DPENDULUM=BINARY -DOUTPUT=DIRECTORY -P Manual.cmake
foreach(command IN ITEMS "" verify validate encode report bench engines models)
  string(JOIN "-" page pendulum ${command})
  execute_process(COMMAND ${PENDULUM} man ${command} OUTPUT_FILE ${OUTPUT}/${page}.1 COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${PENDULUM} completion bash OUTPUT_FILE ${OUTPUT}/pendulum.bash COMMAND_ERROR_IS_FATAL ANY)
