#include "lessons/engine/course.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Course : public testing::Test {
 protected:
  Course() {
    folder_ = fs::absolute(std::string("course-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    for (const int number : {1, 2, 5, 12}) {
      const fs::path lesson = folder_ / (std::to_string(number) + "-x");
      fs::create_directories(lesson);
      std::ofstream(lesson / "p.cu") << "int main() {}\n";
      std::ofstream(lesson / "lesson.md") << "# Lesson\n\n## A page\n\nText.\n";
      std::ofstream(lesson / "lesson.json")
          << R"({"number": )" << number << R"(, "title": "Lesson", "text": "lesson.md", "program": "p.cu"})";
    }
  }
  ~Course() override { fs::remove_all(folder_); }

  Expected<std::vector<CoursePart>> Read(const std::string& text) const {
    std::ofstream(folder_ / "course.json") << text;
    return ReadCourse(folder_);
  }

  void WritePuzzle(int number, const std::string& goal) const {
    const fs::path puzzle = folder_ / "puzzles" / (std::to_string(number) + "-x");
    fs::create_directories(puzzle);
    std::ofstream(puzzle / "p.cu") << "int main() {}\n";
    std::ofstream(puzzle / "lesson.md") << "# Puzzle\n\n## The task\n\nText.\n";
    std::ofstream(puzzle / "lesson.json")
        << R"({"number": )" << number << R"(, "title": "P", "text": "lesson.md", "program": "p.cu", "exercise":
      {"file": "p.cu", "solution": "p.cu", "fails": "wrong-value", "checks": [{"kind": "output"}], )"
        << goal << "}}";
  }

  fs::path folder_;
};

TEST_F(Course, HasItsLessonsInParts) {
  const auto parts = Read(R"({"parts": [{"from": 2, "title": "A"}, {"from": 5, "title": "B"}, {"from": 7, "title": "C"},
                                        {"from": 13, "title": "D"}]})");
  ASSERT_TRUE(parts) << parts.error().message;
  std::vector<std::vector<int>> numbers;
  for (const CoursePart& part : *parts) {
    numbers.emplace_back();
    for (const Lesson& lesson : part.lessons) numbers.back().push_back(lesson.number);
  }
  EXPECT_EQ(numbers, (std::vector<std::vector<int>>{{1, 2}, {5}, {12}, {}}));
  EXPECT_EQ((*parts)[1].title, "B");
}

TEST_F(Course, HasItsPuzzlesInParts) {
  for (const int number : {1, 8, 9, 20}) WritePuzzle(number, R"("goal": {"name": "reads", "at_most": 4})");
  const auto parts = Read(R"({"parts": [{"from": 1, "title": "A"}, {"from": 2, "title": "B", "puzzles_from": 2},
                                        {"from": 5, "title": "C", "puzzles_from": 9}]})");
  ASSERT_TRUE(parts) << parts.error().message;
  std::vector<std::vector<int>> numbers;
  for (const CoursePart& part : *parts) {
    numbers.emplace_back();
    for (const Lesson& puzzle : part.puzzles) numbers.back().push_back(puzzle.number);
  }
  EXPECT_EQ(numbers, (std::vector<std::vector<int>>{{}, {1, 8}, {9, 20}}));
  EXPECT_EQ((*parts)[0].lessons.size(), 1u);
}

TEST_F(Course, HasNoPuzzleWithoutAGoal) {
  WritePuzzle(1, R"("challenge": [{"name": "reads"}])");
  const auto parts = Read(R"({"parts": [{"from": 1, "title": "A", "puzzles_from": 1}]})");
  ASSERT_FALSE(parts);
  EXPECT_THAT(parts.error().message, HasSubstr("puzzles/1-x/lesson.json`: `exercise.goal` is missing"));
}

TEST_F(Course, ComplainsOfTheFileAndTheField) {
  const auto complaint = [&](const std::string& text) {
    const auto parts = Read(text);
    return parts ? "" : parts.error().message;
  };
  EXPECT_THAT(complaint("{}"), HasSubstr("course.json`: `parts` is missing"));
  EXPECT_THAT(complaint("{"), HasSubstr("course.json` does not describe a course"));
  EXPECT_THAT(complaint(R"({"parts": [{"from": 1, "title": "A"}, {"from": 1, "title": "B"}]})"),
              HasSubstr("`parts[1].from` must be greater"));
  EXPECT_THAT(complaint(R"({"parts": [{"from": 1}]})"), HasSubstr("`parts[0].title`"));
  EXPECT_THAT(complaint(R"({"parts": [{"from": 1, "title": "A", "puzzles_from": 9}, {"from": 2, "title": "B"},
                                      {"from": 3, "title": "C", "puzzles_from": 9}]})"),
              HasSubstr("`parts[2].puzzles_from` must be greater"));
  fs::remove(folder_ / "course.json");
  EXPECT_FALSE(ReadCourse(folder_));
}

}  // namespace
}  // namespace lockstep::lessons
