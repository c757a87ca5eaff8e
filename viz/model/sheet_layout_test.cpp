#include "viz/model/sheet_layout.h"

#include <gtest/gtest.h>

namespace lockstep::viz {
namespace {

constexpr SheetRoom kRoom{.canvas_width = 400,
                          .canvas_height = 300,
                          .cell_width = 40,
                          .cell_height = 20,
                          .left = 20,
                          .top = 30,
                          .between = 10,
                          .max_zoom = 1};

SheetPlaces Places(const char* text, const std::vector<std::string>& names) {
  return PlacesOf(*replay::ReadArrangement(text), names);
}

TEST(SheetLayout, RowsAndColumnsOfAProductAreAligned) {
  const std::vector<std::string> names{"m", "n", "out"};
  const std::vector<SheetSize> sizes{{5, 6}, {8, 5}, {8, 6}};
  const SheetLayout layout = LayOutSheets(Places(".,n/m,out", names), sizes, kRoom);
  const auto& [m, n, out] = std::tie(layout.first_cells[0], layout.first_cells[1], layout.first_cells[2]);
  EXPECT_FLOAT_EQ(m.y, out.y);
  EXPECT_FLOAT_EQ(n.x, out.x);
  EXPECT_GE(out.x, m.x + 5 * 40);
  EXPECT_GE(out.y, n.y + 5 * 20);
  EXPECT_LT(layout.zoom, 1);
  EXPECT_LE(layout.width * layout.zoom, 400.01f);
  EXPECT_LE(layout.height * layout.zoom, 300.01f);
  EXPECT_GT(std::max(layout.width * layout.zoom / 400, layout.height * layout.zoom / 300), 0.99f)
      << "it fills the room";
}

TEST(SheetLayout, NamesKeepTheirRoomWhateverTheZoom) {
  for (const std::uint64_t side : {2u, 20u, 2000u, 200'000u}) {
    const std::vector<SheetSize> sizes{{side, side}, {side, side}};
    const SheetLayout layout = LayOutSheets({{{0}, {1}}}, sizes, kRoom);
    EXPECT_NEAR(layout.left * layout.zoom, 20, 0.1) << side;
    EXPECT_NEAR(layout.top * layout.zoom, 30, 0.1) << side;
    const float end_of_first = layout.first_cells[0].x + static_cast<float>(side) * 40;
    EXPECT_NEAR((layout.first_cells[1].x - end_of_first) * layout.zoom, 30, 0.5) << side;
  }
}

TEST(SheetLayout, AnArrayIsAsWideAsItsName) {
  const std::vector<SheetSize> sizes{{1, 4, 60}, {5, 4}};
  const SheetLayout layout = LayOutSheets({{{0}, {1}}}, sizes, kRoom);
  EXPECT_FLOAT_EQ(layout.first_cells[1].x - layout.first_cells[0].x, 60 + 10 + 20);
  EXPECT_FLOAT_EQ(LayOutSheets({{{0, 1}}}, sizes, kRoom).first_cells[1].x, layout.first_cells[1].x);
}

TEST(SheetLayout, SmallArraysAreNotEnlarged) {
  const std::vector<SheetSize> sizes{{2, 2}};
  EXPECT_EQ(LayOutSheets({{{0}}}, sizes, kRoom).zoom, 1);
}

TEST(SheetLayout, ArraysOfOnePlaceStandSideBySide) {
  const std::vector<SheetSize> sizes{{2, 2}, {2, 2}, {8, 2}};
  const SheetLayout layout = LayOutSheets(Places("a+b/c", {"a", "b", "c"}), sizes, kRoom);
  EXPECT_FLOAT_EQ(layout.first_cells[0].y, layout.first_cells[1].y);
  EXPECT_GT(layout.first_cells[1].x, layout.first_cells[0].x + 2 * 40);
  EXPECT_FLOAT_EQ(layout.first_cells[2].x, layout.first_cells[0].x);
}

TEST(SheetLayout, MissingArraysTakeNoRoom) {
  const std::vector<SheetSize> sizes{{3, 3}};
  const SheetLayout layout = LayOutSheets(Places("x,y/z,a", {"a"}), sizes, kRoom);
  EXPECT_FLOAT_EQ(layout.first_cells[0].x, 20);
  EXPECT_FLOAT_EQ(layout.first_cells[0].y, 30);
  EXPECT_FLOAT_EQ(layout.width, 20 + 3 * 40);
}

TEST(SheetLayout, UnplacedArraysFillTheCanvas) {
  const std::vector<SheetSize> wide{{16, 2}, {16, 2}, {16, 2}}, high{{2, 12}, {2, 12}, {2, 12}};
  EXPECT_EQ(PlaceFreely(wide, kRoom), (SheetPlaces{{{0}}, {{1}}, {{2}}}));
  EXPECT_EQ(PlaceFreely(high, kRoom), (SheetPlaces{{{0}, {1}, {2}}}));
  const std::vector<SheetSize> square{{16, 16}, {16, 16}, {16, 16}, {16, 16}};
  SheetRoom room = kRoom;
  room.cell_width = 20;
  room.canvas_width = room.canvas_height;
  EXPECT_EQ(PlaceFreely(square, room), (SheetPlaces{{{0}, {1}}, {{2}, {3}}}));
  EXPECT_TRUE(PlaceFreely({}, kRoom).empty());
}

TEST(SheetLayout, StaysPositiveWithoutRoom) {
  SheetRoom room = kRoom;
  room.canvas_width = room.canvas_height = 1;
  const std::vector<SheetSize> sizes{{1'000'000, 1'000'000}};
  EXPECT_GT(LayOutSheets({{{0}}}, sizes, room).zoom, 0);
}

TEST(SheetLayout, FlatArraysAreFolded) {
  EXPECT_EQ(FoldedColumns(0, 0), 1u);
  EXPECT_EQ(FoldedColumns(9, 9), 9u);
  EXPECT_EQ(FoldedColumns(64, 64), 16u);
  EXPECT_EQ(FoldedColumns(65, 65), 32u);
  EXPECT_EQ(FoldedColumns(64, 66), 32u) << "as the one beside it";
  EXPECT_EQ(FoldedColumns(4096, 4096), 128u);
  EXPECT_EQ(FoldedColumns(1'000'000'000, 0), 4096u);
}

}  // namespace
}  // namespace lockstep::viz
