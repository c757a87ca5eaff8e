#include "shared/replay/line_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::replay {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

LineOrder Guard() {
  LineOrder order;
  order.lines = {
      {"int i = threadIdx.x;", true},         {"if (i < n) {", true}, {"if (i <= n) {", false, "One too many."},
      {"if (i > n) {", false, "The others."}, {"out[i] = i;", true},  {"}", true}};
  return order;
}

Placing Press(const LineOrder& order, std::initializer_list<std::string_view> keys, Placing placing = {}) {
  for (const std::string_view key : keys) EXPECT_TRUE(PressKey(order, placing, key)) << key;
  return placing;
}

TEST(LineOrder, PutsAMistakeInPlaceOfTheLineAboveItThatBelongs) {
  EXPECT_THAT(RightOrder(Guard()), ElementsAre(0, 1, 4, 5));
  EXPECT_THAT(OrderWithMistake(Guard(), 2), ElementsAre(0, 2, 4, 5));
  EXPECT_THAT(OrderWithMistake(Guard(), 3), ElementsAre(0, 3, 4, 5));
}

TEST(LineOrder, IsShuffledAlwaysAlikeAndNeverRight) {
  EXPECT_THAT(ShownOrder(Guard()), UnorderedElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(ShownOrder(Guard()), ShownOrder(Guard()));
  for (int i = 0; i < 100; ++i) {
    LineOrder order;
    for (const char* name : {"a", "b"}) order.lines.push_back({name + std::to_string(i), true});
    EXPECT_THAT(ShownOrder(order), ElementsAre(1, 0));
  }
}

TEST(LineOrder, IsIndentedByItsBracesHoweverWrong) {
  const auto depths = [](std::vector<std::string_view> lines) { return DepthsOf(lines); };
  EXPECT_THAT(depths({"for (;;) {", "if (a) {", "b;", "} else {", "c;", "}", "}", "d;"}),
              ElementsAre(0, 1, 2, 1, 2, 1, 0, 0));
  EXPECT_THAT(depths({"}", "}", "a;", "{", "b;"}), ElementsAre(0, 0, 0, 0, 1));
  EXPECT_THAT(depths({"if (a)", "b;", "c;"}), ElementsAre(0, 1, 0));
  EXPECT_THAT(depths({"if (a) b = {1};", "c;"}), ElementsAre(0, 0));
}

TEST(Placing, TakesLinesWithSpaceInTheOrderOfTheReader) {
  const LineOrder order = Guard();
  const std::vector<std::size_t> shown = ShownOrder(order);
  const Placing placing = Press(order, {"Space", "↓", "Space"});
  EXPECT_THAT(placing.placed, ElementsAre(shown[0], shown[2]));
  EXPECT_EQ(LeftOver(order, placing).size(), 4u);
  EXPECT_EQ(LeftOver(order, placing)[0], shown[1]);
}

TEST(Placing, LiftsAPlacedLineThatArrowsMove) {
  const LineOrder order = Guard();
  const Placing three{.placed = {0, 1, 4}};
  EXPECT_THAT(Press(order, {"Space", "↓", "↓"}, three).placed, ElementsAre(1, 4, 0));
  EXPECT_THAT(Press(order, {"Space", "↓", "Space", "↓"}, three), testing::Field(&Placing::at, 2u));
  EXPECT_THAT(Press(order, {"↓", "↓", "Space", "↑", "↑", "↑"}, three).placed, ElementsAre(4, 0, 1));
  const Placing out = Press(order, {"↓", "↓", "Space", "↓"}, three);
  EXPECT_THAT(out.placed, ElementsAre(0, 1)) << "past the end it is out";
  EXPECT_FALSE(out.is_lifted);
  EXPECT_EQ(LeftOver(order, out).at(out.at - 2), 4u) << "the keys stay with it";
  EXPECT_THAT(Press(order, {"↓", "Backspace"}, three).placed, ElementsAre(0, 4));
}

TEST(Placing, StaysWithinItsRowsAndLeavesOtherKeysAlone) {
  const LineOrder order = Guard();
  Placing placing;
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(PressKey(order, placing, "↓"));
  EXPECT_EQ(placing.at, 5u);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(PressKey(order, placing, "Space"));
  EXPECT_EQ(placing.placed.size(), 6u) << "once all are placed, Space lifts and puts down";
  EXPECT_TRUE(LeftOver(order, placing).empty());
  EXPECT_FALSE(PressKey(order, placing, "C"));
}

TEST(Placing, MovesALineToWhereItIsDropped) {
  Placing placing{.placed = {0, 1, 2}};
  PutIn(placing, 0, 3);
  EXPECT_THAT(placing.placed, ElementsAre(1, 2, 0));
  PutIn(placing, 5, 1);
  EXPECT_THAT(placing.placed, ElementsAre(1, 5, 2, 0));
  PutIn(placing, 0, 0);
  EXPECT_THAT(placing.placed, ElementsAre(0, 1, 5, 2));
  TakeOut(placing, 5);
  EXPECT_THAT(placing.placed, ElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace lockstep::replay
