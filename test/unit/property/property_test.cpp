#include "property/property.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/process.h"

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
  EXPECT_EQ(parse_property("reach"), Property::Reach);
  EXPECT_EQ(parse_property("unreach-call"), Property::Reach);
  EXPECT_EQ(name_of(Property::Reach), "unreach-call");
  EXPECT_THROW(parse_property("overflow"), base::Unsupported);
  EXPECT_THROW(parse_property("memsafety"), base::Unsupported);
  EXPECT_THROW(parse_property("raech"), base::InputError);
}

TEST_F(PropertyFile, ReachabilityInAllItsSpellings) {
  for (const char* formula : {"G ! call(reach_error())", "G ! call(__VERIFIER_error())", "G ! label(ERROR)",
                              "G!call(reach_error())", "G ! call( reach_error() )"}) {
    const std::string text = std::string("CHECK( init(main()), LTL(") + formula + ") )\n\n";
    EXPECT_EQ(parse_property(write(text)), Property::Reach) << text;
  }
}

TEST_F(PropertyFile, OtherPropertiesAreUnsupportedByName) {
  for (const char* word : {"valid-deref", "valid-memtrack", "no-data-race"}) {
    try {
      parse_property(write(std::string("CHECK( init(main()), LTL(G ") + word + ") )"));
      FAIL() << word;
    } catch (const base::Unsupported& error) {
      EXPECT_EQ(error.what(), std::string("property ") + word);
    }
  }
  EXPECT_THROW(parse_property(write("CHECK( init(main()), LTL(G ! overflow) )")), base::Unsupported);
  EXPECT_THROW(parse_property(write("CHECK( init(main()), LTL(F end) )")), base::Unsupported);
  // Also when only one of several is not supported.
  EXPECT_THROW(parse_property(write("CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
                                    "CHECK( init(main()), LTL(G valid-free) )")),
               base::Unsupported);
}

TEST_F(PropertyFile, PropertiesOfSystems) {
  EXPECT_EQ(parse_property(write("CHECK( satisfiable )")), Property::Satisfiable);
  EXPECT_EQ(parse_property(write("CHECK( init, G invar-property )")), Property::Invariant);
  EXPECT_EQ(parse_property("chc-sat"), Property::Satisfiable);
  EXPECT_EQ(parse_property("invar-property"), Property::Invariant);
}

TEST_F(PropertyFile, GarbageIsRefused) {
  EXPECT_THROW(parse_property(write("")), base::InputError);
  EXPECT_THROW(parse_property(write("CHECK\n")), base::InputError);
  EXPECT_THROW(parse_property(write("CHECK( init(main()), LTL(")), base::InputError);
  EXPECT_THROW(parse_property(directory_.path()), base::InputError);
  EXPECT_THROW(parse_property(directory_.path() + "/missing.prp"), base::InputError);
}

}  // namespace
}  // namespace pendulum::property
