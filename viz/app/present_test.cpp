// A talk: one key goes through the links of a page and then to the next page, and back.

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/source_view.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

Scene Lesson() {
  Scene scene{.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})};
  scene.lesson =
      LessonView{.title = "Lesson",
                 .pages = {{"One", "Look at [thread 5](go:thread=5;at=end), then [thread 7](go:thread=7;at=end)."},
                           {"Two", "No link here, only a [task](try:thread=9)."},
                           {"Three", "The end, at the [start](go:thread=1;at=start)."}}};
  return scene;
}

std::unique_ptr<Stage> Open(Scene scene) {
  auto opened = Stage::Open(std::move(scene), {.width = 1280, .height = 720});
  EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
  return opened ? std::move(*opened) : nullptr;
}

TEST(Present, OneKeyGoesThroughTheLesson) {
  auto stage = Open(Lesson());
  ASSERT_TRUE(stage);
  stage->Press("F11");
  const auto at = [&] { return std::pair(stage->screen().reading().page, stage->selection().thread.x); };
  const std::uint32_t first = stage->selection().thread.x;
  using At = std::pair<std::size_t, std::uint32_t>;
  EXPECT_EQ(at(), (At{0, first}));
  for (const At expected : {At{0, 5}, At{0, 7}, At{1, 7}, At{2, 7}, At{2, 1}, At{2, 1}}) {
    stage->Press("Space");
    EXPECT_EQ(at(), expected);
  }
  for (const std::size_t page : {2, 1, 0}) {
    stage->Press("Page Up");
    EXPECT_EQ(stage->screen().reading().page, page);
  }
}

TEST(Present, HasLargerLettersAndFewerPanelsUntilItEnds) {
  auto stage = Open(Lesson());
  ASSERT_TRUE(stage);
  const auto before = stage->Pixels();
  const float letters = stage->screen().desk().fonts.text->FontSize;
  stage->Press("F11");
  EXPECT_GT(stage->screen().desk().fonts.text->FontSize, letters * 1.2f);
  EXPECT_TRUE(stage->screen().desk().anchors.thread) << "the grid stands beside the memory";
  EXPECT_FALSE(stage->screen().desk().Of<SourceView>().results.empty());
  stage->Press("Esc");
  EXPECT_EQ(stage->Pixels(), before);
}

// The text is large, and half of the panel's height is gone: without scrolling, another part of the file would be
// shown.
TEST(Present, KeepsTheLineOfTheMomentInView) {
  Scene scene = Lesson();
  const trace::Recording recording = *scene.recording;
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  for (const char* key : {"Ctrl +", "Ctrl +", "F11", "Space"}) stage->Press(key);
  replay::Model model(recording);
  model.MoveTo(stage->selection());
  const replay::Line line = replay::LineOf(model, model.SlotOf(stage->selection().block, stage->selection().thread));
  EXPECT_TRUE(stage->screen().desk().Of<SourceView>().margins.contains(line.number)) << line.number;
}

TEST(Present, WithoutALessonItSteps) {
  auto stage = Open({.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})});
  ASSERT_TRUE(stage);
  stage->Press("F11");
  stage->Press("Home");
  stage->Press("Page Down"), stage->Press("Space");
  const auto there = stage->selection().step;
  EXPECT_GT(there, 0u);
  EXPECT_FALSE(stage->selection().playing);
  stage->Press("Backspace");
  EXPECT_LT(stage->selection().step, there);
}

}  // namespace
}  // namespace lockstep::viz
