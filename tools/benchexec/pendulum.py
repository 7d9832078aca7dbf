"""Tool-info module of BenchExec for Pendulum, for the conventions of SV-COMP.

BenchExec finds the module if the root of the repository is in PYTHONPATH (doc/benchexec.md):

  PATH=$PWD/build:$PATH PYTHONPATH=$PWD python3 -m benchexec.test_tool_info tools.benchexec.pendulum
"""
import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.template import UnsupportedFeatureException

# Pendulum's exit codes (src/main/command_line/exit_code.h).
EXIT_USAGE, EXIT_INPUT, EXIT_INTERNAL = 1, 2, 6
BYTES_PER_MIB = 1024 * 1024

FALSE_RESULTS = {
    "unreach-call": result.RESULT_FALSE_REACH,
    "no-overflow": result.RESULT_FALSE_OVERFLOW,
    "valid-deref": result.RESULT_FALSE_DEREF,
    "valid-free": result.RESULT_FALSE_FREE,
    "valid-memtrack": result.RESULT_FALSE_MEMTRACK,
}
# Results for the reasons of the verdict unknown; a reason ends at its first colon.
UNKNOWN_RESULTS = {
    "timeout": result.RESULT_TIMEOUT,
    "memory": "OUT OF MEMORY",
}


class Tool(benchexec.tools.template.BaseTool2):
    """Pendulum, a software model checker for C."""

    # The program contains the models of the C library. It calls clang-19, which has to be installed.
    REQUIRED_PATHS = ["pendulum"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("pendulum", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="pendulum")

    def name(self):
        return "Pendulum"

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        model = self._data_model(task)
        if model:
            command += ["--data-model", model]
        given = {option.partition("=")[0] for option in options}
        # BenchExec enforces the limit; Pendulum should answer before it.
        time = rlimits.walltime or rlimits.cputime
        if time and "--timeout" not in given:
            command += ["--timeout", str(time)]
        if rlimits.memory and "--memory" not in given:
            command += ["--memory", str(rlimits.memory // BYTES_PER_MIB)]
        if rlimits.cpu_cores and not given & {"--jobs", "-j"}:
            command += ["--jobs", str(rlimits.cpu_cores)]
        return command + list(task.input_files_or_identifier)

    @staticmethod
    def _data_model(task):
        if not isinstance(task.options, dict):
            return None
        if task.options.get("language", "C") != "C":
            raise UnsupportedFeatureException(f"Pendulum does not support {task.options['language']}")
        model = task.options.get("data_model")
        if model not in (None, "ILP32", "LP64"):
            raise UnsupportedFeatureException(f"unsupported data model {model} for a C task")
        return model

    def determine_result(self, run):
        for line in reversed(run.output):
            if line.startswith("RESULT: "):
                return self._result_of(line[len("RESULT: "):].strip())
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.exit_code.signal:
            return f"KILLED BY SIGNAL {run.exit_code.signal}"
        words = {EXIT_USAGE: "wrong command line", EXIT_INPUT: "unreadable input", EXIT_INTERNAL: "internal error"}
        word = words.get(run.exit_code.value)
        return f"{result.RESULT_ERROR} ({word})" if word else result.RESULT_ERROR

    @staticmethod
    def _result_of(text):
        word, _, detail = text.partition("(")
        detail = detail[:-1] if detail.endswith(")") else detail
        if word == "true":
            return result.RESULT_TRUE_PROP
        if word == "false":
            return FALSE_RESULTS.get(detail, f"{result.RESULT_FALSE_PROP}({detail})" if detail else
                                     result.RESULT_FALSE_PROP)
        if word != "unknown":
            return result.RESULT_ERROR
        reason = detail.partition(":")[0].strip()
        if reason == "crash":
            return f"{result.RESULT_ERROR} (crash)"
        # Results with the same reason form one group in BenchExec's tables.
        return UNKNOWN_RESULTS.get(reason, f"{result.RESULT_UNKNOWN} ({reason})" if reason else result.RESULT_UNKNOWN)
