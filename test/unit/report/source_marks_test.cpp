// Tests the marks of a program: loops, unsupported constructs, undefined functions, havocked objects.
#include "report/source_marks.h"

#include <gtest/gtest.h>

namespace pendulum::report {
namespace {

using program::InputOrigin;
using Kind = SourceMark::Kind;

/// entry -> head -> head -> error; the loop calls known() and foo(), the error is an unsupported construct.
program::Program make_program(term::TermManager& terms) {
  program::ProgramBuilder builder(terms);
  builder.add_location("entry");
  builder.add_location("head", {"a.c", 2, 3, "main"});
  builder.add_location("error");
  builder.set_entry(0);
  builder.set_error(2);
  const auto input = [&](const char* name, InputOrigin::Kind kind, const char* function, unsigned line) {
    InputOrigin origin;
    origin.kind = kind;
    origin.name = function;
    origin.where = {"a.c", line, 1, "main"};
    return program::Input{terms.mk_symbol(name, terms.bitvec_sort(8)), origin};
  };
  builder.add_edge({.source = 0, .target = 1, .guard = terms.mk_true(), .where = {"a.h", 1, 1, "main"}});
  builder.add_edge({.source = 1,
                    .target = 1,
                    .guard = terms.mk_true(),
                    .inputs = {input("a", InputOrigin::Kind::Call, "known", 3),
                               input("b", InputOrigin::Kind::Call, "foo", 4),
                               input("c", InputOrigin::Kind::Havoc, "foo", 4)},
                    .where = {"a.c", 2, 3, "main"}});
  builder.add_edge({.source = 1,
                    .target = 2,
                    .guard = terms.mk_true(),
                    .where = {"a.c", 5, 1, "main"},
                    .violation = "inline assembler at a.c:5",
                    .is_unsupported = true});
  // A violation that the interpreter cannot confirm alone is no construct without a model.
  builder.add_edge({.source = 1,
                    .target = 2,
                    .guard = terms.mk_true(),
                    .where = {"a.c", 6, 1, "main"},
                    .violation = "valid-deref: read of 1 byte outside of `a`",
                    .is_unsupported = true});
  return builder.build();
}

TEST(SourceMarks, LoopsAndWhatIsUnknown) {
  term::TermManager terms;
  const std::vector<SourceMark> marks = source_marks(make_program(terms), {"foo"});
  ASSERT_EQ(marks.size(), 4u);
  EXPECT_EQ(marks[0], (SourceMark{Kind::Loop, "a.c", 2, 3, "main", ""}));
  EXPECT_EQ(marks[1], (SourceMark{Kind::Unsupported, "a.c", 5, 1, "main", "inline assembler"}));
  EXPECT_EQ(marks[2], (SourceMark{Kind::External, "a.c", 4, 1, "main", "foo"}));
  EXPECT_EQ(marks[3], (SourceMark{Kind::Havoc, "a.c", 4, 1, "main", "foo"}));
}

TEST(SourceMarks, FilesOfLocationsAndEdges) {
  term::TermManager terms;
  EXPECT_EQ(source_files(make_program(terms)), (std::set<std::string>{"a.c", "a.h"}));
}

}  // namespace
}  // namespace pendulum::report
