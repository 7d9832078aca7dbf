#include "frontend/llvm/extern_models.h"

#include <algorithm>
#include <array>

#include "frontend/llvm/instrument.h"
#include "frontend/llvm/overflow.h"
#include "frontend/llvm/prepare.h"

namespace pendulum::frontend {

namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 2> assume_names{"__VERIFIER_assume", "assume"};
constexpr std::array<std::string_view, 7> end_names{"abort",      "exit",           "_exit",        "_Exit",
                                                    "quick_exit", "__builtin_trap", "__assert_fail"};
// They read through their pointers at most. free: an access to freed memory is undefined and may be followed.
// Files and streams are the world's: what is read from them is arbitrary anyway.
constexpr std::array<std::string_view, 52> harmless_names{
    "printf",   "fprintf", "puts",   "putchar", "putc",   "fputs", "fputc",  "perror",  "fflush",  "vprintf",
    "vfprintf", "strlen",  "strcmp", "strncmp", "memcmp", "atoi",  "atol",   "isalpha", "isdigit", "isspace",
    "toupper",  "tolower", "free",   "write",   "fwrite", "rand",  "srand",  "strnlen", "printk",  "getchar",
    "fopen",    "fclose",  "feof",   "ferror",  "fseek",  "ftell", "rewind", "fileno",  "open",    "close",
    "lseek",    "access",  "unlink", "remove",  "rename", "mkdir", "rmdir",  "sleep",   "usleep",  "clock",
    "srandom",  "clearerr"};
constexpr std::array<std::string_view, 12> format_names{"sprintf",  "snprintf",  "vsprintf", "vsnprintf",
                                                        "asprintf", "vasprintf", "scanf",    "fscanf",
                                                        "sscanf",   "vscanf",    "vfscanf",  "vsscanf"};
constexpr std::array<std::string_view, 2> prefixes{"__isoc99_", "__isoc23_"};
// The heap, threads, jumps, and functions that call others.
constexpr std::array<std::string_view, 53> unsupported_names{"malloc",
                                                             "calloc",
                                                             "realloc",
                                                             "valloc",
                                                             "memalign",
                                                             "aligned_alloc",
                                                             "posix_memalign",
                                                             "strdup",
                                                             "kmalloc",
                                                             "alloca",
                                                             "pthread_create",
                                                             "pthread_join",
                                                             "pthread_once",
                                                             "pthread_atfork",
                                                             "thrd_create",
                                                             "thrd_join",
                                                             "call_once",
                                                             "tss_create",
                                                             "pthread_key_create",
                                                             "fork",
                                                             "vfork",
                                                             "clone",
                                                             "setjmp",
                                                             "_setjmp",
                                                             "__sigsetjmp",
                                                             "sigsetjmp",
                                                             "longjmp",
                                                             "siglongjmp",
                                                             "makecontext",
                                                             "swapcontext",
                                                             "setcontext",
                                                             "signal",
                                                             "bsd_signal",
                                                             "sysv_signal",
                                                             "__sysv_signal",
                                                             "sigset",
                                                             "sigaction",
                                                             "atexit",
                                                             "on_exit",
                                                             "at_quick_exit",
                                                             "qsort",
                                                             "qsort_r",
                                                             "bsearch",
                                                             "lfind",
                                                             "lsearch",
                                                             "tsearch",
                                                             "tfind",
                                                             "tdelete",
                                                             "twalk",
                                                             "ftw",
                                                             "nftw",
                                                             "scandir",
                                                             "timer_create"};

}  // namespace

std::string_view plain_name(std::string_view function) {
  for (const std::string_view prefix : prefixes)
    if (function.starts_with(prefix)) return function.substr(prefix.size());
  return function;
}

ExternModel extern_model(std::string_view function) {
  function = plain_name(function);
  if (function == error_function) return ExternModel::Error;
  if (function == overflow_function) return ExternModel::Overflow;
  if (function == uninitialised_function) return ExternModel::Uninitialised;
  if (function == object_size_function) return ExternModel::ObjectSize;
  if (function == is_behind_function) return ExternModel::IsBehind;
  if (function == unsupported_function) return ExternModel::NotModelled;
  if (function == "__pendulum_assume_fits") return ExternModel::Fits;
  if (contains(assume_names, function)) return ExternModel::Assume;
  if (function == stop_function || contains(end_names, function)) return ExternModel::End;
  if (function.starts_with("__VERIFIER_nondet_") || function.starts_with("nondet") || function == "unknown")
    return ExternModel::Nondet;
  if (contains(harmless_names, function)) return ExternModel::Harmless;
  if (contains(format_names, function)) return ExternModel::Format;
  // Atomic operations on objects that no instruction can handle at once.
  if (contains(unsupported_names, function) || function.starts_with("__atomic_"))
    return ExternModel::Unsupported;
  return ExternModel::Unknown;
}

}  // namespace pendulum::frontend
