// Tests the text form of certificates and error paths; damaged text is rejected; lifting.
#include "certificate/certificate.h"

#include <gtest/gtest.h>

#include <random>

#include "program/recursive_program.h"

namespace pendulum::certificate {
namespace {

using program::Program;

class CertificateTest : public ::testing::Test {
 protected:
  term::TermManager terms;
  term::Sort byte = terms.bitvec_sort(8);
  term::Sort memory = terms.array_sort(terms.bitvec_sort(4), byte);
  term::Term x = terms.mk_symbol("main x", byte);  // a name that needs quotes
  term::Term m = terms.mk_symbol("m", memory);
  term::Term flag = terms.mk_symbol("in flag", terms.bool_sort());
  term::Term in = terms.mk_symbol("in!1", byte);
  term::Term content = terms.mk_symbol("in!2", memory);
  Program program = build();

  Program build() {
    program::ProgramBuilder builder(terms);
    const LocationId entry = builder.add_location("entry");
    const LocationId loop = builder.add_location("loop \"1\"");
    const LocationId error = builder.add_location("error");
    builder.set_entry(entry);
    builder.set_error(error);
    builder.add_variable({x, "x", "main", program::Variable::Signedness::Unsigned});
    builder.add_variable({m, "", "", program::Variable::Signedness::Unknown});
    builder.add_edge({.source = entry,
                      .target = loop,
                      .guard = flag,
                      .updates = {{x, in}, {m, content}},
                      .inputs = {{in, {}}, {content, {}}, {flag, {}}}});
    builder.add_edge({.source = loop, .target = error, .guard = terms.mk_eq(x, terms.mk_bv(7, 8))});
    return builder.build();
  }

  Certificate round_trip(const Certificate& certificate) {
    const std::string text = serialize(program, certificate);
    const Certificate result = parse_certificate(program, text);
    EXPECT_EQ(text, serialize(program, result));
    return result;
  }

  /// The text with one replacement is rejected.
  void expect_refused(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(std::string::npos, at) << from << " in " << text;
    text.replace(at, from.size(), to);
    const bool is_path = text.find("steps") != std::string::npos;
    try {
      if (is_path)
        parse_error_path(program, text);
      else
        parse_certificate(program, text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const base::InputError& failure) {
      EXPECT_NE("", std::string(failure.what()));
    }
  }

  Invariant invariant() {
    return {{{0, terms.mk_true()},
             {1, terms.mk_and(terms.mk_bvult(x, terms.mk_bv(5, 8)),
                              terms.mk_eq(terms.mk_select(m, terms.mk_bv(2, 4)), x))}}};
  }
};

TEST_F(CertificateTest, InvariantRoundTrip) {
  const Certificate result = round_trip(invariant());
  ASSERT_TRUE(std::holds_alternative<Invariant>(result));
  EXPECT_EQ(invariant().at, std::get<Invariant>(result).at);
}

TEST_F(CertificateTest, KInductionRoundTrip) {
  const Certificate result = round_trip(KInduction{4, invariant()});
  ASSERT_TRUE(std::holds_alternative<KInduction>(result));
  EXPECT_EQ(4u, std::get<KInduction>(result).k);
  EXPECT_EQ(invariant().at, std::get<KInduction>(result).facts.at);
}

TEST_F(CertificateTest, LoopUnrollingRoundTrip) {
  const LoopUnrolling unrolling{{{1, 12}, {0, 3}}};  // the order determines which loop is inside of which
  const Certificate result = round_trip(unrolling);
  ASSERT_TRUE(std::holds_alternative<LoopUnrolling>(result));
  EXPECT_EQ(unrolling.loops, std::get<LoopUnrolling>(result).loops);
}

TEST_F(CertificateTest, LoopUnrollingKeepsTheKeywordOfOldFiles) {
  const std::string text = serialize(program, LoopUnrolling{{{1, 12}}});
  EXPECT_NE(std::string::npos, text.find("\"unwinding\"")) << text;
}

TEST_F(CertificateTest, AKInductionWithoutStepsIsNotLifted) {
  EXPECT_THROW(lift(KInduction{0, invariant()}, {0, 1, 2}), base::InternalError);
}

TEST_F(CertificateTest, UnrollingRoundTrip) {
  const Certificate result = round_trip(Unrolling{12});
  ASSERT_TRUE(std::holds_alternative<Unrolling>(result));
  EXPECT_EQ(12u, std::get<Unrolling>(result).bound);
}

TEST_F(CertificateTest, ErrorPathRoundTrip) {
  const term::Term array =
      terms.mk_store(terms.mk_const_array(memory, terms.mk_bv(0, 8)), terms.mk_bv(3, 4), terms.mk_bv(200, 8));
  ErrorPath path;
  path.append(Step{0, {{in, terms.mk_bv(7, 8)}, {content, array}, {flag, terms.mk_true()}}});
  path.append(Step{1, {}});
  const std::string text = serialize(program, path);
  const ErrorPath result = parse_error_path(program, text);
  ASSERT_EQ(2u, result.num_steps());
  const std::vector<Step>& steps = result.segments[0].steps;
  EXPECT_EQ(path.segments[0].steps[0].inputs, steps[0].inputs);
  EXPECT_EQ(1u, steps[1].edge);
  EXPECT_TRUE(steps[1].inputs.empty());
  EXPECT_EQ(text, serialize(program, result));
}

TEST_F(CertificateTest, RepeatedSegmentsRoundTrip) {
  const term::Term low = terms.mk_extract(iteration(terms), 7, 0);
  ErrorPath path;
  path.append(Step{0, {{flag, terms.mk_true()}}});
  path.append(Segment{{{0, {{in, terms.mk_bvadd(low, terms.mk_bv(5, 8))}}}, {0, {{in, terms.mk_bv(1, 8)}}}},
                      1'000'000});
  path.append(Step{1, {}});
  path.append(Step{1, {}});
  ASSERT_EQ(path.segments.size(), 3u);
  EXPECT_EQ(path.num_steps(), 2'000'003u);
  const std::string text = serialize(program, path);
  EXPECT_LT(text.size(), 2000u);
  const ErrorPath result = parse_error_path(program, text);
  EXPECT_EQ(text, serialize(program, result));
  ASSERT_EQ(result.segments.size(), 3u);
  EXPECT_EQ(result.segments[1].count, 1'000'000u);
  EXPECT_EQ(result.segments[1].steps[0].inputs, path.segments[1].steps[0].inputs);
  expect_refused(text, "\"repeat\": 1000000", "\"repeat\": 0");
  expect_refused(text, "\"repeat\": 1000000", "\"repeat\": -1");
  expect_refused(text, "pendulum!iteration", "|main x|");
  expect_refused(text, "\"repeat\": 1000000", "\"repeated\": 7");
}

TEST_F(CertificateTest, RepetitionsAreWrittenOut) {
  const term::Term low = terms.mk_extract(iteration(terms), 7, 0);
  ErrorPath path;
  path.append(Segment{{{0, {{in, terms.mk_bvmul(low, terms.mk_bv(3, 8))}}}}, 4});
  path.append(Step{1, {}});
  const ErrorPath plain = expanded(terms, path);
  ASSERT_EQ(plain.segments.size(), 1u);
  ASSERT_EQ(plain.num_steps(), 5u);
  EXPECT_EQ(plain.segments[0].steps[3].inputs.at(in), terms.mk_bv(9, 8));
  EXPECT_EQ(value_at(terms, value_from(terms, path.segments[0].steps[0].inputs.at(in), 5), 2),
            terms.mk_bv(21, 8));
}

TEST_F(CertificateTest, ValuesThatAreNoInputsOfTheEdgeAreLeftOut) {
  const ErrorPath path(std::vector<Step>{{1, {{in, terms.mk_bv(7, 8)}}}});
  EXPECT_TRUE(parse_error_path(program, serialize(program, path)).segments[0].steps[0].inputs.empty());
}

TEST_F(CertificateTest, ALargeSharedTerm) {
  term::Term sum = x;
  for (int i = 0; i < 50'000; ++i) sum = terms.mk_bv_binary(term::Kind::BvMul, terms.mk_bvadd(sum, x), sum);
  const Invariant large{{{1, terms.mk_eq(sum, x)}}};
  EXPECT_EQ(large.at, std::get<Invariant>(round_trip(large)).at);
}

TEST_F(CertificateTest, DamagedCertificatesAreRefused) {
  const std::string text = serialize(program, Certificate(invariant()));
  EXPECT_NO_THROW(parse_certificate(program, text));
  expect_refused(text, "{", "");
  expect_refused(text, "pendulum-certificate", "pendulum-error-path");
  expect_refused(text, "\"version\": 1", "\"version\": 2");
  expect_refused(text, "invariant", "proof");
  expect_refused(text, "\"at\"", "\"facts\"");
  expect_refused(text, "\"location\": 1", "\"location\": 9");
  expect_refused(text, "\"location\": 1", "\"location\": -1");
  expect_refused(text, "\"location\": 1", "\"location\": 1.5");
  expect_refused(text, "\"location\": 1", "\"location\": 4294967297");
  expect_refused(text, "\"location\": 1", "\"location\": 2");
  expect_refused(text, "\"location\": 1,\n   \"name\": \"loop \\\"1\\\"\"",
                 "\"location\": 0,\n   \"name\": \"entry\"");
  expect_refused(text, "\"term\": \"true\"", "\"term\": \"#x00\"");
  expect_refused(text, "\"term\": \"true\"", "\"term\": \"(= |main x| nothing)\"");
  expect_refused(text, "\"term\": \"true\"", "\"term\": \"(= |main x| true)\"");
  expect_refused(text, "\"term\": \"true\"", "\"term\": \"(bvult |main x|)\"");
  expect_refused(text, "\"term\": \"true\"", "\"term\": \"|in flag|\"");
  expect_refused(text, "\"term\": \"true\"", "\"term\": \"(true\"");
  expect_refused(text, "\"term\": \"true\"", "\"term\": true");
  expect_refused(serialize(program, Certificate(Unrolling{3})), "3", "\"3\"");
}

TEST_F(CertificateTest, DamagedPathsAreRefused) {
  const std::string text = serialize(program, ErrorPath{{{0, {{in, terms.mk_bv(7, 8)}}}}});
  EXPECT_NO_THROW(parse_error_path(program, text));
  expect_refused(text, "\"edge\": 0", "\"edge\": 2");
  expect_refused(text, "\"edge\": 0", "\"edge\": 1");
  expect_refused(text, "in!1", "in!9");
  expect_refused(text, "#x07", "#x0007");
  expect_refused(text, "#x07", "|main x|");
  expect_refused(text, "#x07", "(bvadd |main x| #x07)");
  expect_refused(text, "\"inputs\"", "\"outputs\"");
}

/// Every damaged text is either parsed or rejected as an input error.
TEST_F(CertificateTest, RandomDamageIsReadOrRefused) {
  const std::string whole = serialize(program, Certificate(KInduction{2, invariant()}));
  std::mt19937 random(3);
  const std::string alphabet = "()|\"\\ \n09azBvx_#-:;!{}[],";
  int num_refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    const std::size_t length = random() % 3 == 0 ? random() % 20 : random() % 2;
    text.replace(random() % text.size(), length, std::string(1, alphabet[random() % alphabet.size()]));
    try {
      parse_certificate(program, text);
    } catch (const base::InputError&) {
      ++num_refused;
    }
  }
  EXPECT_LT(1000, num_refused);
  EXPECT_GT(3000, num_refused);
}

TEST_F(CertificateTest, LiftMovesLocations) {
  const std::vector<LocationId> origin{4, 2, 9};
  const Certificate lifted = lift(KInduction{3, invariant()}, origin);
  const std::map<LocationId, term::Term> expected{{4, invariant().at[0]}, {2, invariant().at[1]}};
  EXPECT_EQ(3u, std::get<KInduction>(lifted).k);
  EXPECT_EQ(expected, std::get<KInduction>(lifted).facts.at);
  EXPECT_EQ(expected, std::get<Invariant>(lift(invariant(), origin)).at);
  EXPECT_EQ(7u, std::get<Unrolling>(lift(Unrolling{7}, origin)).bound);
  EXPECT_EQ((std::vector<LoopUnrolling::Loop>{{origin[0], 7}, {origin[1], 2}}),
            std::get<LoopUnrolling>(lift(LoopUnrolling{{{0, 7}, {1, 2}}}, origin)).loops);
}

TEST_F(CertificateTest, LiftRefusesLocationsWithOneOrigin) {
  EXPECT_THROW(lift(invariant(), {4, 4, 9}), base::InternalError);
  EXPECT_THROW(lift(invariant(), {4}), base::InternalError);
}

TEST_F(CertificateTest, UnwoundCallsRoundTrip) {
  const program::RecursiveProgram sum(terms);
  program = sum.build();
  UnwoundCalls certificate;
  certificate.tree.add(certificate.tree.add(program::CallTree::root, 1), 2);
  const Program unwound = unwound_program(program, certificate);
  for (const DirectCertificate& inner :
       {DirectCertificate(Unrolling{3}), DirectCertificate(LoopUnrolling{{{2, 5}}}),
        DirectCertificate(
            Invariant{{{2, terms.mk_eq(unwound.variables().back().symbol, terms.mk_bv(1, 8))}}})}) {
    certificate.inner = inner;
    const Certificate result = round_trip(certificate);
    ASSERT_TRUE(std::holds_alternative<UnwoundCalls>(result));
    EXPECT_EQ(certificate.tree, std::get<UnwoundCalls>(result).tree);
    EXPECT_EQ(inner.index(), std::get<UnwoundCalls>(result).inner.index());
  }
}

TEST_F(CertificateTest, DamagedUnwoundCallsAreRefused) {
  const program::RecursiveProgram sum(terms);
  program = sum.build();
  UnwoundCalls certificate;
  certificate.tree.add(certificate.tree.add(program::CallTree::root, 1), 2);
  certificate.inner = LoopUnrolling{{{2, 5}}};
  std::string text = serialize(program, certificate);
  std::erase_if(text, [](char c) { return c == '\n' || c == ' '; });
  ASSERT_TRUE(std::holds_alternative<UnwoundCalls>(parse_certificate(program, text)));
  expect_refused(text, "[1,2]", "[2,2]");
  expect_refused(text, "[1,2]", "[0,1]");
  expect_refused(text, "[1,2]", "[1,2,3]");
  expect_refused(text, "[1,2]", "[1,-2]");
  expect_refused(text, "\"location\":2", "\"location\":99");
  expect_refused(text, "\"inner\"", "\"outer\"");
  expect_refused(text, "\"kind\":\"unwinding\"", "\"kind\":\"unwound-calls\"");
}

}  // namespace
}  // namespace pendulum::certificate
