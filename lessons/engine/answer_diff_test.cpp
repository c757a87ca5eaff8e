#include "lessons/engine/answer_diff.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "lessons/engine/course.h"
#include "shared/base/file.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kBase = "// The solution,\n// in two lines.\n\na();\nif (x) {\n  b();\n}\nif (y) {\n  c();\n}\n";

// The text made of kBase, or the error.
std::string Made(const std::string& diff) {
  const auto read = ParseAnswerDiff(diff);
  if (!read) return read.error().message;
  const auto made = ApplyAnswerDiff(*read, kBase);
  return made ? *made : made.error().message;
}

TEST(AnswerDiff, ChangesLinesAndTheHeadComment) {
  EXPECT_EQ(Made("Adds d,\n\nand leaves b out.\n@@\n-  b();\n@@\n   c();\n+  d();\n"),
            "// Adds d,\n//\n// and leaves b out.\n\na();\nif (x) {\n}\nif (y) {\n  c();\n  d();\n}\n");
  EXPECT_EQ(Made("Empty lines stay.\n@@\n\n-a();\n+\n+z();\n"),
            "// Empty lines stay.\n\n\nz();\nif (x) {\n  b();\n}\nif (y) {\n  c();\n}\n");
}

TEST(AnswerDiff, NamesTheHunkThatIsNotFound) {
  EXPECT_EQ(Made("A.\n@@\n-a();\n@@\n-  e();\n"), "4: this hunk has the line `  e();`, which its base lacks");
  EXPECT_EQ(Made("A.\n@@\n a();\n-  b();\n"),
            "2: this hunk has lines that do not stand together in its base, from `a();` on");
}

TEST(AnswerDiff, RefusesAHunkThatIsFoundTwice) {
  EXPECT_EQ(Made("A.\n@@\n-}\n"),
            "2: this hunk is found 2 times in its base, from `}` on: begin it earlier, or end it later");
  EXPECT_THAT(Made("A.\n@@\n   b();\n-}\n"), HasSubstr("  b();\nif (y)"));
}

TEST(AnswerDiff, RefusesHunksThatAreNotInOrder) {
  EXPECT_EQ(Made("A.\n@@\n-  c();\n@@\n-  b();\n"), "4: this hunk does not stand after the hunk before it");
  EXPECT_EQ(Made("A.\n@@\n-a();\n if (x) {\n@@\n if (x) {\n-  b();\n"),
            "5: this hunk does not stand after the hunk before it");
}

TEST(AnswerDiff, RefusesWhatChangesNothingOrSaysNothing) {
  EXPECT_THAT(Made(""), HasSubstr("ends without a line `@@`"));
  EXPECT_THAT(Made("A.\n"), HasSubstr("1: it ends without a line `@@`"));
  EXPECT_EQ(Made("@@\n-a();\n"), "1: before the first hunk, a sentence says what the answer is");
  EXPECT_EQ(Made("A.\n@@\n a();\n"), "2: this hunk changes nothing");
  EXPECT_EQ(Made("A.\n@@\n@@\n-a();\n"), "2: this hunk changes nothing");
  EXPECT_EQ(Made("A.\n@@\n+d();\n"), "2: this hunk has no line of its base beside those that it adds");
}

TEST(AnswerDiff, RefusesOtherForms) {
  EXPECT_EQ(Made("A.\n@@ -1,3 +1,3 @@\n-a();\n"), "2: a hunk begins with `@@` alone");
  EXPECT_EQ(Made("A.\n@@\n-a();\n\\ No newline at end of file\n"), "4: a line of a hunk begins with ` `, `-` or `+`");
  EXPECT_EQ(Made("A.\n--- a.cu\n--- b.cu\n@@\n-a();\n"), "3: a second base");
  EXPECT_EQ(Made("A.\n--- a.cu\n+++ b.cu\n@@\n-a();\n"), "3: after the base, a line `@@` begins the first hunk");
  for (const char* base : {"/etc/passwd", "../a.cu", "right/../../a.cu", ""})
    EXPECT_EQ(Made(fmt::format("A.\n--- {}\n@@\n-a();\n", base)), "2: the base is no file of the lesson's folder");
  EXPECT_THAT(Made("A.\n@@\n-a();\n" + std::string(5000, '\n')), HasSubstr("more than 5000 lines"));
}

// With the base that WriteAnswerDiff has used.
std::string Written(const std::string& program) { return WriteAnswerDiff(program, kBase, ""); }

TEST(AnswerDiff, IsWrittenWithAsFewLinesAsSayWhere) {
  EXPECT_EQ(Written("// A.\n\na();\nif (x) {\n  b();\n}\nif (y) {\n  d();\n}\n"), "A.\n@@\n-  c();\n+  d();\n");
  EXPECT_EQ(Written("// A.\n\na();\nif (x) {\n  b();\n  d();\n}\nif (y) {\n  c();\n}\n"), "A.\n@@\n   b();\n+  d();\n");
  EXPECT_EQ(Written("// A.\n\na();\nif (x) {\n  b();\nif (y) {\n  c();\n}\n"), "A.\n@@\n   b();\n-}\n");
  EXPECT_EQ(Written("//A.\n// B.\n\nd();\nif (x) {\n  d();\n}\nif (y) {\n  c();\n}\ne();\n"), "");
  EXPECT_EQ(Written("// A.\n// B.\n\nd();\nif (x) {\n  d();\n}\nif (y) {\n  c();\n}\ne();\n"),
            "A.\nB.\n@@\n-a();\n+d();\n if (x) {\n-  b();\n+  d();\n@@\n   c();\n }\n+e();\n");
}

TEST(AnswerDiff, IsNotWrittenWhereItWouldSaySomethingElse) {
  const std::string changed = "\na();\n";
  EXPECT_NE(Written("// A.\n" + changed), "");
  EXPECT_EQ(Written(changed), "");
  EXPECT_EQ(Written("// A.\n" + changed + "b();"), "");
  EXPECT_EQ(Written("// @@\n" + changed), "");
  EXPECT_EQ(Written("// --- a\n" + changed), "");
  EXPECT_EQ(Written(kBase), "");
  EXPECT_EQ(WriteAnswerDiff("// A.\nb();\n", "", ""), "");
  std::string same, middle;
  for (int i = 0; i < 100; ++i) same += "a();\n", middle += i == 50 ? "b();\n" : "a();\n";
  EXPECT_EQ(WriteAnswerDiff("// A.\n" + middle, same, ""), "");
}

TEST(AnswerDiff, JoinsHunksWhereOnlyTheirNeighbourSaysWhere) {
  EXPECT_EQ(WriteAnswerDiff("// A.\nfirst();\na();\nb();\na();\na();\nb();\na();\n",
                            "// B.\nfirst();\na();\na();\na();\na();\na();\na();\n", ""),
            "A.\n@@\n first();\n a();\n-a();\n-a();\n+b();\n a();\n a();\n+b();\n");
}

class AnswersOfALesson : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all("answers");
    fs::create_directories("answers/wrong");
    setenv("LOCKSTEP_CACHE", fs::absolute("answers/cache").c_str(), 1);
    Write("solution.cu", kBase);
    Write("exercise.cu", "// The exercise.\n\na();\nd();\n");
    lesson_.exercise =
        LessonExercise{.file = lesson_.folder / "exercise.cu", .solution = lesson_.folder / "solution.cu"};
  }
  void Write(const std::string& name, const std::string& text) { std::ofstream(lesson_.folder / name) << text; }
  std::string Complaint(const std::string& name) { return ReadAnswer(lesson_, lesson_.folder / name).error().message; }

  Lesson lesson_{.folder = fs::absolute("answers")};
};

TEST_F(AnswersOfALesson, AreMadeFromTheSolutionOrTheNamedBase) {
  Write("wrong/a.diff", "A.\n@@\n-a();\n");
  const auto made = MakeAnswer(lesson_, lesson_.folder / "wrong/a.diff");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->filename(), "a.cu");
  EXPECT_EQ(ReadText(*made), "// A.\n\nif (x) {\n  b();\n}\nif (y) {\n  c();\n}\n");
  // A file built from it is found again by its place.
  EXPECT_EQ(MakeAnswer(lesson_, lesson_.folder / "wrong/a.diff"), *made);
  std::ofstream(*made) << "damaged";
  EXPECT_EQ(MakeAnswer(lesson_, lesson_.folder / "wrong/a.diff"), *made);
  EXPECT_THAT(ReadText(*made).value_or(""), HasSubstr("// A."));
  Write("wrong/b.diff", "B.\n--- exercise.cu\n@@\n-d();\n");
  EXPECT_EQ(ReadAnswer(lesson_, lesson_.folder / "wrong/b.diff"), "// B.\n\na();\n");
}

TEST_F(AnswersOfALesson, MayBeWholePrograms) {
  Write("wrong/a.cu", "a();\n");
  EXPECT_EQ(MakeAnswer(lesson_, lesson_.folder / "wrong/a.cu"), lesson_.folder / "wrong/a.cu");
  EXPECT_EQ(ReadAnswer(lesson_, lesson_.folder / "wrong/a.cu"), "a();\n");
  EXPECT_FALSE(fs::exists("answers/cache"));
}

TEST_F(AnswersOfALesson, AreNamedInErrors) {
  const std::string file = (lesson_.folder / "wrong/a.diff").string();
  EXPECT_THAT(Complaint("wrong/a.diff"), HasSubstr("cannot read `" + file));
  Write("wrong/a.diff", "A.\n@@\n-e();\n");
  EXPECT_EQ(Complaint("wrong/a.diff"), file + ":2: this hunk has the line `e();`, which its base lacks.");
  Write("wrong/a.diff", "A.\n@@\n*e();\n");
  EXPECT_EQ(Complaint("wrong/a.diff"), file + ":3: a line of a hunk begins with ` `, `-` or `+`.");
  Write("wrong/a.diff", "A.\n--- gone.cu\n@@\n-e();\n");
  EXPECT_THAT(Complaint("wrong/a.diff"), HasSubstr("its base: cannot read `" + (lesson_.folder / "gone.cu").string()));
  Write("wrong/a.diff", std::string(300 << 10, 'a'));
  EXPECT_THAT(Complaint("wrong/a.diff"), HasSubstr("more than 262144 bytes"));
}

TEST_F(AnswersOfALesson, BecomeTheShorterDiff) {
  Write("near.cu", "// A.\n\na();\nd();\ne();\n");
  EXPECT_EQ(DiffOfAnswer(lesson_, lesson_.folder / "near.cu"), "A.\n--- exercise.cu\n@@\n d();\n+e();\n");
  Write("no_head.cu", "a();\n");
  EXPECT_THAT(DiffOfAnswer(lesson_, lesson_.folder / "no_head.cu").error().message,
              HasSubstr("no_head.cu` has no diff"));
}

TEST_F(AnswersOfALesson, HaveLinesToWrite) {
  Write("exercise.cu", "// Given.\n\na();\n// Here.\nd();\n");
  Write("solution.cu", "// Solved.\n\na();\n// A word on it.\nif (x) {\n  b();\n}\n\nd();\n");
  EXPECT_EQ(LinesToWrite(*lesson_.exercise), 2u);
}

TEST(ShippedAnswers, CanBeMade) {
  auto lessons = ReadLessons(LOCKSTEP_SOURCE_DIR "/lessons");
  ASSERT_TRUE(lessons) << lessons.error().message;
  auto puzzles = ReadPuzzles(LOCKSTEP_SOURCE_DIR "/lessons");
  ASSERT_TRUE(puzzles) << puzzles.error().message;
  std::ranges::move(*puzzles, std::back_inserter(*lessons));
  std::size_t diffs = 0;
  const auto try_answer = [&](const Lesson& lesson, const fs::path& answer) {
    const auto program = ReadAnswer(lesson, answer);
    EXPECT_TRUE(program) << program.error().message;
    diffs += IsAnswerDiff(answer);
  };
  for (const Lesson& lesson : *lessons) {
    if (!lesson.exercise) continue;
    for (const WrongAttempt& wrong : lesson.exercise->wrong) try_answer(lesson, wrong.file);
    for (const fs::path& right : lesson.exercise->right) try_answer(lesson, right);
  }
  EXPECT_GT(diffs, 300u);
}

}  // namespace
}  // namespace lockstep::lessons
