#include "shared/replay/drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::replay {
namespace {

using Look = DrawingCell::Look;
using testing::ElementsAre;

std::string ErrorOf(std::string_view text) {
  const auto drawing = ReadDrawing(text);
  return drawing ? "" : drawing.error().message;
}

TEST(Drawing, HasRowsOfCellsInColumns) {
  const auto drawing = ReadDrawing("cell : 0 1 | 2 3!\n\nof two: own_cells*2 | . _\n");
  ASSERT_TRUE(drawing) << drawing.error().message;
  EXPECT_EQ(drawing->columns, 4u);
  EXPECT_THAT(drawing->gaps, ElementsAre(2u));
  EXPECT_TRUE(drawing->bars.empty());
  ASSERT_EQ(drawing->rows.size(), 2u);
  EXPECT_EQ(drawing->rows[0].label, "cell");
  ASSERT_EQ(drawing->rows[0].cells.size(), 4u);
  EXPECT_EQ(drawing->rows[0].cells[3].text, "3");
  EXPECT_EQ(drawing->rows[0].cells[3].look, Look::kMarked);
  ASSERT_EQ(drawing->rows[1].cells.size(), 2u) << "a point is no cell";
  EXPECT_EQ(drawing->rows[1].cells[0].text, "own cells");
  EXPECT_EQ(drawing->rows[1].cells[0].span, 2u);
  EXPECT_EQ(drawing->rows[1].cells[1].column, 3u);
  EXPECT_EQ(drawing->rows[1].cells[1].look, Look::kEmpty);
}

TEST(Drawing, TextsMayHaveSigns) {
  const auto drawing = ReadDrawing(": -1 +4~ 6*8 a*b !");
  ASSERT_TRUE(drawing) << drawing.error().message;
  std::vector<std::string> texts;
  for (const DrawingCell& cell : drawing->rows[0].cells) texts.push_back(cell.text);
  EXPECT_THAT(texts, ElementsAre("-1", "+4", "6", "a*b", "!"));
  EXPECT_EQ(drawing->rows[0].cells[1].look, Look::kOther);
  EXPECT_EQ(drawing->columns, 12u);
}

TEST(Drawing, HasArrowsBetweenRowsAndBarsAcrossAll) {
  const auto drawing = ReadDrawing("a: 1 2 || 3\n> 0-1 2-1\nb: . 6");
  ASSERT_TRUE(drawing) << drawing.error().message;
  ASSERT_EQ(drawing->rows[0].arrows.size(), 2u);
  EXPECT_EQ(drawing->rows[0].arrows[1].from, 2u);
  EXPECT_EQ(drawing->rows[0].arrows[1].to, 1u);
  EXPECT_THAT(drawing->bars, ElementsAre(2u));
}

TEST(Drawing, NamesTheLineOfAMistake) {
  EXPECT_EQ(ErrorOf(""), "1: the drawing has no row `label: cells`");
  EXPECT_EQ(ErrorOf("a: 1\nwords"), "2: a row is `label: cells`, and a line of arrows begins with `>`");
  EXPECT_EQ(ErrorOf("> 0-0"), "1: arrows come from the row above, and there is none");
  EXPECT_EQ(ErrorOf("a: 1\n> 0"), "2: `0` is no arrow: `0-2` goes from column 0 to column 2");
  EXPECT_EQ(ErrorOf("a: 1\n> 1-0\nb: 1"), "2: the row above has no column 1");
  EXPECT_EQ(ErrorOf("a: 1\n> 0-1\nb: 1"), "3: an arrow leads to column 1, which is not here");
  EXPECT_EQ(ErrorOf("a: 1\n> 0-0"), "2: the arrows lead to no row");
  EXPECT_EQ(ErrorOf("a: x*0"), "1: `x*0` is as wide as 1 to 40 cells");
  EXPECT_EQ(ErrorOf("a: x*40 y"), "1: a drawing has at most 40 columns and 40 rows");
}

}  // namespace
}  // namespace lockstep::replay
