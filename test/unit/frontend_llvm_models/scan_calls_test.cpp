// Tests the parser of scanf formats.
#include "frontend/llvm/models/scan_calls.h"

#include <gtest/gtest.h>

#include <limits>

namespace pendulum::frontend {
namespace {

TEST(ScanFormat, TextAndConversions) {
  const auto format = parse_scan_format("a %*3d%%\n%lu%5s%[]x]%4[^,]");
  ASSERT_TRUE(format);
  ASSERT_EQ(format->size(), 7U);
  EXPECT_EQ(format->at(0).conversion, 0);
  EXPECT_EQ(format->at(1).conversion, 'd');
  EXPECT_TRUE(format->at(1).is_dropped);
  EXPECT_EQ(format->at(2).conversion, 0);
  EXPECT_EQ(format->at(3).length, "l");
  EXPECT_FALSE(format->at(3).width);
  EXPECT_EQ(format->at(4).width, 5U);
  EXPECT_EQ(format->at(5).set, "]x");
  EXPECT_FALSE(format->at(5).is_negated);
  EXPECT_EQ(format->at(6).set, ",");
  EXPECT_TRUE(format->at(6).is_negated);
}

TEST(ScanFormat, TextAndTheSpaceBeforeIt) {
  const auto format = parse_scan_format("ab c%%%c %c");
  ASSERT_TRUE(format);
  ASSERT_EQ(format->size(), 5U);
  EXPECT_EQ(format->at(0).text, "ab");
  EXPECT_FALSE(format->at(0).skips_space);
  EXPECT_EQ(format->at(1).text, "c");
  EXPECT_TRUE(format->at(1).skips_space);
  EXPECT_EQ(format->at(2).text, "%");
  EXPECT_TRUE(format->at(2).skips_space) << "as all conversions but %c and %[";
  EXPECT_FALSE(format->at(3).skips_space);
  EXPECT_TRUE(format->at(4).skips_space);
}

TEST(ScanFormat, Ranges) {
  EXPECT_EQ(parse_scan_format("%[a-d-]")->at(0).set, "abcd-");
  EXPECT_EQ(parse_scan_format("%[-a]")->at(0).set, "-a");
  EXPECT_EQ(parse_scan_format("%[^]-_]")->at(0).set, "]^_");
}

TEST(ScanFormat, ConversionsOfFractions) {
  const auto format = parse_scan_format("%f%lg%LE%*a");
  ASSERT_TRUE(format);
  ASSERT_EQ(format->size(), 4U);
  for (const ScanDirective& directive : *format) EXPECT_EQ(directive.conversion, 'f');
  EXPECT_EQ(format->at(0).length, "");
  EXPECT_EQ(format->at(1).length, "l");
  EXPECT_EQ(format->at(2).length, "L");
  EXPECT_TRUE(format->at(3).is_dropped);
}

TEST(ScanFormat, WhatIsNotModelled) {
  for (const char* format :
       {"%5f", "%hf", "%Ld", "%p", "%", "%0d", "%ls", "%ms", "%[z-a]", "%[abc", "%9999999s"})
    EXPECT_FALSE(parse_scan_format(format)) << format;
}

ScanRange range_of(const char* format, unsigned bits) {
  return scan_range(parse_scan_format(format)->at(0), bits);
}

TEST(ScanFormat, WidthsLimitNumbers) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(range_of("%1d", 32).least, 0);
  EXPECT_EQ(range_of("%1d", 32).most, 9);
  EXPECT_EQ(range_of("%3u", 32).least, -99);
  EXPECT_EQ(range_of("%3u", 32).most, 999);
  EXPECT_EQ(range_of("%2x", 32).most, 255);
  EXPECT_EQ(range_of("%d", 32).most, most);
  EXPECT_EQ(range_of("%8x", 32).most, most) << "with negative ints";
  EXPECT_EQ(range_of("%8x", 64).most, 0xffffffff);
  EXPECT_EQ(range_of("%2x", 8).most, most) << "with negative chars";
  EXPECT_EQ(range_of("%13i", 64).most, most) << "hexadecimal digits say more";
}

}  // namespace
}  // namespace pendulum::frontend
