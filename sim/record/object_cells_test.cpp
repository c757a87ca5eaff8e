#include "sim/record/object_cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::record {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr trace::TypeId kFloat{0}, kRow{1}, kTable{2}, kEmpty{3};
const trace::Recording kTables{
    .types = {{.kind = trace::TypeKind::kFloat, .name = "float", .size = 4},
              {.kind = trace::TypeKind::kArray, .name = "float[17]", .size = 68, .element = kFloat, .count = 17},
              {.kind = trace::TypeKind::kArray, .name = "float[16][17]", .size = 1088, .element = kRow, .count = 16},
              {.kind = trace::TypeKind::kStruct, .name = "Empty", .size = 0}}};

TEST(ObjectCells, FollowTheDeclaration) {
  trace::Object object{.size = 1088};
  GiveCells(kTables, object, kTable);
  EXPECT_EQ(object.element, kFloat);
  EXPECT_THAT(object.shape, ElementsAre(16, 17));
}

TEST(ObjectCells, AVariableThatIsNoArrayHasNoShape) {
  trace::Object object{.size = 4};
  GiveCells(kTables, object, kFloat);
  EXPECT_EQ(object.element, kFloat);
  EXPECT_THAT(object.shape, IsEmpty());
}

TEST(ObjectCells, DynamicMemoryHasAsManyRowsAsFit) {
  trace::Object rows{.size = 3 * 68 + 10};
  GiveDynamicCells(kTables, rows, kRow);
  EXPECT_THAT(rows.shape, ElementsAre(3, 17));
  trace::Object cells{.size = 40};
  GiveDynamicCells(kTables, cells, kFloat);
  EXPECT_EQ(cells.element, kFloat);
  EXPECT_THAT(cells.shape, IsEmpty());
}

TEST(ObjectCells, DynamicMemoryWithoutRoomForOneRowHasNone) {
  for (const trace::TypeId element : {kRow, kEmpty, trace::TypeId::kNone}) {
    trace::Object object{.size = 8};
    GiveDynamicCells(kTables, object, element);
    EXPECT_EQ(object.element, trace::TypeId::kNone);
    EXPECT_THAT(object.shape, IsEmpty());
  }
}

}  // namespace
}  // namespace lockstep::record
