// The requests of panels to the window.

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

replay::Cursor MomentIn(const Screen& screen, replay::Position step) {
  replay::Cursor place = screen.selection();
  place.step = step;
  return place;
}

TEST(Requests, AreCarriedOutBeforeTheNextFrameInTheirOrder) {
  auto opened = Stage::Open({.recording = replay::ReduceRecording()}, {});
  ASSERT_TRUE(opened) << opened.error().message;
  Screen& screen = (*opened)->screen();
  EXPECT_FALSE(screen.is_moving());
  for (const replay::Position step : {20u, 30u})
    screen.desk().requests.emplace_back(request::GoToMoment{MomentIn(screen, step)});
  EXPECT_TRUE(screen.is_moving()) << "the window draws a frame";
  (*opened)->DrawOnce();
  EXPECT_EQ(screen.selection().step, 30u);
  EXPECT_TRUE(screen.desk().requests.empty());
  EXPECT_FALSE(screen.is_moving());
}

TEST(Requests, OfOneRecordingAreNotCarriedOutInAnother) {
  auto opened = Stage::Open({.recording = replay::ReduceRecording(),
                             .other = OtherRecording{replay::GreyRecording({.threads = 64, .recorded_blocks = 4})}},
                            {});
  ASSERT_TRUE(opened) << opened.error().message;
  Screen& screen = (*opened)->screen();
  const replay::Position end = screen.model()->end();
  screen.desk().requests.emplace_back(request::ExchangeRuns());
  screen.desk().requests.emplace_back(request::GoToMoment{MomentIn(screen, end)});
  (*opened)->DrawOnce();
  ASSERT_NE(screen.model()->end(), end) << "the other run is in view";
  EXPECT_NE(screen.selection().step, end);
  EXPECT_TRUE(screen.desk().requests.empty());
}

TEST(Requests, ThatLeadIntoARecordingGoWithIt) {
  auto opened = Stage::Open({.recording = replay::ReduceRecording()}, {});
  ASSERT_TRUE(opened) << opened.error().message;
  Screen& screen = (*opened)->screen();
  screen.desk().requests.emplace_back(request::GoToMoment{MomentIn(screen, 20)});
  screen.desk().requests.emplace_back(request::CloseWindow());
  screen.Show({.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})});
  ASSERT_EQ(screen.desk().requests.size(), 1u);
  EXPECT_TRUE(screen.desk().Asks<request::CloseWindow>());
  (*opened)->DrawOnce();
  EXPECT_TRUE(screen.wants_to_close());
}

}  // namespace
}  // namespace lockstep::viz
