#include "viz/model/markdown.h"

#include <gtest/gtest.h>

namespace lockstep::viz {
namespace {

std::string Plain(const std::vector<TextRun>& runs) {
  std::string text;
  for (const TextRun& run : runs) text += run.text;
  return text;
}

TEST(Markdown, SplitsTextIntoBlocks) {
  const auto blocks = ReadMarkdown("# A title\n\nSome *text* with `code`\nand **more**.\n\n---\n");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].kind, BlockKind::kHeading);
  EXPECT_EQ(blocks[0].level, 1);
  EXPECT_EQ(Plain(blocks[1].runs), "Some text with code and more.");
  EXPECT_TRUE(blocks[1].runs[1].emphasis);
  EXPECT_TRUE(blocks[1].runs[3].code);
  EXPECT_EQ(blocks[2].kind, BlockKind::kRule);
}

TEST(Markdown, KeepsCodeUnchanged) {
  const auto blocks = ReadMarkdown("```cuda\nint i = 0;\n  if (i < 3) *p = &q;\n```\n");
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].text, "int i = 0;\n  if (i < 3) *p = &q;\n");
}

TEST(Markdown, CountsItemsAndNestsThem) {
  const auto blocks = ReadMarkdown("1. one\n2. two\n   - inner\n\n     goes on\n");
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_EQ(blocks[0].number, 1);
  EXPECT_EQ(blocks[1].number, 2);
  EXPECT_EQ(blocks[2].number, 0);
  EXPECT_EQ(blocks[2].level, 2);
  EXPECT_EQ(blocks[3].number, -1);
  EXPECT_EQ(Plain(blocks[3].runs), "goes on");
}

TEST(Markdown, AParagraphAfterAListIsNoPartOfItsLastItem) {
  const auto blocks = ReadMarkdown("- one\n- two\n\nAfter.\n");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(Plain(blocks[1].runs), "two");
  EXPECT_EQ(blocks[2].kind, BlockKind::kParagraph);
  EXPECT_EQ(Plain(blocks[2].runs), "After.");
}

TEST(Markdown, FindsImagesLinksQuotesAndTables) {
  const auto blocks = ReadMarkdown(
      "Before\n![the lake](lake.png)\nafter [a link](https://x.org).\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | `2` "
      "|\n");
  ASSERT_EQ(blocks.size(), 6u);
  EXPECT_EQ(blocks[1].kind, BlockKind::kImage);
  EXPECT_EQ(blocks[1].text, "lake.png");
  EXPECT_EQ(Plain(blocks[1].runs), "the lake");
  EXPECT_EQ(Plain(blocks[2].runs), "after a link.");
  EXPECT_EQ(blocks[2].runs[1].link, "https://x.org");
  EXPECT_EQ(blocks[3].kind, BlockKind::kQuote);
  EXPECT_TRUE(blocks[4].head);
  ASSERT_EQ(blocks[5].cells.size(), 2u);
  EXPECT_TRUE(blocks[5].cells[1][0].code);
}

TEST(Markdown, APictureAloneIsOneBlock) {
  const auto blocks = ReadMarkdown("# Title\n\n![the lake](lake.png)\n\nText.\n");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[1].kind, BlockKind::kImage);
}

TEST(Markdown, TakesWhatIsNoMarkupAsText) {
  EXPECT_TRUE(ReadMarkdown("").empty());
  for (const std::string text : {"![", "\xff\xfe", "<b>x</b>"}) {
    const auto blocks = ReadMarkdown(text);
    ASSERT_EQ(blocks.size(), 1u) << text;
    std::string shown;
    for (const TextRun& run : blocks[0].runs) shown += run.text;
    EXPECT_EQ(shown, text);
  }
  for (const char* text : {"#", "```", "|||", "> > >", "- - -", "[]()![]()"})
    EXPECT_LE(ReadMarkdown(text).size(), 2u) << text;
}

}  // namespace
}  // namespace lockstep::viz
