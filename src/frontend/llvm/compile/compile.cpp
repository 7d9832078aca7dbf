// Compiles C files with clang -O0 to bitcode, parses the bitcode and links the modules. clang reads the
// user's file directly, so that all lines and columns in its messages and in its debug information refer to
// the source.
//
// Soundness: this file applies no optimisation. The following flags of clang affect the meaning: -O0, no
// attributes noundef (passes may use them), -fno-builtin (a call remains a call, and clang assumes nothing
// about libc), -ffp-contract=off, -fno-strict-aliasing, and -fwrapv if the user requests wrapping arithmetic.
#include "frontend/llvm/compile/compile.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/process/process.h"
#include "frontend/llvm/compile/compiler_flags.h"
#include "frontend/llvm/compile/const_objects.h"
#include "frontend/llvm/compile/undeclared_functions.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/ir/scopes.h"

namespace pendulum::frontend {

namespace {

constexpr const char* clang = "clang-19";

/// Throws InputError unless the file can be read and looks like text.
void check_source(const std::string& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) throw base::InputError(file + ": no such file");
  if (error) throw base::InputError(file + ": " + error.message());
  if (std::filesystem::is_directory(status)) throw base::InputError(file + ": is a directory, not a C file");
  if (!std::filesystem::is_regular_file(status)) throw base::InputError(file + ": is not a regular file");
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf() || in.peek() == std::ifstream::traits_type::eof())) {
    throw base::InputError(file + ": cannot be read");
  }
  if (text.str().find('\0') != std::string::npos)
    throw base::InputError(file + ": is not a C file (binary data)");
}

/// The directory of pendulum.h: in the source tree and after an installation, it is the directory `include`
/// beside that of the program. Empty if it does not exist.
std::string header_directory() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path directory = program.parent_path().parent_path() / "include";
  return std::filesystem::exists(directory / "pendulum.h", error) ? directory.string() : "";
}

void write_text(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw base::InputError("cannot write the temporary file " + file);
}

/// Limits for the part of clang's output that the user sees. Further errors are usually consequences of the
/// first ones.
constexpr int max_shown_errors = 3;
constexpr std::size_t max_shown_characters = 500;

/// The first errors of clang's output, without the source excerpts. If clang reports its failure in another
/// form, the start of the output.
std::string error_lines(const std::string& output) {
  std::istringstream lines(output);
  std::string result;
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error: ") == std::string::npos || ++count > max_shown_errors) continue;
    result += (result.empty() ? "" : "\n") + line;
  }
  return result.empty() ? output.substr(0, max_shown_characters) : result;
}

/// Does clang mark the begin and the end of the lifetime of locals (scopes.h)?
enum class ScopeMarks { No, Yes };

/// The compilation of one C file to bitcode.
class Compilation {
 public:
  Compilation(const Options& options, const std::string& file, std::string stem, ScopeMarks marks,
              const base::StopToken& stop)
      : options_(options), file_(file), stem_(std::move(stem)), marks_(marks), stop_(stop) {}

  /// Returns the path of the bitcode. Tries several modes until clang accepts the file.
  std::string run() {
    check_source(file_);
    std::string errors;  // errors of the first attempt
    for (const Mode& mode : {Mode{"gnu17", InlineBodies::Kept}, Mode{"gnu89", InlineBodies::Kept},
                             Mode{"gnu17", InlineBodies::AsCompiled}}) {
      const base::CommandResult result = translate(mode);
      if (result.exit_code == 0) {
        declare_library_functions(mode, result.error);
        return stem_ + ".bc";
      }
      if (errors.empty()) errors = error_lines(result.error);
    }
    throw base::InputError(file_ + " cannot be compiled:\n" + errors);
  }

 private:
  /// clang -O0 drops the body of an inline function whose definition is not external (C17 6.7.4 p7), unless
  /// the function has the attribute always_inline. In mode Kept, macros add this attribute to the keyword
  /// `inline`. The mode AsCompiled, without the macros, is needed for `asm inline (...)`, where no attribute
  /// is allowed.
  enum class InlineBodies { Kept, AsCompiled };
  struct Mode {
    std::string standard;
    InlineBodies bodies;
  };

  /// Compiles again with declarations of those library functions that clang reports as undeclared.
  void declare_library_functions(const Mode& mode, const std::string& warnings) const {
    std::string declarations = declarations_of_undeclared(warnings);
    if (declarations.empty()) return;
    base::CommandResult result = translate_with(declarations, mode);
    if (result.exit_code != 0) {
      declarations = declarations_of_undeclared(warnings, result.error);
      result = translate_with(declarations, mode);
    }
    // The program's own types are incompatible with those of the library: compile it without the
    // declarations.
    if (result.exit_code != 0) result = translate(mode);
    PENDULUM_CHECK(result.exit_code == 0, "clang should accept {} again: {}", file_, result.error);
  }

  base::CommandResult translate_with(const std::string& declarations, const Mode& mode) const {
    const std::string header = stem_ + ".h";
    write_text(header, declarations + "\n");
    return translate(mode, {"-include", header});
  }

  base::CommandResult run_clang(const std::vector<std::string>& arguments) const {
    base::CommandLimits limits;
    constexpr auto default_time = std::chrono::minutes(10);  // if the user sets no timeout
    limits.time = stop_.remaining().value_or(default_time);
    std::vector<std::string> command = machine_flags(options_.data_model);
    command.insert(command.begin(), clang);
    command.insert(command.end(), arguments.begin(), arguments.end());
    base::CommandResult result = base::run_command(command, limits);
    stop_.throw_if_stopped();
    if (result.timed_out) throw base::InputError(file_ + ": clang did not finish in time");
    // The machine may have killed clang, and the input need not be the cause.
    if (result.signal != 0)
      throw base::InternalError(file_ + ": clang was ended by signal " + std::to_string(result.signal));
    return result;
  }

  /// Arguments that determine how clang preprocesses the source. A file .i is already preprocessed: neither
  /// the user's macros nor the predefined ones must be applied to it again. In its mode `cpp-output`, clang
  /// expands no macros at all, not even those for `inline`; therefore the mode is C without predefined
  /// macros.
  std::vector<std::string> preprocessor_arguments(InlineBodies bodies) const {
    std::vector<std::string> arguments{"-x", "c"};
    if (bodies == InlineBodies::Kept)
      for (const std::string word : {"inline", "__inline", "__inline__"})
        arguments.push_back("-D" + word + "=" + word + " __attribute__((always_inline))");
    if (file_.ends_with(".i")) {
      arguments.push_back("-undef");
      return arguments;
    }
    const std::vector<std::string> flags = sort_compiler_flags(options_).preprocessor;
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    if (const std::string directory = header_directory(); !directory.empty())
      arguments.insert(arguments.end(), {"-idirafter", directory});
    return arguments;
  }

  /// The file name in a form that clang accepts. clang expands `@name` to the contents of a file, and passes
  /// a name that begins with a dash to its phases as an option, even after `--`.
  std::string name_for_clang() const {
    return file_.starts_with('-') || file_.starts_with('@') ? "./" + file_ : file_;
  }

  base::CommandResult translate(const Mode& mode, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = preprocessor_arguments(mode.bodies);
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::vector<std::string> fixed{
        "-c", "-emit-llvm", "-o", stem_ + ".bc", "-O0", "-Xclang", "-disable-O0-optnone", "-Xclang",
        "-no-enable-noundef-analysis", "-g", "-fno-discard-value-names", "-fno-builtin",
        "-fno-strict-aliasing", "-ffp-contract=off", "-fno-stack-protector",
        // Disables all passes, even the inliner of functions with always_inline.
        "-Xclang", "-disable-llvm-passes",
        // Soundness: with this option, labels are debug intrinsics while clang generates code. As debug
        // records they would not count as contents of a block, and clang would merge a label at the end of a
        // function, `ERROR: ;`, with the block of all return statements.
        "-mllvm", "-experimental-debuginfo-iterators=false",
        // In old C, several files may contain `int x;` for the same object.
        "-fcommon",
        // Old C allows calls of undeclared functions and mixes pointers with integers.
        "-Wno-everything", "-Wimplicit-function-declaration", "-Wno-error=implicit-function-declaration",
        "-Wno-implicit-int", "-Wno-int-conversion", "-Wno-incompatible-pointer-types",
        "-Wno-incompatible-function-pointer-types", "-Wno-return-type", "-Wno-return-mismatch",
        "-std=" + mode.standard};
    arguments.insert(arguments.end(), fixed.begin(), fixed.end());
    if (marks_ == ScopeMarks::Yes)
      arguments.insert(arguments.end(), {"-Xclang", "-fsanitize-address-use-after-scope"});
    if (options_.signed_overflow == SignedOverflow::Wraps) arguments.push_back("-fwrapv");
    if (options_.properties.contains(property::Property::NoOverflow))
      for (std::string& flag : overflow_flags()) arguments.push_back(std::move(flag));
    if (checks_fields(options_))
      arguments.insert(arguments.end(), {"-fsanitize=array-bounds", "-fsanitize-trap=array-bounds",
                                         // Only a last member [], [0] or [1] may be longer than declared.
                                         "-fstrict-flex-arrays=1"});
    const std::vector<std::string> flags = sort_compiler_flags(options_).language;
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.insert(arguments.end(), {"--", name_for_clang()});
    return run_clang(arguments);
  }

  const Options& options_;
  const std::string& file_;
  std::string stem_;  ///< path of temporary files without their suffix
  ScopeMarks marks_;
  const base::StopToken& stop_;
};

/// Appends the linker's error messages to a string. This is a function and not a class derived from LLVM's
/// handler because LLVM is built without run-time type information.
void collect_errors(const llvm::DiagnosticInfo* info, void* errors) {
  if (info->getSeverity() != llvm::DS_Error) return;
  llvm::raw_string_ostream out(*static_cast<std::string*>(errors));
  llvm::DiagnosticPrinterRawOStream printer(out);
  info->print(printer);
}

std::unique_ptr<llvm::Module> parse(llvm::LLVMContext& context, const std::string& path,
                                    const std::string& file) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(path, diagnostic, context);
  PENDULUM_CHECK(module != nullptr, "the bitcode that clang made of {} should be readable: {}", file,
                 diagnostic.getMessage().str());
  return module;
}

/// The options with the flags of the file before those of all files.
Options with_file_flags(const Options& options, const std::string& file) {
  Options result = options;
  const auto own = options.file_flags.find(file);
  if (own == options.file_flags.end()) return result;
  result.compiler_flags.insert(result.compiler_flags.begin(), own->second.begin(), own->second.end());
  check_compiler_flags(result);
  return result;
}

/// Compiles one file. Compiles it again with marks at the end of lifetimes if valid-deref is checked and
/// pointers to locals of inner blocks may be kept.
std::unique_ptr<llvm::Module> compile_file(llvm::LLVMContext& context, const Options& options,
                                           std::size_t number, const std::string& directory,
                                           base::Statistics& statistics, const base::StopToken& stop) {
  PENDULUM_CHECK(number < options.files.size(), "file {} should be one of {}", number, options.files.size());
  const std::string& file = options.files[number];
  const Options file_options = with_file_flags(options, file);
  const auto with = [&](ScopeMarks marks) {
    std::string bitcode;
    {
      base::ScopedTimer timer(statistics.seconds("frontend.clang_time"));
      bitcode = Compilation(file_options, file, directory + "/" + std::to_string(number), marks, stop).run();
    }
    return parse(context, bitcode, file);
  };
  std::unique_ptr<llvm::Module> module = with(ScopeMarks::No);
  if (options.properties.contains(property::Property::ValidDeref) && hands_out_block_locals(*module))
    module = with(ScopeMarks::Yes);
  return module;
}

/// Throws Unsupported for file-scope assembler, because it can define and change anything. Comment lines are
/// ignored.
void refuse_assembler(const llvm::Module& module, const std::string& file) {
  std::istringstream lines(module.getModuleInlineAsm());
  for (std::string line; std::getline(lines, line);) {
    const llvm::StringRef text = llvm::StringRef(line).trim();
    if (!text.empty() && !text.starts_with("#"))
      throw base::Unsupported("file-scope assembler `" + text.str() + "`", file);
  }
}

unsigned pointer_bits(DataModel data_model) {
  switch (data_model) {
    case DataModel::Ilp32:
      return 32;
    case DataModel::Lp64:
      return 64;
  }
  PENDULUM_UNREACHABLE();
}

/// After linking, common objects and inline functions are ordinary definitions.
void define_ordinarily(llvm::Module& module) {
  for (llvm::GlobalVariable& global : module.globals()) {
    if (!global.hasCommonLinkage()) continue;
    global.setLinkage(llvm::GlobalValue::ExternalLinkage);
    // `const int x;` defines a constant. clang does not mark it as such because another file may define it.
    if (is_defined_const(global)) global.setConstant(true);
  }
  for (llvm::Function& function : module) {
    function.removeFnAttr(llvm::Attribute::AlwaysInline);
    // No other file defines the function; otherwise the linker would have taken that definition.
    if (function.hasAvailableExternallyLinkage()) function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

}  // namespace

bool checks_fields(const Options& options) {
  return options.bounds == Bounds::Fields && options.properties.contains(property::Property::ValidDeref);
}

std::unique_ptr<llvm::Module> compile(llvm::LLVMContext& context, const Options& options,
                                      const std::string& directory, const base::Logger& logger,
                                      base::Statistics& statistics, const base::StopToken& stop) {
  PENDULUM_CHECK(!directory.empty(), "there should be a directory for temporary files");
  if (options.files.empty()) throw base::UsageError("no input file");
  check_compiler_flags(options);
  std::string link_errors;
  context.setDiagnosticHandlerCallBack(collect_errors, &link_errors);
  std::unique_ptr<llvm::Module> program;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    const std::string& file = options.files[i];
    logger.progress("compiling {}", file);
    std::unique_ptr<llvm::Module> module = compile_file(context, options, i, directory, statistics, stop);
    refuse_assembler(*module, file);
    base::ScopedTimer timer(statistics.seconds("frontend.link_time"));
    if (program == nullptr) {
      program = std::move(module);
    } else if (llvm::Linker::linkModules(*program, std::move(module))) {
      throw base::InputError(file + " cannot be linked with the files before it: " + link_errors);
    }
  }
  context.setDiagnosticHandlerCallBack(nullptr);
  define_ordinarily(*program);
  PENDULUM_CHECK(program->getDataLayout().getPointerSizeInBits() == pointer_bits(options.data_model),
                 "the program should have the data model that the options state");
  PENDULUM_DCHECK(violated_rules(*program).empty(), "the module should be valid after linking: {}",
                  violated_rules(*program));
  statistics.counter("frontend.files") += options.files.size();
  return program;
}

}  // namespace pendulum::frontend
