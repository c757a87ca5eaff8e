#include "viz/model/place_history.h"

#include <gtest/gtest.h>

namespace lockstep::viz {
namespace {

replay::Cursor At(replay::Position step) { return {.step = step}; }

TEST(PlaceHistory, GoesBackAndForwardOverVisits) {
  PlaceHistory history;
  EXPECT_FALSE(history.Back());
  for (const replay::Position step : {10, 20, 30}) history.Visit(At(step), false);
  EXPECT_EQ(history.Back()->step, 20U);
  EXPECT_EQ(history.Back()->step, 10U);
  EXPECT_FALSE(history.Back());
  EXPECT_EQ(history.Forward()->step, 20U);
  history.Visit(At(20), false);
  EXPECT_EQ(history.Forward()->step, 30U) << "being there is no new visit";
  EXPECT_FALSE(history.Forward());
}

TEST(PlaceHistory, GoesOnWhereTheOneBeforeEnded) {
  PlaceHistory before;
  for (const replay::Position step : {10, 20, 30}) before.Visit(At(step), false);
  before.Visit(At(31), true);
  EXPECT_EQ(before.Past(2, false).front().step, 10U);
  EXPECT_EQ(before.Past(2, true).back().step, 31U);
  PlaceHistory after;
  after.Restore(before.Past(2, true));
  after.Visit(At(5), false);
  EXPECT_EQ(after.Back()->step, 31U);
  EXPECT_EQ(after.Back()->step, 20U);
  EXPECT_FALSE(after.Back());
  EXPECT_TRUE(PlaceHistory().Past(9, true).empty());
}

TEST(PlaceHistory, MovesWithTheOrderOfTheSteps) {
  PlaceHistory history;
  for (const replay::Position step : {10, 20}) history.Visit(At(step), false);
  history.Move([](const replay::Cursor& place) { return At(place.step + 1); });
  EXPECT_EQ(history.Back()->step, 11U);
  EXPECT_EQ(history.Forward()->step, 21U);
}

TEST(PlaceHistory, StepsStayWithinAVisit) {
  PlaceHistory history;
  history.Visit(At(10), false);
  history.Visit(At(20), false);
  for (const replay::Position step : {21, 22, 23}) history.Visit(At(step), true);
  EXPECT_EQ(history.Back()->step, 10U);
  EXPECT_EQ(history.Forward()->step, 23U);
}

TEST(PlaceHistory, AVisitForgetsWhatWasAhead) {
  PlaceHistory history;
  for (const replay::Position step : {10, 20, 30}) history.Visit(At(step), false);
  history.Back();
  history.Back();
  history.Visit(At(40), false);
  EXPECT_FALSE(history.Forward());
  EXPECT_EQ(history.Back()->step, 10U);
}

TEST(PlaceHistory, IsBounded) {
  PlaceHistory history;
  for (replay::Position step = 0; step < 2000; ++step) history.Visit(At(step), false);
  std::size_t visits = 1;
  while (history.Back()) ++visits;
  EXPECT_EQ(visits, 500U);
}

}  // namespace
}  // namespace lockstep::viz
