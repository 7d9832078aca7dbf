// Tests the parser of printf formats.
#include "frontend/llvm/models/format_calls.h"

#include <gtest/gtest.h>

namespace pendulum::frontend {
namespace {

TEST(Format, TextAndConversions) {
  EXPECT_EQ(parse_format("%-5c")->at(0).width, 5U);
  const auto format = parse_format("a%%b%-5ld%03X%.4s");
  ASSERT_TRUE(format);
  ASSERT_EQ(format->size(), 4U);
  EXPECT_EQ(format->at(0).text, "a%b");
  EXPECT_EQ(format->at(1).conversion, 'd');
  EXPECT_EQ(format->at(1).length, "l");
  EXPECT_EQ(format->at(1).width, 5U);
  EXPECT_EQ(format->at(1).alignment, Directive::Alignment::Left);
  EXPECT_EQ(format->at(2).alignment, Directive::Alignment::RightWithZeros);
  EXPECT_EQ(format->at(3).precision, 4U);
}

TEST(Format, WhatIsNotModelled) {
  for (const char* format : {"%f", "%", "%.2c", "%05c", "%ls", "%n", "%99999d"})
    EXPECT_FALSE(parse_format(format)) << format;
}

}  // namespace
}  // namespace pendulum::frontend
