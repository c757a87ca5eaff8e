#include "shared/replay/kept_place.h"

#include <gtest/gtest.h>

#include "shared/replay/choose.h"
#include "shared/replay/stepping.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

trace::Recording Grey(std::uint32_t recorded_blocks = 4) {
  return GreyRecording({.threads = 64, .recorded_blocks = recorded_blocks});
}

TEST(KeptPlace, IsTheSameMomentOfTheSameRecording) {
  Model model(Grey()), again(Grey());
  Cursor cursor = FirstCursor(model);
  for (int i = 0; i < 3; ++i) {
    const auto back = NextStop(model, cursor.block, cursor.thread, Stride::kThread, Direction::kBackward);
    ASSERT_TRUE(back);
    cursor.step = *back;
    model.MoveTo(cursor);
    Follow(model, cursor);
    Cursor found = FirstCursor(again);
    ASSERT_TRUE(GoToKept(again, found, PlaceToKeep(model, cursor)));
    EXPECT_EQ(found.thread, cursor.thread);
    EXPECT_EQ(found.line, cursor.line);
    const ThreadSlot slot = model.SlotOf(cursor.block, cursor.thread);
    EXPECT_EQ(again.playback().LastStep(slot), model.playback().LastStep(slot));
  }
}

TEST(KeptPlace, IsFoundWithoutMovingThere) {
  Model model(Grey(2)), again(Grey(4));
  const Cursor cursor = FirstCursor(model);
  const KeptPlace place = PlaceToKeep(model, cursor);
  model.MoveTo(0, 0);
  const KeptPlace from_afar = PlaceToKeep(model, cursor);
  EXPECT_EQ(from_afar.line, place.line);
  EXPECT_EQ(from_afar.visit, place.visit);
  EXPECT_EQ(from_afar.steps, place.steps);
  again.MoveTo(0, 0);
  const auto found = FindKept(again, place);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->thread, cursor.thread);
  EXPECT_EQ(found->block, cursor.block);
  EXPECT_EQ(found->line, cursor.line);
  EXPECT_EQ(again.position(), 0u);
  KeptPlace gone = place;
  gone.line = 999;
  EXPECT_FALSE(FindKept(again, gone));
  gone = place;
  gone.launch = 7;
  EXPECT_FALSE(FindKept(again, gone));
}

TEST(KeptPlace, IsTheThreadsFirstElementIfTheLineIsGone) {
  Model model(Grey());
  Cursor cursor = FirstCursor(model);
  KeptPlace place = PlaceToKeep(model, cursor);
  place.line = 999;
  Cursor found = FirstCursor(model);
  ASSERT_TRUE(GoToKept(model, found, place));
  EXPECT_EQ(found.step, FirstMomentOf(model, model.SlotOf(place.block, place.thread)));
}

TEST(KeptPlace, ChangesNothingIfTheThreadIsNotRecorded) {
  Model model(Grey(4)), fewer(Grey(1));
  Cursor cursor = FirstCursor(model);
  ChooseThread(model, cursor, {3, 0, 0}, {5, 0, 0});
  Cursor found = FirstCursor(fewer);
  const Position before = found.step;
  EXPECT_FALSE(GoToKept(fewer, found, PlaceToKeep(model, cursor)));
  EXPECT_EQ(found.step, before);
  EXPECT_EQ(fewer.position(), before);
}

}  // namespace
}  // namespace lockstep::replay
