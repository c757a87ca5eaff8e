#include "shared/query/moment_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

using ::testing::HasSubstr;

std::size_t CountOf(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; at += word.size()) ++count;
  return count;
}

TEST(MomentPicture, DrawsEachThreadOfTheBlockAndNamesItsLine) {
  replay::Model model(replay::RacyRecording());
  const auto svg = DrawGrid(model, replay::FirstCursor(model));
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_EQ(CountOf(*svg, "class=\"small mid on\""), model.index().threads_per_block());
  EXPECT_THAT(*svg, HasSubstr("line "));
  EXPECT_EQ(svg->rfind("</svg>\n"), svg->size() - 7);
}

TEST(MomentPicture, DrawsTheCellsOfAnArrayAndHatchesWhatNobodyWrote) {
  replay::Model model(replay::RacyRecording());
  replay::Cursor place = replay::FirstCursor(model);
  const replay::ArrayInfo array = replay::ListArrays(model, place.block).back();
  place.step = 0;
  const auto before = DrawArray(model, place, array.name, 256);
  ASSERT_TRUE(before) << before.error().message;
  EXPECT_EQ(CountOf(*before, "class=\"cell\"") + CountOf(*before, "class=\"unset\""),
            std::min<std::uint64_t>(array.count, 256));
  place.step = model.end();
  const auto after = DrawArray(model, place, array.name, 256);
  ASSERT_TRUE(after);
  EXPECT_LT(CountOf(*after, "class=\"unset\""), CountOf(*before, "class=\"unset\""));
}

TEST(MomentPicture, RefusesAnArrayThatTheBlockDoesNotHave) {
  replay::Model model(replay::RacyRecording());
  const auto svg = DrawArray(model, replay::FirstCursor(model), "nowhere", 256);
  ASSERT_FALSE(svg);
  EXPECT_THAT(svg.error().message, HasSubstr("--array nowhere: the block has no such array; it has "));
}

}  // namespace
}  // namespace lockstep::query
