// A label is `ERROR :` where a statement can begin. What else can look like it:
//   a ? ERROR : b, a ? (T)ERROR : b, case ERROR:, case (T)ERROR:   -- a `?` or `case` waits for this colon
//   int ERROR : 3;                                                -- no statement begins behind a type
//   { ERROR: 1 } behind `=`                                       -- old GNU designated initialiser
// Soundness: a label that is missed loses an error, a mark at a wrong place is a syntax error in most cases
// and never silent: the compiler sees the marked text and the native replay runs it.
#include "frontend/llvm/label_marks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "base/error.h"

namespace pendulum::frontend {

namespace {

struct Token {
  std::string_view text;  ///< empty at the end
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// Cuts C text into words (identifiers, keywords, numbers), string and character literals and single
/// punctuation characters. Comments, line markers and pragmas are white space.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    for (skip_space(); position_ < text_.size(); skip_space()) {
      const std::size_t begin = position_;
      const char c = text_[position_];
      if (c == '"' || c == '\'') {
        skip_literal(c);
      } else if (is_word(c)) {
        while (position_ < text_.size() && is_word(text_[position_])) ++position_;
      } else {
        ++position_;
      }
      at_line_start_ = false;
      tokens.push_back({text_.substr(begin, position_ - begin), begin, position_});
    }
    return tokens;
  }

 private:
  bool starts(std::string_view prefix) const { return text_.substr(position_).starts_with(prefix); }

  void advance() {
    if (text_[position_++] == '\n') at_line_start_ = true;
  }

  void skip_until(std::string_view stop) {
    const std::size_t found = text_.find(stop, position_);
    const std::size_t end = found == std::string_view::npos ? text_.size() : found + stop.size();
    while (position_ < end) advance();
  }

  void skip_space() {
    while (position_ < text_.size()) {
      if (starts("/*")) {
        const bool at_start = at_line_start_;  // a comment does not end the white space at a line's start
        position_ += 2;
        skip_until("*/");
        at_line_start_ = at_line_start_ || at_start;
      } else if (starts("//") || (text_[position_] == '#' && at_line_start_)) {
        skip_line();
      } else if (starts("\\\n") || std::isspace(static_cast<unsigned char>(text_[position_])) != 0) {
        advance();
      } else {
        return;
      }
    }
  }

  /// To the end of the line; a backslash in front of it continues the line.
  void skip_line() {
    while (position_ < text_.size() && text_[position_] != '\n') {
      if (starts("\\\n")) advance();
      advance();
    }
  }

  void skip_literal(char quote) {
    advance();
    while (position_ < text_.size() && text_[position_] != quote) {
      if (text_[position_] == '\n') return;  // not closed: clang will say so
      if (text_[position_] == '\\' && position_ + 1 < text_.size()) advance();
      advance();
    }
    if (position_ < text_.size()) advance();
  }

  std::string_view text_;
  std::size_t position_ = 0;
  bool at_line_start_ = true;
};

template <std::size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 3> openers{"(", "[", "{"};
constexpr std::array<std::string_view, 3> closers{")", "]", "}"};
constexpr std::array<std::string_view, 7> before_statement{";", "{", "}", ")", ":", "else", "do"};
/// Behind these a label belongs to the body of an if, else, or loop, and the mark must not fall out of it.
constexpr std::array<std::string_view, 3> before_substatement{")", "else", "do"};
constexpr std::array<std::string_view, 6> compound_words{"if", "for", "while", "do", "switch", "else"};
constexpr std::array<std::string_view, 3> inline_words{"inline", "__inline", "__inline__"};
constexpr std::array<std::string_view, 3> asm_words{"asm", "__asm", "__asm__"};

class Marker {
 public:
  Marker(std::string_view text, const std::string& file)
      : text_(text), file_(file), tokens_(Scanner(text).all()) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      follow_labels(i);
      if (is_label(i)) mark(i);
      if (is_inline(i)) insertions_.push_back({tokens_[i].end, " __attribute__((always_inline))"});
      follow(i);
    }
    return rewritten();
  }

 private:
  struct Insertion {
    std::size_t position;
    std::string text;
  };

  std::string_view word(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : ""; }
  std::string_view before(std::size_t i, std::size_t distance) const {
    return i >= distance ? tokens_[i - distance].text : (distance == i + 1 ? ";" : "");
  }

  bool is_label(std::size_t i) const {
    if (word(i) != "ERROR" || word(i + 1) != ":" || waiting_.back() > 0) return false;
    if (!is_one_of(before(i, 1), before_statement)) return false;
    return !(before(i, 1) == "{" && before(i, 2) == "=");
  }

  /// `asm inline (...)` is something else.
  bool is_inline(std::size_t i) const {
    return is_one_of(word(i), inline_words) && word(i + 1) != "(" && !is_one_of(before(i, 1), asm_words);
  }

  /// Keeps count of the `?` and `case` that wait for their colon, per bracket.
  void follow(std::size_t i) {
    const std::string_view token = word(i);
    if (is_one_of(token, openers)) {
      waiting_.push_back(0);
    } else if (is_one_of(token, closers)) {
      if (waiting_.size() > 1) waiting_.pop_back();
    } else if (token == "?" || token == "case") {
      ++waiting_.back();
    } else if (token == ":") {
      waiting_.back() = std::max(0, waiting_.back() - 1);
    } else if (token == ";") {
      waiting_.back() = 0;
    }
  }

  /// The token behind `__attribute__((...))`, which may follow a label.
  std::size_t skip_attributes(std::size_t i) const {
    while (word(i) == "__attribute__" || word(i) == "__attribute") i = behind_brackets(i + 1);
    return i;
  }

  /// The token behind the brackets that open at i.
  std::size_t behind_brackets(std::size_t i) const {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      if (is_one_of(word(i), openers)) ++depth;
      if (is_one_of(word(i), closers) && --depth == 0) return i + 1;
    }
    return i;
  }

  /// In `if (c) L: ERROR: f();` and the like the first label of the chain tells whether the labelled
  /// statement is a body without braces.
  void follow_labels(std::size_t i) {
    if (waiting_.back() > 0 || before(i, 1) == ":" || !is_one_of(before(i, 1), before_statement)) return;
    if (word(i) == "case" || word(i + 1) == ":")
      is_substatement_ = is_one_of(before(i, 1), before_substatement);
  }

  void mark(std::size_t label) {
    const std::size_t first = skip_attributes(label + 2);
    const std::string call = std::string(label_error_function) + "();";
    const std::size_t position = tokens_[first - 1].end;
    if (!is_substatement_) {
      insertions_.push_back({position, " " + call});
      return;
    }
    insertions_.push_back({position, " { " + call});
    insertions_.push_back({end_of_statement(first), " }"});
  }

  /// Where the statement that begins at token i ends in the text.
  std::size_t end_of_statement(std::size_t i) const {
    while (word(i + 1) == ":") i = skip_attributes(i + 2);  // further labels
    if (is_one_of(word(i), compound_words) || word(i) == "case") {
      throw base::Unsupported(
          "label ERROR in front of `" + std::string(word(i)) + "` as the body of an if or a loop", file_);
    }
    if (word(i) == "{") return tokens_[behind_brackets(i) - 1].end;
    while (i < tokens_.size() && word(i) != ";") i = is_one_of(word(i), openers) ? behind_brackets(i) : i + 1;
    return i < tokens_.size() ? tokens_[i].end : text_.size();
  }

  std::string rewritten() {
    std::stable_sort(insertions_.begin(), insertions_.end(),
                     [](const Insertion& a, const Insertion& b) { return a.position < b.position; });
    std::string result =
        "void " + std::string(label_error_function) + "(void);\n# 1 \"" + escaped(file_) + "\"\n";
    std::size_t done = 0;
    for (const Insertion& insertion : insertions_) {
      result.append(text_, done, insertion.position - done);
      result += insertion.text;
      done = insertion.position;
    }
    return result.append(text_, done);
  }

  static std::string escaped(const std::string& file) {
    std::string result;
    for (const char c : file) {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
    return result;
  }

  std::string_view text_;
  std::string file_;
  std::vector<Token> tokens_;
  std::vector<int> waiting_{0};   ///< per open bracket: colons that belong to a `?` or `case`
  bool is_substatement_ = false;  ///< of the last chain of labels
  std::vector<Insertion> insertions_;
};

}  // namespace

std::string mark_source(std::string_view text, const std::string& file) {
  return Marker(text, file).run();
}

}  // namespace pendulum::frontend
