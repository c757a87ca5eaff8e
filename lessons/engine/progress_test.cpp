#include "lessons/engine/progress.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "lessons/engine/places.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

class ProgressFile : public testing::Test {
 protected:
  ProgressFile() {
    folder_ = fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    setenv("LOCKSTEP_LESSONS", folder_.c_str(), 1);
    for (int number = 1; number <= 4; ++number) {
      Lesson lesson{.number = number, .folder = "/lessons/" + std::to_string(number) + "-x"};
      if (number != 3) lesson.exercise.emplace();
      lessons_.push_back(std::move(lesson));
    }
  }
  ~ProgressFile() override {
    unsetenv("LOCKSTEP_LESSONS");
    fs::remove_all(folder_);
  }
  int GoOnWith() const { return LessonToGoOnWith(lessons_, ReadProgress())->number; }

  fs::path folder_;
  std::vector<Lesson> lessons_;
};

TEST_F(ProgressFile, LeadsOnFromWhereOneWas) {
  EXPECT_EQ(GoOnWith(), 1);
  ASSERT_TRUE(NoteOpened(lessons_[1]));
  EXPECT_EQ(GoOnWith(), 2);
  ASSERT_TRUE(NoteDone(lessons_[1]));
  EXPECT_EQ(GoOnWith(), 4) << "the third has no exercise";
  ASSERT_TRUE(NoteDone(lessons_[3]));
  EXPECT_EQ(GoOnWith(), 2) << "nothing is left after it";
  ASSERT_TRUE(NoteOpened(lessons_[2]));
  EXPECT_EQ(GoOnWith(), 3);
  EXPECT_EQ(LessonToGoOnWith({}, ReadProgress()), nullptr);
}

// Its folder has got another name since.
TEST_F(ProgressFile, OfALessonWithAFormerNameStays) {
  ASSERT_TRUE(NoteOpened(lessons_[1]));
  ASSERT_TRUE(NotePage(lessons_[1], 4));
  ASSERT_TRUE(NoteDone(lessons_[1]));
  const fs::path work = WorkFolder(lessons_[1]);
  lessons_[1].folder = "/lessons/02-renamed";
  EXPECT_FALSE(ReadProgress().IsDone(lessons_[1]));
  EXPECT_NE(WorkFolder(lessons_[1]), work);
  lessons_[1].formerly = "2-x";
  EXPECT_TRUE(ReadProgress().IsDone(lessons_[1]));
  EXPECT_EQ(ReadProgress().NotesOf(lessons_[1]).page, 4u);
  EXPECT_EQ(WorkFolder(lessons_[1]), work);
  EXPECT_EQ(GoOnWith(), 4);

  ASSERT_TRUE(NotePage(lessons_[1], 5));
  const Progress now = ReadProgress();
  EXPECT_EQ(now.done, std::set<std::string>{"02-renamed"});
  EXPECT_EQ(now.last, "02-renamed");
  EXPECT_EQ(now.NotesOf(lessons_[1]).page, 5u);
  EXPECT_EQ(now.lessons.size(), 1u);
}

TEST_F(ProgressFile, CountsSolvedExercises) {
  EXPECT_EQ(DescribeProgress(lessons_, ReadProgress()), "0 of 3 done");
  ASSERT_TRUE(NoteDone(lessons_[0]));
  ASSERT_TRUE(NoteDone(lessons_[0]));
  EXPECT_EQ(DescribeProgress(lessons_, ReadProgress()), "1 of 3 done");
}

TEST_F(ProgressFile, KnowsThePageOfEachLesson) {
  ASSERT_TRUE(NotePage(lessons_[0], 4));
  ASSERT_TRUE(NotePage(lessons_[1], 2));
  ASSERT_TRUE(NotePage(lessons_[0], 5));
  EXPECT_EQ(ReadProgress().NotesOf(lessons_[0]).page, 5u);
  EXPECT_EQ(ReadProgress().NotesOf(lessons_[1]).page, 2u);
  EXPECT_EQ(ReadProgress().NotesOf(lessons_[3]).page, 0u);
}

TEST_F(ProgressFile, CountsHintsUntilTheExerciseIsSolved) {
  ASSERT_TRUE(NoteHints(lessons_[0], 1, false));
  ASSERT_TRUE(NoteHints(lessons_[0], 2, true));
  ASSERT_TRUE(NoteDone(lessons_[0]));
  ASSERT_TRUE(NoteHints(lessons_[0], 1, false));
  const LessonNotes notes = ReadProgress().NotesOf(lessons_[0]);
  EXPECT_EQ(notes.hints, 3u);
  EXPECT_TRUE(notes.saw_solution);
  EXPECT_FALSE(ReadProgress().NotesOf(lessons_[1]).saw_solution);
}

TEST_F(ProgressFile, KeepsTheLeastOfEachCount) {
  ASSERT_TRUE(NoteCounts(lessons_[0], {{"reads", 12, 8}, {"barriers", 2, 2}}));
  ASSERT_TRUE(NoteCounts(lessons_[0], {{"reads", 9, 8}, {"barriers", 5, 2}}));
  const std::map<std::string, double> best{{"reads", 9}, {"barriers", 2}};
  EXPECT_EQ(ReadProgress().NotesOf(lessons_[0]).best, best);
  EXPECT_EQ(ReadProgress().NotesOf(lessons_[0]).page, 0u);
}

Lesson PuzzleIn(const fs::path& folder) {
  Lesson puzzle{.number = 1, .folder = folder};
  puzzle.exercise.emplace().goal = {.metric = {.name = "bank_conflicts"}, .at_most = 4};
  return puzzle;
}

TEST_F(ProgressFile, KeepsAPuzzleApartFromTheLessonOfItsFolderName) {
  const Lesson puzzle = PuzzleIn("/lessons/puzzles/1-x");
  ASSERT_TRUE(NoteSolved(puzzle, {{"bank conflicts", 3, 4}}));
  EXPECT_TRUE(ReadProgress().IsDone(puzzle));
  EXPECT_EQ(ReadProgress().BestOf(puzzle), 3);
  EXPECT_FALSE(ReadProgress().IsDone(lessons_[0]));
  EXPECT_EQ(ReadProgress().NotesOf(lessons_[0]), LessonNotes());
  EXPECT_EQ(ReadProgress().BestOf(PuzzleIn("/lessons/puzzles/2-x")), std::nullopt);
}

TEST_F(ProgressFile, APuzzleIsNoPlaceToGoOnFrom) {
  ASSERT_TRUE(NoteOpened(lessons_[1]));
  ASSERT_TRUE(NoteOpened(PuzzleIn("/lessons/puzzles/1-x")));
  EXPECT_EQ(GoOnWith(), 2);
}

TEST_F(ProgressFile, LosesNothingOfAFileWithoutPuzzles) {
  std::ofstream(folder_ / "progress.json")
      << R"({"done": ["1-x"], "last": "2-x", "lessons": {"2-x": {"page": 3, "hints": 2, "best": {"reads": 9}}, "other": {"page": 1}}})";
  const Progress before = ReadProgress();
  ASSERT_TRUE(NoteSolved(PuzzleIn("/lessons/puzzles/1-x"), {{"bank conflicts", 4, 4}}));
  Progress after = ReadProgress();
  EXPECT_EQ(after.done, (std::set<std::string>{"1-x", "puzzles/1-x"}));
  EXPECT_EQ(after.lessons.erase("puzzles/1-x"), 1u);
  EXPECT_EQ(after.lessons, before.lessons);
  EXPECT_EQ(after.last, before.last);
}

TEST_F(ProgressFile, ReadsWhatIsWholeOfADamagedFile) {
  std::ofstream(folder_ / "progress.json")
      << R"({"done": ["1-x"], "lessons": {"1-x": {"page": -1, "hints": "two", "best": {"reads": 3, "x": []}}, "2-x": 7}})";
  EXPECT_TRUE(ReadProgress().IsDone(lessons_[0]));
  const LessonNotes notes = ReadProgress().NotesOf(lessons_[0]);
  EXPECT_EQ(notes, (LessonNotes{.best = {{"reads", 3}}}));
  EXPECT_EQ(ReadProgress().NotesOf(lessons_[1]), LessonNotes());
}

TEST_F(ProgressFile, ReadsNothingFromADamagedFile) {
  for (const char* text : {"", "[]", "{\"done\": 3, \"last\": []}", "{\"done\": [1, {}]}", "\xff"}) {
    std::ofstream(folder_ / "progress.json") << text;
    EXPECT_TRUE(ReadProgress().done.empty()) << text;
    EXPECT_EQ(GoOnWith(), 1) << text;
  }
}

TEST_F(ProgressFile, KeepsTheLinesThatWerePutInOrder) {
  const replay::Question guard{.order = {.program = "order/guard.cu"}}, tile{.order = {.program = "tile.cu"}};
  ASSERT_TRUE(NoteOrdered(lessons_[0], guard, {2, 0, 1}));
  ASSERT_TRUE(NoteOrdered(lessons_[0], tile, {1}));
  ASSERT_TRUE(NotePage(lessons_[0], 3));
  const LessonNotes notes = ReadProgress().NotesOf(lessons_[0]);
  EXPECT_EQ(notes.ordered.at("guard"), (std::vector<std::size_t>{2, 0, 1}));
  EXPECT_EQ(notes.ordered.at("tile"), (std::vector<std::size_t>{1}));
  std::ofstream(folder_ / "progress.json")
      << R"({"lessons": {"1-x": {"ordered": {"a": [-1], "b": 5, "c": [1, "x"], "d": [4]}}, "2-x": {"ordered": 7}}})";
  EXPECT_EQ(ReadProgress().NotesOf(lessons_[0]).ordered.size(), 1u) << "only what is a list of lines";
  EXPECT_TRUE(ReadProgress().NotesOf(lessons_[1]).ordered.empty());
}

}  // namespace
}  // namespace lockstep::lessons
