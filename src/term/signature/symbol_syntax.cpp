#include "term/signature/symbol_syntax.h"

#include <algorithm>
#include <unordered_set>

#include "term/signature/kind_info.h"

namespace pendulum::term {

bool is_symbol_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
}

bool is_reserved_name(std::string_view name) {
  static const std::unordered_set<std::string_view> words = [] {
    std::unordered_set<std::string_view> result{
        // clang-format off
        "let", "match", "par", "_", "!", "as", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING",
        "true", "false", "xor", "=>", "distinct", "repeat", "rotate_left", "rotate_right", "bvnand", "bvnor",
        "bvxnor", "bvcomp", "bvsmod", "bvugt", "bvuge", "bvsgt", "bvsge", "bvuaddo", "bvusubo", "bvumulo",
        "bvnego", "bvsdivo", "ubv_to_int", "sbv_to_int", "int_to_bv", "-", "abs", ">=", ">", "is_int",
        "divisible", "Bool", "Int", "Real", "Array", "BitVec", "assert", "check-sat", "declare-fun",
        "declare-const", "declare-sort", "define-fun", "define-sort", "set-logic", "set-info", "set-option",
        "exit", "push", "pop", "get-model"
        // clang-format on
    };
    for (const KindInfo& info : kind_table)
      if (info.sort_rule != SortRule::Given) result.insert(info.name);
    return result;
  }();
  return words.contains(name);
}

std::string portable_name(std::string_view name) {
  const bool is_reserved = name.starts_with('.') || name.starts_with('@');
  return is_reserved ? "_" + std::string(name) : std::string(name);
}

std::string quote_symbol(std::string_view name) {
  const bool is_simple = !name.empty() && !(name[0] >= '0' && name[0] <= '9') && name[0] != '@' &&
                         name[0] != '.' && std::all_of(name.begin(), name.end(), is_symbol_character) &&
                         !is_reserved_name(name);
  return is_simple ? std::string(name) : "|" + std::string(name) + "|";
}

}  // namespace pendulum::term
