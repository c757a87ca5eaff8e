#include "shared/base/printable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Printable, LeavesOrdinaryTextOfEveryLanguageUnchanged) {
  for (const char* text : {"", "blur<3>", "größe", "日本語", "שלום", "\U0001f468\u200d\U0001f469", "C:\\new\\x1b"})
    EXPECT_EQ(Printable(text), text);
}

TEST(Printable, ShowsEscapeSequences) {
  EXPECT_EQ(Printable("\x1b]0;owned\x07\x1b[2J"), "\\x1b]0;owned\\x07\\x1b[2J");
  EXPECT_EQ(Printable("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(Printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(Printable("\x7f"), "\\x7f");
}

TEST(Printable, ShowsControlCharactersOfOneCodePointAndOfOneByte) {
  EXPECT_EQ(Printable("\u009b31m"), "\\u009b31m");
  EXPECT_EQ(Printable("\x9b"
                      "31m"),
            "\\x9b31m");
  EXPECT_EQ(Printable("\u0085"), "\\u0085");
}

TEST(Printable, ShowsOverridesOfTheDirection) {
  EXPECT_EQ(Printable("a\u202eb\u2066c\u2069\u200f\u061c"), "a\\u202eb\\u2066c\\u2069\\u200f\\u061c");
  EXPECT_EQ(Printable("\u2028\u2029"), "\\u2028\\u2029");
}

TEST(Printable, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(Printable("\xff"), "\\xff");
  EXPECT_EQ(Printable("\xc3"), "\\xc3");
  EXPECT_EQ(Printable("\xc0\x9b"), "\\xc0\\x9b") << "an overlong form";
  EXPECT_EQ(Printable("\xe0\x82\x9b"), "\\xe0\\x82\\x9b") << "an overlong form";
  EXPECT_EQ(Printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(Printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "past the last code point";
}

TEST(Printable, KeepsOneLineOnOneLine) { EXPECT_EQ(Printable("a\nb\tc\rd"), "a\\nb\\tc\\x0dd"); }

TEST(PrintableLines, KeepsLineBreaksAndTabs) { EXPECT_EQ(PrintableLines("a\n\tb\r\x1b[2J"), "a\n\tb\\x0d\\x1b[2J"); }

TEST(PrintableLines, KeepsColoursOnlyIfAsked) {
  EXPECT_EQ(PrintableLines("\x1b[1;31merror\x1b[0m"), "\\x1b[1;31merror\\x1b[0m");
  EXPECT_EQ(PrintableLines("\x1b[1;31merror\x1b[0m", true), "\x1b[1;31merror\x1b[0m");
  EXPECT_EQ(PrintableLines("\x1b[2J\x1b]0;x\x07\x1b[?25lm\x1b[", true), "\\x1b[2J\\x1b]0;x\\x07\\x1b[?25lm\\x1b[");
}

TEST(ShortName, CutsLongNamesBetweenTwoCharacters) {
  EXPECT_EQ(ShortName("blur<3>"), "blur<3>");
  EXPECT_EQ(ShortName(std::string(60'000, 'n')).size(), 1000u);
  std::string two_bytes = "x";
  for (int i = 0; i < 1000; ++i) two_bytes += "é";
  EXPECT_EQ(ShortName(two_bytes).size(), 999u);
}

}  // namespace
}  // namespace lockstep
