#include "property/property.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/process/process.h"

namespace pendulum::property {
namespace {

class PropertyFile : public ::testing::Test {
 protected:
  std::string write(const std::string& text) {
    const std::string path = directory_.path() + "/p.prp";
    std::ofstream(path) << text;
    return path;
  }
  base::TemporaryDirectory directory_;
};

TEST(Property, WordsOfTheCommandLine) {
  EXPECT_EQ(parse_properties("reach"), (Properties{Property::Reach}));
  EXPECT_EQ(parse_properties("unreach-call"), (Properties{Property::Reach}));
  EXPECT_EQ(name_of(Property::Reach), "unreach-call");
  EXPECT_EQ(parse_properties("overflow"), (Properties{Property::NoOverflow}));
  EXPECT_EQ(parse_properties("no-overflow"), (Properties{Property::NoOverflow}));
  EXPECT_EQ(parse_properties("valid-free"), (Properties{Property::ValidFree}));
  const Properties memory{Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack};
  EXPECT_EQ(parse_properties("memsafety"), memory);
  EXPECT_EQ(parse_properties("valid-memsafety"), memory);
  EXPECT_EQ(name_of(memory), "valid-memsafety");
  EXPECT_EQ(name_of(Properties{Property::ValidDeref, Property::ValidFree}), "valid-deref, valid-free");
  EXPECT_THROW(parse_properties("termination"), base::Unsupported);
  EXPECT_THROW(parse_properties("raech"), base::InputError);
}

TEST(Property, Lists) {
  EXPECT_EQ(parse_properties("reach,overflow"), (Properties{Property::Reach, Property::NoOverflow}));
  EXPECT_EQ(parse_properties("all"), parse_properties("reach,overflow,memsafety"));
  EXPECT_TRUE(contains_all("all"));
  EXPECT_TRUE(contains_all("overflow,all"));
  EXPECT_FALSE(contains_all("reach"));
  EXPECT_FALSE(contains_all("all.prp,reach"));
  for (const char* list : {"reach,", ",reach", "reach,,overflow", "reach,raech", "reach,chc-sat"})
    EXPECT_THROW(parse_properties(list), base::InputError) << list;
  EXPECT_THROW(parse_properties("reach,termination"), base::Unsupported);
}

TEST(Property, ViolationsNameTheirProperty) {
  for (const Property property : {Property::Reach, Property::ValidDeref, Property::NoOverflow}) {
    const Violation violation = parse_violation(violation_text(property, "a: b at f.c:1"));
    EXPECT_EQ(violation.property, property);
    EXPECT_EQ(violation.what, "a: b at f.c:1");
  }
  EXPECT_EQ(violation_text(Property::ValidFree, "x"), "valid-free: x");
  EXPECT_EQ(violation_text(Property::Reach, "call of reach_error()"), "call of reach_error()");
}

TEST_F(PropertyFile, ReachabilityInAllItsSpellings) {
  for (const char* formula : {"G ! call(reach_error())", "G ! call(__VERIFIER_error())", "G ! label(ERROR)",
                              "G!call(reach_error())", "G ! call( reach_error() )"}) {
    const std::string text = std::string("CHECK( init(main()), LTL(") + formula + ") )\n\n";
    EXPECT_EQ(parse_properties(write(text)), (Properties{Property::Reach})) << text;
  }
}

std::string check_of(const std::string& formula) {
  return "CHECK( init(main()), LTL(" + formula + ") )\n";
}

TEST_F(PropertyFile, SeveralChecksAreAskedAtOnce) {
  EXPECT_EQ(parse_properties(write(check_of("G ! overflow"))), (Properties{Property::NoOverflow}));
  EXPECT_EQ(parse_properties(write(check_of("G valid-deref"))), (Properties{Property::ValidDeref}));
  EXPECT_EQ(parse_properties(
                write(check_of("G valid-free") + check_of("G valid-deref") + check_of("G valid-memtrack"))),
            parse_properties("memsafety"));
  EXPECT_EQ(parse_properties(write(check_of("G ! call(reach_error())") + check_of("G ! overflow"))),
            (Properties{Property::Reach, Property::NoOverflow}));
  EXPECT_THROW(parse_properties(write("CHECK( satisfiable )\n" + check_of("G valid-free"))),
               base::InputError);
}

TEST_F(PropertyFile, OtherPropertiesAreUnsupportedByName) {
  for (const char* word : {"valid-memcleanup", "no-data-race"}) {
    try {
      parse_properties(write(check_of(std::string("G ") + word)));
      FAIL() << word;
    } catch (const base::Unsupported& error) {
      EXPECT_EQ(error.what(), std::string("property ") + word);
    }
  }
  EXPECT_THROW(parse_properties(write(check_of("F end"))), base::Unsupported);
  // Also if only one of several is not supported.
  EXPECT_THROW(parse_properties(write(check_of("G ! call(reach_error())") + check_of("G valid-memcleanup"))),
               base::Unsupported);
}

TEST_F(PropertyFile, PropertiesOfSystems) {
  EXPECT_EQ(parse_properties(write("CHECK( satisfiable )")), (Properties{Property::Satisfiable}));
  EXPECT_EQ(parse_properties(write("CHECK( init, G invar-property )")), (Properties{Property::Invariant}));
  EXPECT_EQ(parse_properties("chc-sat"), (Properties{Property::Satisfiable}));
  EXPECT_EQ(parse_properties("invar-property"), (Properties{Property::Invariant}));
}

TEST_F(PropertyFile, GarbageIsRefused) {
  EXPECT_THROW(parse_properties(write("")), base::InputError);
  EXPECT_THROW(parse_properties(write("CHECK\n")), base::InputError);
  EXPECT_THROW(parse_properties(write("CHECK( init(main()), LTL(")), base::InputError);
  EXPECT_THROW(parse_properties(directory_.path()), base::InputError);
  EXPECT_THROW(parse_properties(directory_.path() + "/missing.prp"), base::InputError);
}

}  // namespace
}  // namespace pendulum::property
