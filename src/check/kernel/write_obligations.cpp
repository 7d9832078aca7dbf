// Each file is written under a temporary name and renamed when it is complete, so that no incomplete file has
// a final name.
#include "check/kernel/write_obligations.h"

#include <fmt/core.h>

#include <cctype>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "term/print.h"

namespace pendulum::check {

namespace {

/// Maximum length of the part of a file name that comes from the obligation's name. File systems allow 255
/// bytes for a name; names of locations can be longer.
constexpr std::size_t max_length = 80;

/// The file name for obligation `name`: characters other than letters, digits, '.' and '_' become '-', and
/// long names are cut. The number keeps file names distinct.
std::string file_name(std::size_t number, const std::string& name) {
  std::string plain;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_') {
      plain += c;
    } else if (!plain.empty() && plain.back() != '-') {
      plain += '-';
    }
  }
  return fmt::format("{:02}-{}.smt2", number, plain.substr(0, max_length));
}

}  // namespace

void write_obligations(const std::string& directory, const std::vector<Obligation>& obligations) {
  std::filesystem::create_directories(directory);
  for (std::size_t i = 0; i < obligations.size(); ++i) {
    const std::filesystem::path final_name =
        std::filesystem::path(directory) / file_name(i, obligations[i].name);
    std::filesystem::path temporary = final_name;
    temporary += ".part";

    std::ofstream out(temporary);
    term::print_script(out, obligations[i].formula,
                       fmt::format("{} ; expected: unsat, which proves it", obligations[i].name));
    out.close();
    if (!out) throw base::InputError(fmt::format("{} cannot be written", temporary.string()));
    std::filesystem::rename(temporary, final_name);
  }
}

}  // namespace pendulum::check
