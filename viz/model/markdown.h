#pragma once

// Markdown as a list of blocks in reading order. Parsed by md4c (CommonMark, with tables).

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::viz {

struct TextRun {
  std::string text;
  bool strong = false, emphasis = false, code = false;
  std::string link;  // the address, empty for plain text
};

enum class BlockKind { kParagraph, kHeading, kCode, kItem, kQuote, kRule, kImage, kTableRow };

struct Block {
  BlockKind kind{};
  int level = 0;      // of a heading: 1 to 6; of an item: the depth of its list, from 1
  int number = 0;     // of an item of a numbered list; 0: a bullet, -1: it continues the previous item
  bool head = false;  // of a table row
  std::string info;   // of code: the word after the fence, such as cpp
  std::string text;   // of code: all of it; of an image: its name, with the alternative text in runs
  std::vector<TextRun> runs;
  std::vector<std::vector<TextRun>> cells;  // of a table row
};

std::vector<Block> ReadMarkdown(std::string_view markdown);

}  // namespace lockstep::viz
