#include "shared/replay/line_map.h"

#include <gtest/gtest.h>

#include "shared/replay/choose.h"
#include "shared/replay/kept_place.h"
#include "shared/replay/stepping.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

trace::Recording Texts(const std::vector<std::pair<std::string, std::string>>& files) {
  trace::Recording recording;
  for (const auto& [path, text] : files) recording.files.push_back({.path = path, .text = text});
  return recording;
}

Line At(std::uint32_t file, std::uint32_t number) { return {trace::FileId{file}, number}; }

TEST(LineMap, FollowsInsertedAndRemovedLines) {
  const LineMap lines(Texts({{"/old/k.cu", "a\nb\nc\nd\n"}}), Texts({{"/new/k.cu", "new\na\nb\nd\n"}}));
  EXPECT_EQ(lines.Of(At(0, 1)), At(0, 2));
  EXPECT_EQ(lines.Of(At(0, 2)), At(0, 3));
  EXPECT_EQ(lines.Of(At(0, 3)), Line{});
  EXPECT_EQ(lines.Of(At(0, 4)), At(0, 4));
}

TEST(LineMap, TakesAChangedLineForTheOneInItsPlace) {
  const LineMap lines(Texts({{"k.cu", "a\nb\nc\n"}}), Texts({{"k.cu", "a\nB\nc\n"}}));
  EXPECT_EQ(lines.Of(At(0, 2)), At(0, 2));
}

TEST(LineMap, FindsFilesByName) {
  const LineMap lines(Texts({{"x.h", "a\n"}, {"k.cu", "b\n"}, {"gone.h", "c\n"}}),
                      Texts({{"k.cu", "b\n"}, {"x.h", "a\n"}}));
  EXPECT_EQ(lines.Of(At(0, 1)), At(1, 1));
  EXPECT_EQ(lines.Of(At(1, 1)), At(0, 1));
  EXPECT_EQ(lines.Of(At(2, 1)), Line{});
  EXPECT_EQ(lines.Of(At(9, 1)), Line{});
}

// One thread comes to these lines of a text of single letters.
trace::Recording Walk(const std::string& text, const std::vector<std::uint32_t>& walked) {
  RecordingBuilder b("k.cu", text);
  const trace::FunctionId kernel = b.AddFunction("k", 1);
  b.BeginLaunch(b.AddKernel("k", kernel, {}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  b.Enter({0, 0}, kernel);
  for (const std::uint32_t line : walked) b.Line({0, 0}, line);
  return b.Finish();
}

TEST(LineMap, LeadsToTheSameVisitInAnEditedProgram) {
  Model before(Walk("k\na\nb\n", {2, 3, 2, 3})), after(Walk("new\nk\na\nx\nb\n", {3, 4, 5, 3, 4, 5}));
  before.MoveTo(0, ~0u);
  after.MoveTo(0, 0);
  Cursor last = MomentAfter(before, before.end() - 1);
  ASSERT_EQ(last.line.number, 3u);
  const LineMap lines(before.recording(), after.recording());
  const KeptPlace place = PlaceIn(after.recording(), lines, before, last);
  EXPECT_EQ(place.line, 5u);
  EXPECT_EQ(place.visit, 1u);
  const auto found = FindKept(after, place);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, after.end());
}

TEST(LineMap, LeadsToTheLineBeforeOneThatIsGone) {
  Model before(Walk("k\na\nb\n", {2, 3})), after(Walk("k\na\n", {2}));
  before.MoveTo(0, ~0u);
  after.MoveTo(0, 0);
  const LineMap lines(before.recording(), after.recording());
  const KeptPlace place = PlaceIn(after.recording(), lines, before, MomentAfter(before, before.end() - 1));
  EXPECT_EQ(place.line, 2u);
  EXPECT_EQ(place.visit, 0u);
}

}  // namespace
}  // namespace lockstep::replay
