// The course in the window: what follows a solved exercise, the map of all lessons, and another lesson in the same
// window.

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/course_map.h"
#include "viz/panels/lesson_panel.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

CourseView Course() {
  CourseView course{{{"First", {}}, {"Second", {}}}};
  for (int number = 1; number <= 9; ++number) {
    course.parts[number <= 5 ? 0 : 1].lessons.push_back({.name = std::to_string(number) + "-x",
                                                         .number = number,
                                                         .title = "Lesson " + std::to_string(number),
                                                         .needs = {"idea" + std::to_string(number - 1)},
                                                         .teaches = {"idea" + std::to_string(number)},
                                                         .is_done = number < 3,
                                                         .pages = 4});
  }
  return course;
}

Scene LessonNumber(int number) {
  Scene scene{.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})};
  scene.lesson = LessonView{.title = "Lesson " + std::to_string(number),
                            .pages = {{"One", "text"}, {.title = "Two", .markdown = "text", .exercise = true}},
                            .name = std::to_string(number) + "-x",
                            .number = number,
                            .course = Course()};
  return scene;
}

Scene Solved() {
  Scene scene = LessonNumber(3);
  scene.lesson->exercise = {.state = ExerciseState::kSolved,
                            .file = "exercise.cu",
                            .status = "Solved: every check is satisfied.",
                            .is_passed = true,
                            .why = "Each thread has *its own* cell.",
                            .challenge = {{"reads in shared memory", 12, 8, 10}},
                            .hints = 2};
  return scene;
}

std::unique_ptr<Stage> Open(Scene scene, ThemeKind theme = ThemeKind::kLight) {
  auto opened = Stage::Open(std::move(scene), {.width = 1280, .height = 720}, theme);
  EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
  return opened ? std::move(*opened) : nullptr;
}

const Area& Control(Stage& stage, const std::string& name) { return stage.screen().desk().controls.at(name); }

TEST(CourseScreen, ASolvedExerciseLeadsToTheNextLesson) {
  auto stage = Open(Solved());
  ASSERT_TRUE(stage);
  EXPECT_FALSE(stage->screen().desk().controls.contains("next lesson"));
  stage->Press("Shift Page Down");
  EXPECT_EQ(stage->screen().reading().wanted, "");
  stage->Click(Control(*stage, "next lesson").center());
  EXPECT_EQ(stage->screen().reading().wanted, "4-x");
}

TEST(CourseScreen, ASolvedExerciseShowsTheChallengeAndWhyItWorks) {
  for (const ThemeKind theme : {ThemeKind::kLight, ThemeKind::kDark}) {
    const auto drawn = [&](auto change) {
      Scene scene = Solved();
      change(scene.lesson->exercise);
      auto stage = Open(std::move(scene), theme);
      stage->Press("Shift Page Down");
      return stage->Pixels();
    };
    const auto whole = drawn([](Exercise&) {});
    EXPECT_NE(whole, drawn([](Exercise& exercise) { exercise.why.clear(); }));
    EXPECT_NE(whole, drawn([](Exercise& exercise) { exercise.challenge[0].best = 9; }));
    EXPECT_NE(whole, drawn([](Exercise& exercise) { exercise.hints = 3; }));
  }
}

TEST(CourseScreen, ASavedExerciseIsSolvedUntilItsNextVerdict) {
  auto stage = Open(Solved());
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Down");
  LessonView newer = *Solved().lesson;
  newer.exercise.state = ExerciseState::kBuilding;
  stage->screen().Show({.lesson = newer});
  stage->Settle();
  EXPECT_TRUE(stage->screen().desk().controls.contains("next lesson"));
  newer.exercise.state = ExerciseState::kWrong;
  newer.exercise.is_passed = false;
  stage->screen().Show({.lesson = newer});
  stage->Settle();
  EXPECT_FALSE(stage->screen().desk().controls.contains("next lesson"));
}

TEST(CourseScreen, TheMapOpensLessonsByClicks) {
  auto stage = Open(LessonNumber(3));
  ASSERT_TRUE(stage);
  stage->Click(Control(*stage, "course").center());
  ASSERT_TRUE(stage->screen().desk().show_map);
  const auto lessons = stage->screen().desk().Of<MapView>().lessons;
  ASSERT_EQ(lessons.size(), 9u);
  for (const auto& [name, area] : lessons) {
    EXPECT_GE(area.min.x, 0) << name;
    EXPECT_LE(area.max.x, 1280) << name;
    EXPECT_LE(area.max.y, 720) << name;
  }
  const auto before = stage->Pixels();
  stage->Hover(lessons.at("7-x").center());
  EXPECT_NE(stage->Pixels(), before) << "what it needs is shown";
  stage->Click(lessons.at("7-x").center());
  EXPECT_FALSE(stage->screen().desk().show_map);
  EXPECT_EQ(stage->screen().reading().wanted, "7-x");
}

TEST(CourseScreen, TheMapIsUsedByKeys) {
  auto stage = Open(LessonNumber(3));
  ASSERT_TRUE(stage);
  const auto step = stage->selection().step;
  stage->Press("M");
  stage->Press("↓"), stage->Press("→");
  EXPECT_EQ(stage->screen().desk().Of<MapView>().chosen, "9-x");
  stage->Press("↓");
  EXPECT_EQ(stage->screen().desk().Of<MapView>().chosen, "9-x") << "it is the last";
  stage->Press("←"), stage->Press("←");
  EXPECT_EQ(stage->screen().desk().Of<MapView>().chosen, "4-x");
  EXPECT_EQ(stage->selection().step, step) << "keys are the map's";
  stage->Press("Enter");
  EXPECT_EQ(stage->screen().reading().wanted, "4-x");
  stage->Press("M");
  stage->Press("Esc");
  EXPECT_FALSE(stage->screen().desk().show_map);
}

// A course of 76 lessons in 11 parts, each of which needs the one before and the one 13 before it.
CourseView LargeCourse() {
  CourseView course;
  int number = 0;
  for (const int lessons : {9, 9, 11, 6, 6, 6, 8, 5, 10, 5, 1}) {
    course.parts.push_back({.title = "Part from " + std::to_string(number + 1)});
    for (int i = 0; i < lessons; ++i) {
      ++number;
      course.parts.back().lessons.push_back(
          {.name = std::to_string(number) + "-x",
           .number = number,
           .title = "A lesson with a long title " + std::to_string(number),
           .needs = {"idea" + std::to_string(number - 1), "idea" + std::to_string(number - 13)},
           .teaches = {"idea" + std::to_string(number)},
           .pages = 4});
    }
  }
  return course;
}

TEST(CourseScreen, TheMapOfManyLessonsIsReachedByKeys) {
  for (const Stage::Size size : {Stage::Size{1280, 720}, {1600, 1000}}) {
    Scene scene = LessonNumber(1);
    scene.lesson->course = LargeCourse();
    auto stage = *Stage::Open(std::move(scene), size);
    stage->Press("M");
    auto& map = stage->screen().desk().Of<MapView>();
    map.chosen = "75-x";
    stage->Press("↓");
    EXPECT_EQ(map.chosen, "76-x");
    for (const int number : {76, 40, 1, 61}) {
      map.chosen = std::to_string(number) + "-x";
      stage->Settle();
      const Area& area = map.lessons.at(map.chosen);
      EXPECT_GE(area.min.y, 70) << number << ": it is scrolled into view, under the head";
      EXPECT_LE(area.max.y, static_cast<float>(size.height) - 40) << number;
      EXPECT_LE(area.max.x, static_cast<float>(size.width)) << number;
    }
  }
}

// The course with three puzzles at the end of its first part, of which the first is passed.
Scene WithPuzzles(Scene scene) {
  scene.lesson->course.parts[0].puzzles = {
      {.name = "puzzles/1-x", .number = 1, .title = "One", .is_done = true, .goal = "10 sectors", .best = 10},
      {.name = "puzzles/2-x", .number = 2, .title = "Two", .goal = "4 reads"},
      {.name = "puzzles/3-x", .number = 3, .title = "Three", .goal = "4 reads"}};
  return scene;
}

TEST(CourseScreen, TheMapShowsAndOpensPuzzlesByClicks) {
  auto stage = Open(WithPuzzles(LessonNumber(3)));
  ASSERT_TRUE(stage);
  stage->Press("M");
  const auto places = stage->screen().desk().Of<MapView>().lessons;
  ASSERT_EQ(places.size(), 12u);
  EXPECT_GE(places.at("puzzles/1-x").min.y, places.at("5-x").max.y) << "below the part's last lesson";
  EXPECT_EQ(places.at("puzzles/1-x").min.y, places.at("puzzles/3-x").min.y) << "in a row";
  const auto before = stage->Pixels();
  stage->Hover(places.at("puzzles/2-x").center());
  EXPECT_NE(stage->Pixels(), before) << "its number is shown";
  stage->Click(places.at("puzzles/2-x").center());
  EXPECT_FALSE(stage->screen().desk().show_map);
  EXPECT_EQ(stage->screen().reading().wanted, "puzzles/2-x");
}

TEST(CourseScreen, APassedPuzzleShowsItsBestCount) {
  for (const ThemeKind theme : {ThemeKind::kLight, ThemeKind::kDark}) {
    const auto map = [&](std::optional<double> best) {
      Scene scene = WithPuzzles(LessonNumber(3));
      scene.lesson->course.parts[0].puzzles[0].best = best;
      auto stage = Open(std::move(scene), theme);
      stage->Press("M");
      return stage->Pixels();
    };
    EXPECT_NE(map(10), map(9));
    EXPECT_NE(map(10), map(std::nullopt));
  }
}

TEST(CourseScreen, PuzzlesAreReachedByKeys) {
  auto stage = Open(WithPuzzles(LessonNumber(4)));
  ASSERT_TRUE(stage);
  stage->Press("M");
  const std::string& chosen = stage->screen().desk().Of<MapView>().chosen;
  const auto press = [&](std::initializer_list<const char*> keys) {
    for (const char* key : keys) stage->Press(key);
    return chosen;
  };
  EXPECT_EQ(press({"↓"}), "5-x");
  EXPECT_EQ(press({"↓"}), "puzzles/1-x");
  EXPECT_EQ(press({"→"}), "puzzles/2-x");
  EXPECT_EQ(press({"↓"}), "6-x");
  EXPECT_EQ(press({"↑"}), "puzzles/3-x");
  EXPECT_EQ(press({"←"}), "puzzles/2-x");
  EXPECT_EQ(press({"↑"}), "5-x");
  EXPECT_EQ(press({"↓", "→", "Enter"}), "puzzles/2-x");
  EXPECT_EQ(stage->screen().reading().wanted, "puzzles/2-x");
}

TEST(CourseScreen, BelowThePuzzlesOfTheLastPartIsNothing) {
  Scene scene = LessonNumber(9);
  scene.lesson->course.parts[1].puzzles = {{.name = "puzzles/9-x", .number = 9, .title = "Nine", .goal = "4 reads"}};
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->Press("M"), stage->Press("↓"), stage->Press("↓");
  EXPECT_EQ(stage->screen().desk().Of<MapView>().chosen, "puzzles/9-x");
}

TEST(CourseScreen, TheLastLessonOfAPartLeadsToItsPuzzles) {
  Scene scene = WithPuzzles(Solved());
  scene.lesson->name = "5-x";
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Down");
  stage->Click(Control(*stage, "next lesson").center());
  EXPECT_EQ(stage->screen().reading().wanted, "puzzles/2-x") << "the first that is not passed";
}

TEST(CourseScreen, APuzzleIsNamedInTheTitle) {
  Scene scene = LessonNumber(3);
  scene.lesson->is_puzzle = true;
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->screen().title(), "Puzzle 3: Lesson 3 - Lockstep");
}

TEST(CourseScreen, TheLineToALessonOfAnotherColumnBeginsAtTheCircle) {
  auto stage = Open(LessonNumber(3));
  ASSERT_TRUE(stage);
  stage->Press("M");
  const auto lessons = stage->screen().desk().Of<MapView>().lessons;
  const auto before = stage->Pixels();
  stage->Hover(lessons.at("6-x").center());  // it needs lesson 5, the last of the column on its left
  const auto after = stage->Pixels();
  const Area& needed = lessons.at("5-x");
  const auto changed = [&](float x, float y) {
    const auto at = static_cast<std::size_t>(y) * 1280 + static_cast<std::size_t>(x);
    return before[at] != after[at];
  };
  // Along the whole row under the words, from where the circle stands.
  for (float x = needed.min.x + 35; x < needed.max.x; ++x) {
    bool crossed = false;
    for (float y = needed.center().y + 18; y <= needed.max.y; ++y) crossed = crossed || changed(x, y);
    EXPECT_TRUE(crossed) << "at " << x - needed.min.x;
  }
}

TEST(CourseScreen, NoLineCrossesTheWordsOfALesson) {
  Scene scene = LessonNumber(1);
  scene.lesson->course = LargeCourse();
  auto stage = *Stage::Open(std::move(scene), {1280, 720});
  stage->Press("M");
  auto& map = stage->screen().desk().Of<MapView>();
  map.chosen = "62-x";
  stage->Settle();  // it needs 49, two columns to the right in the row of parts above
  const auto after = stage->Pixels();
  map.chosen.clear();
  stage->Settle();
  const auto before = stage->Pixels();
  for (const int number : {44, 45, 46, 47, 51, 52, 53}) {
    const Area& area = map.lessons.at(std::to_string(number) + "-x");
    for (float y = area.min.y + 4; y < area.max.y - 4; ++y)
      for (float x = area.min.x + 38; x < area.max.x - 4; ++x) {
        const auto at = static_cast<std::size_t>(y) * 1280 + static_cast<std::size_t>(x);
        ASSERT_EQ(before[at], after[at]) << "lesson " << number;
      }
  }
}

TEST(CourseScreen, TheWindowIsAsBeforeAfterTheMap) {
  auto stage = Open(LessonNumber(3));
  ASSERT_TRUE(stage);
  const auto before = stage->Pixels();
  stage->Press("M");
  EXPECT_NE(stage->Pixels(), before);
  stage->Press("M");
  EXPECT_EQ(stage->Pixels(), before);
}

TEST(CourseScreen, AnotherLessonBeginsAsInANewWindow) {
  auto stage = Open(LessonNumber(3));
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Down"), stage->Press("E"), stage->Press("C"), stage->Press("End");
  stage->screen().desk().requests.emplace_back(request::OpenLesson{"4-x"});
  stage->DrawOnce();
  EXPECT_EQ(stage->screen().reading().wanted, "4-x");
  stage->screen().Show(LessonNumber(4));
  stage->Settle();
  const auto used = stage->Pixels();
  EXPECT_EQ(used, stage->PixelsOfNewScreen(LessonNumber(4), [](Screen&) {}));
  EXPECT_EQ(stage->screen().reading().wanted, "");
  EXPECT_EQ(stage->screen().reading().lesson, "4-x");
  EXPECT_EQ(stage->screen().title(), "Lesson 4: Lesson 4 - Lockstep");
}

TEST(CourseScreen, AnotherLessonOpensAtThePageWhereOneWas) {
  auto stage = Open(LessonNumber(3));
  ASSERT_TRUE(stage);
  Scene other = LessonNumber(4);
  other.lesson->first_page = 1;
  other.recording.reset();
  stage->screen().Show(std::move(other));
  stage->Settle();
  EXPECT_EQ(stage->screen().reading().page, 1u);
  EXPECT_EQ(stage->screen().model(), nullptr) << "the recording was another lesson's";
}

TEST(CourseScreen, ALessonWithoutACourseHasNoMap) {
  Scene scene = Solved();
  scene.lesson->course = {};
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->Press("M");
  EXPECT_FALSE(stage->screen().desk().show_map);
  EXPECT_FALSE(stage->screen().desk().controls.contains("course"));
}

}  // namespace
}  // namespace lockstep::viz
