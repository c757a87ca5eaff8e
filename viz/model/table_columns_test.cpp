#include "viz/model/table_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::viz {
namespace {

using testing::ElementsAre;

TEST(TableColumns, AreAsWideAsTheirCellsWhereThereIsRoom) {
  EXPECT_THAT(ColumnWidths({{.least = 20, .whole = 90}, {.least = 10, .whole = 10}}, 200), ElementsAre(90, 10));
}

TEST(TableColumns, GiveEachWordItsRoomBeforeTheySpareLineBreaks) {
  EXPECT_THAT(ColumnWidths({{.least = 80, .whole = 80}, {.least = 20, .whole = 120}}, 150), ElementsAre(80, 70));
}

TEST(TableColumns, ShareTheRoomByTheirWordsIfTheseAloneAreTooWide) {
  EXPECT_THAT(ColumnWidths({{.least = 300, .whole = 400}, {.least = 100, .whole = 100}}, 200), ElementsAre(150, 50));
}

TEST(TableColumns, AreNoneInAnEmptyTable) { EXPECT_TRUE(ColumnWidths({}, 100).empty()); }

}  // namespace
}  // namespace lockstep::viz
