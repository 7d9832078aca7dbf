// Tests the declarations of options: the defaults have to be allowed values.
#include "engine/option_specs.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pendulum::engine {
namespace {

TEST(OptionSpecsTest, AChoiceHasItsDefault) {
  const base::OptionSpec spec = choice_option("a.b", "x", {"x", "y"}, "help");
  EXPECT_EQ("a.b", spec.key);
  EXPECT_EQ("x", spec.default_value);
  EXPECT_EQ((std::vector<std::string>{"x", "y"}), spec.choices);
  EXPECT_EQ("help", spec.help);
  EXPECT_THROW(choice_option("a.b", "z", {"x", "y"}, "help"), base::InternalError);
}

TEST(OptionSpecsTest, ASwitchIsOnOrOff) {
  EXPECT_EQ("off", on_off_option("a.b", "off", "help").default_value);
  EXPECT_THROW(on_off_option("a.b", "maybe", "help"), base::InternalError);
}

TEST(OptionSpecsTest, ANumberIsInItsRange) {
  const base::OptionSpec spec = number_option("a.b", 1'000'000, 1, 1'000'000'000, "help");
  EXPECT_EQ("1000000", spec.default_value);
  EXPECT_TRUE(spec.choices.empty());
  EXPECT_EQ(1, spec.minimum);
  EXPECT_EQ(1'000'000'000, spec.maximum);
  EXPECT_THROW(number_option("a.b", 0, 1, 10, "help"), base::InternalError);
  EXPECT_THROW(number_option("a.b", 1, 1, 1, "help"), base::InternalError);
}

}  // namespace
}  // namespace pendulum::engine
