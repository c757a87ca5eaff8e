#include "lessons/engine/lesson.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "lessons/engine/course.h"
#include "lessons/engine/places.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

fs::path FreshFolder(const std::string& name) {
  fs::remove_all(name);
  fs::create_directories(name);
  return name;
}

void Write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

// So that a list of the folders is in the order of the course.
void ExpectNumbered(const Lesson& lesson) {
  EXPECT_EQ(lesson.folder.filename().string().substr(0, 3), fmt::format("{:02}-", lesson.number));
}

TEST(Lessons, ShippedOnesAreComplete) {
  const auto lessons = ReadLessons(LOCKSTEP_SOURCE_DIR "/lessons");
  ASSERT_TRUE(lessons) << lessons.error().message;
  ASSERT_FALSE(lessons->empty());
  // A number may be free, for a lesson that is to come.
  int before = 0;
  for (const Lesson& lesson : *lessons) {
    EXPECT_GT(lesson.number, before) << lesson.folder;
    ExpectNumbered(lesson);
    EXPECT_GE(lesson.pages.size(), 3u) << lesson.folder;
    before = lesson.number;
  }
}

TEST(Lessons, ShippedOnesFormACourse) {
  const auto course = ReadCourse(LOCKSTEP_SOURCE_DIR "/lessons");
  ASSERT_TRUE(course) << course.error().message;
  for (const CoursePart& part : *course)
    for (const Lesson& lesson : part.lessons) EXPECT_GE(lesson.number, part.from) << lesson.folder;
}

TEST(Puzzles, ShippedOnesAreComplete) {
  const auto course = ReadCourse(LOCKSTEP_SOURCE_DIR "/lessons");
  ASSERT_TRUE(course) << course.error().message;
  int before = 0;
  for (const CoursePart& part : *course) {
    EXPECT_LE(part.puzzles.size(), 8u) << part.title;
    for (const Lesson& puzzle : part.puzzles) {
      EXPECT_GT(puzzle.number, before) << puzzle.folder;
      ExpectNumbered(puzzle);
      EXPECT_GE(puzzle.number, part.puzzles_from) << puzzle.folder;
      EXPECT_GE(puzzle.exercise->wrong.size(), 3u) << puzzle.folder;
      EXPECT_GE(puzzle.exercise->right.size(), 1u) << puzzle.folder << ": besides the solution";
      EXPECT_TRUE(puzzle.exercise->solved && !puzzle.why.empty()) << puzzle.folder;
      before = puzzle.number;
    }
  }
}

TEST(Lessons, SayWhyASolvedExerciseWorks) {
  const auto lessons = ReadLessons(LOCKSTEP_SOURCE_DIR "/lessons");
  ASSERT_TRUE(lessons) << lessons.error().message;
  for (const Lesson& lesson : *lessons)
    if (lesson.exercise) EXPECT_TRUE(lesson.exercise->solved && !lesson.why.empty()) << lesson.folder;
}

TEST(Lessons, EveryPictureOfATextExists) {
  const auto lessons = ReadLessons(LOCKSTEP_SOURCE_DIR "/lessons");
  ASSERT_TRUE(lessons) << lessons.error().message;
  for (const Lesson& lesson : *lessons) {
    for (const LessonPage& page : lesson.pages) {
      for (std::size_t at = 0; (at = page.markdown.find("![", at)) != std::string::npos; ++at) {
        const std::size_t open = page.markdown.find('(', at), close = page.markdown.find(')', at);
        const std::string name = page.markdown.substr(open + 1, close - open - 1);
        EXPECT_TRUE(std::ranges::any_of(lesson.pictures, [&](const fs::path& p) { return p.filename() == name; }))
            << lesson.title << ", page `" << page.title << "`: " << name;
      }
    }
  }
}

TEST(Pages, BeginAtSecondLevelHeadings) {
  const auto pages = SplitPages("# Lesson\nintro\n## One\ntext\n\n### Inside\nmore\n## Two\nend\n");
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages[0].title, "One");
  EXPECT_EQ(pages[0].markdown, "text\n\n### Inside\nmore\n");
  EXPECT_EQ(pages[1].title, "Two");
}

TEST(Pages, HeadingsInsideCodeAreCode) {
  const auto pages = SplitPages("## One\n```\n## not a page\n```\n");
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_THAT(pages[0].markdown, HasSubstr("## not a page"));
}

TEST(Pages, CommentsAreForTheEngineOnly) {
  const auto pages = SplitPages("## One\n<!-- show: launch 3 -->\ntext\n## Two\n<!-- exercise -->\ndo it\n");
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages[0].launch, 3u);
  EXPECT_EQ(pages[0].markdown, "text\n");
  EXPECT_FALSE(pages[0].exercise);
  EXPECT_TRUE(pages[1].exercise);
  EXPECT_EQ(pages[1].markdown, "do it\n");
}

TEST(ReadLesson, NamesTheFileThatIsMissing) {
  const fs::path folder = FreshFolder("no_program");
  Write(folder / "lesson.md", "## One\n");
  Write(folder / "lesson.json", R"({"number": 1, "title": "t", "text": "lesson.md", "program": "gone.cu"})");
  const auto lesson = ReadLesson(folder);
  ASSERT_FALSE(lesson);
  EXPECT_THAT(lesson.error().message, HasSubstr("gone.cu"));
}

TEST(ReadLesson, NamesTheErrorInTheDescription) {
  const fs::path folder = FreshFolder("bad_description");
  Write(folder / "lesson.json", R"({"number": 1)");
  EXPECT_THAT(ReadLesson(folder).error().message, HasSubstr("bad_description/lesson.json"));
  Write(folder / "lesson.json", R"({"number": 1, "title": "t", "text": "lesson.md"})");
  EXPECT_THAT(ReadLesson(folder).error().message, HasSubstr("program"));
  Write(folder / "p.cu", "");
  Write(folder / "lesson.json", R"({"number": 1, "title": "t", "text": "lesson.md", "program": "p.cu",
    "exercise": {"file": "p.cu", "solution": "p.cu", "checks": [{"kind": "magic"}]}})");
  EXPECT_THAT(ReadLesson(folder).error().message, HasSubstr("magic"));
}

TEST(Pages, TakeLinearTime) {
  std::string markdown = "## One\n";
  for (int i = 0; i < 120'000; ++i) markdown += "a<!---->";
  const auto pages = SplitPages(markdown);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].markdown, std::string(120'000, 'a') + '\n');
}

TEST(Pages, IgnoreALaunchThatIsNoNumber) {
  EXPECT_FALSE(SplitPages("## One\n<!-- show: launch 99999999999 -->\n")[0].launch);
  EXPECT_FALSE(SplitPages("## One\n<!-- show: launch -1 -->\n")[0].launch);
  EXPECT_FALSE(SplitPages("## One\n<!-- show: launch ")[0].launch);
}

TEST(ReadLesson, RefusesANumberOutOfRange) {
  const fs::path folder = FreshFolder("numbers");
  Write(folder / "lesson.md", "## One\n");
  Write(folder / "p.cu", "");
  for (const char* number : {"1000000000000000000", "18446744073709551615", "-1", "1.5", "10000", "\"1\"", "null"}) {
    Write(folder / "lesson.json",
          std::string(R"({"title": "t", "text": "lesson.md", "program": "p.cu", "number": )") + number + "}");
    const auto lesson = ReadLesson(folder);
    ASSERT_FALSE(lesson) << number;
    EXPECT_THAT(lesson.error().message, HasSubstr("`number`"));
  }
}

TEST(ReadLesson, RefusesDevicesPipesAndHugeFiles) {
  const fs::path folder = FreshFolder("kinds");
  Write(folder / "lesson.md", "## One\n");
  Write(folder / "p.cu", "");
  ASSERT_EQ(mkfifo((folder / "pipe.png").c_str(), 0600), 0);
  const std::string start = R"({"number": 1, "title": "t", "program": "p.cu", )";
  const auto complaint = [&](const std::string& rest) {
    Write(folder / "lesson.json", start + rest);
    const auto lesson = ReadLesson(folder);
    return lesson ? "none" : lesson.error().message;
  };
  EXPECT_EQ(complaint(R"("text": "lesson.md"})"), "none");
  EXPECT_THAT(complaint(R"("text": "lesson.md", "pictures": ["pipe.png"]})"), HasSubstr("not a regular file"));
  EXPECT_THAT(complaint(R"("text": "lesson.md", "pictures": ["/dev/zero"]})"), HasSubstr("not a regular file"));
  EXPECT_THAT(complaint(R"("text": "pipe.png"})"), HasSubstr("pipe"));
  EXPECT_THAT(complaint(R"("text": "/dev/zero"})"), HasSubstr("device"));
  EXPECT_THAT(complaint(R"("text": ".."})"), HasSubstr("folder"));
  EXPECT_THAT(complaint(std::string(1 << 20, ' ')), HasSubstr("more than"));
  EXPECT_THAT(complaint(std::string(200'000, '[')), HasSubstr("not a lesson's description"));
}

TEST(ReadLesson, ReplacesItsFolderInArguments) {
  const fs::path folder = FreshFolder("arguments");
  Write(folder / "lesson.md", "## One\n");
  Write(folder / "p.cu", "");
  Write(folder / "lesson.json", R"({"number": 1, "title": "t", "text": "lesson.md", "program": "p.cu",
    "arguments": ["{lesson}/../a.png", "7"]})");
  const auto lesson = ReadLesson(folder);
  ASSERT_TRUE(lesson) << lesson.error().message;
  EXPECT_EQ(lesson->arguments, (std::vector<std::string>{fs::absolute("a.png").string(), "7"}));
}

// The reason why a description with these members besides a good lesson's is refused.
class Description : public testing::Test {
 protected:
  Description() : folder_(FreshFolder(testing::UnitTest::GetInstance()->current_test_info()->name())) {
    Write(folder_ / "lesson.md", "## One\nquoted {{one}}, `{{not a name}}` and {{\n");
    Write(folder_ / "p.cu", "");
  }
  Expected<Lesson> Read(const std::string& members) {
    Write(folder_ / "lesson.json", std::string(R"({"number": 1, "title": "t", "text": "lesson.md", "program": "p.cu",
      "facts": {"one": {"value": 4, "name": "launches"}})") +
                                       (members.empty() ? "" : ", ") + members + "}");
    return ReadLesson(folder_);
  }
  std::string Complaint(const std::string& members) {
    const auto lesson = Read(members);
    return lesson ? "none" : lesson.error().message;
  }
  Expected<Lesson> ReadChecks(const std::string& checks, const std::string& more = "") {
    return Read(R"("exercise": {"file": "p.cu", "solution": "p.cu", "fails": "wrong-value", "checks": [)" + checks +
                "]" + more + "}");
  }
  std::string ComplaintOnCheck(const std::string& check, const std::string& more = "") {
    const auto lesson = ReadChecks(check, more);
    return lesson ? "none" : lesson.error().message;
  }
  fs::path folder_;
};

TEST_F(Description, NamesFileAndFieldOfEveryMistake) {
  EXPECT_EQ(Complaint(""), "none");
  EXPECT_EQ(Complaint(R"("colour": 1)"),
            "`NamesFileAndFieldOfEveryMistake/lesson.json`: `colour` is not a field that is known.");
  EXPECT_THAT(Complaint(R"("needs": "shared")"), HasSubstr("`needs` is not a list of texts"));
  EXPECT_THAT(Complaint(R"("needs": [1])"), HasSubstr("`needs` is not a list of texts"));
  EXPECT_THAT(Complaint(R"("scene": "a,a")"), HasSubstr("`scene` is refused: `scene=a,a`: `a` is in two places"));
  EXPECT_EQ(replay::Text(Read(R"("scene": ".,n/m,out")")->scene), ".,n/m,out");
  EXPECT_EQ(Read(R"("formerly": "1-t")")->formerly, "1-t");
  for (const char* name : {"..", ".", "/tmp", "a/b", "a/"})
    EXPECT_THAT(Complaint(fmt::format(R"("formerly": "{}")", name)), HasSubstr("`formerly` is no name of a folder"));
  EXPECT_THAT(Complaint(R"("exercise": [])"), HasSubstr("`exercise` is not an object"));
  EXPECT_THAT(Complaint(R"("exercise": {"file": "gone.cu"})"), HasSubstr("`exercise.file` names"));
  EXPECT_THAT(Complaint(R"("exercise": {"file": "p.cu"})"), HasSubstr("`exercise.solution` is missing"));
  EXPECT_THAT(ComplaintOnCheck(""), HasSubstr("`exercise.checks` is missing or empty"));
}

TEST_F(Description, NamesTheFieldOfACheck) {
  const std::string good = R"({"kind": "output"})";
  EXPECT_EQ(ComplaintOnCheck(good), "none");
  EXPECT_THAT(ComplaintOnCheck(good + R"(, {"kind": "output", "array": "a"})"),
              HasSubstr("`exercise.checks[1].array` is not a field that is known"));
  EXPECT_THAT(ComplaintOnCheck("7"), HasSubstr("`exercise.checks[0]` is not an object"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "magic"})"), HasSubstr("there is no such check"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "compare", "array": "a", "tolerance": -1})"), HasSubstr("less than 0"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "compare", "array": "a", "tolerance": "1"})"), HasSubstr("is not a number"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "compare", "array": "a", "tolerance": 1, "ulp": 1})"), HasSubstr("beside"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "clean", "without": ["rats"]})"), HasSubstr("`rats`, which is no kind"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "clean", "schedules": "twice"})"),
              HasSubstr("`exercise.checks[0].schedules`"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "metric", "name": "speed", "equal": 1})"),
              HasSubstr("unknown metric `speed`"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "metric", "name": "reads"})"), HasSubstr("one bound is wanted"));
  for (const char* bound : {"1.1", "x", "1.1xx", "-1x", "infx", "1.1 x", ""})
    EXPECT_THAT(ComplaintOnCheck(std::string(R"({"kind": "metric", "name": "reads", "at_most": ")") + bound + R"("})"),
                HasSubstr("a number is wanted, or a text such as `1.1x`"))
        << bound;
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "metric", "name": "barriers", "array": "a", "equal": 1})"),
              HasSubstr("not counted by array"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "uses", "name": "reads", "space": "outer"})"),
              HasSubstr("neither `global`"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "launches", "at_most": 1, "run": 1})"),
              HasSubstr("`exercise.checks[0].run`"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "output", "points": -1})"), HasSubstr("`exercise.checks[0].points`"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "output", "hints": {"rats": "p.cu"}})"),
              HasSubstr("`exercise.checks[0].hints.rats` is neither a fault"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "output", "hints": {"wrong-value:": "p.cu"}})"),
              HasSubstr("`exercise.checks[0].hints.wrong-value:` is neither a fault"));
  EXPECT_THAT(ComplaintOnCheck(R"({"kind": "output", "hints": {"race-shared": "gone.md"}})"),
              HasSubstr("does not exist"));
}

TEST_F(Description, NamesTheFieldOfTheExercise) {
  const std::string check = R"({"kind": "output"})";
  EXPECT_THAT(ComplaintOnCheck(check, R"(, "runs": [{"seed": -1}])"), HasSubstr("`exercise.runs[0].seed`"));
  EXPECT_THAT(ComplaintOnCheck(check, R"(, "runs": [{"size": 1}])"), HasSubstr("`exercise.runs[0].size`"));
  EXPECT_THAT(ComplaintOnCheck(check, R"(, "blocks": ["a"])"), HasSubstr("`exercise.blocks`"));
  EXPECT_THAT(ComplaintOnCheck(check, R"(, "right": ["gone.cu"])"), HasSubstr("`exercise.right` names `"));
  EXPECT_THAT(ComplaintOnCheck(check, R"(, "wrong": [{"file": "p.cu", "fault": "rats"}])"),
              HasSubstr("`exercise.wrong[0].fault` names `rats`"));
  EXPECT_THAT(ComplaintOnCheck(check, R"(, "challenge": [{"name": "rats"}])"),
              HasSubstr("`exercise.challenge[0].name`"));
  EXPECT_THAT(ComplaintOnCheck(check, R"(, "solved": "gone.md")"), HasSubstr("`exercise.solved` names `"));
}

TEST_F(Description, IsReadWhole) {
  const auto lesson = ReadChecks(
      R"({"kind": "compare", "array": "a", "ulp": 4, "points": 2, "hints": {"wrong-value": "lesson.md"}},
         {"kind": "clean", "without": ["leak"], "schedules": "serial"},
         {"kind": "metric", "name": "reads", "kernel": "k", "array": "in", "space": "global", "at_most": "1.5x", "at_least": 2, "baseline": 9},
         {"kind": "uses", "name": "warps_at_once", "device": "T4"}, {"kind": "launches", "equal": 1, "run": 1}, {"kind": "same_twice"})",
      R"(, "runs": [{"arguments": ["1"]}, {"label": "two", "arguments": ["2"], "seed": 7, "stdin": "x"}], "blocks": ["1,2"],
         "wrong": [{"file": "p.cu", "fault": "race-shared", "says": "at line 3"}], "right": ["p.cu"], "challenge": [{"name": "sectors"}])");
  ASSERT_TRUE(lesson) << lesson.error().message;
  const LessonExercise& exercise = *lesson->exercise;
  ASSERT_EQ(exercise.checks.size(), 6u);
  EXPECT_EQ(std::get<jobs::CompareArray>(exercise.checks[0].requirement).ulp, 4u);
  EXPECT_EQ(exercise.checks[0].points, 2);
  EXPECT_EQ(exercise.checks[0].hints.at("wrong-value").filename(), "lesson.md");
  EXPECT_EQ(std::get<jobs::StayClean>(exercise.checks[1].requirement).schedules, "serial");
  EXPECT_EQ(std::get<jobs::MeetBound>(exercise.checks[2].requirement).metric.array, "in");
  EXPECT_EQ(exercise.checks[2].baseline, 9);
  const auto& bound = std::get<jobs::MeetBound>(exercise.checks[2].requirement);
  EXPECT_TRUE(bound.at_most && bound.at_most->is_relative && bound.at_most->number == 1.5);
  EXPECT_TRUE(bound.at_least && !bound.at_least->is_relative && bound.at_least->number == 2);
  EXPECT_TRUE(std::get<jobs::MeetBound>(exercise.checks[3].requirement).is_use);
  EXPECT_EQ(std::get<jobs::MeetBound>(exercise.checks[3].requirement).metric.device, "T4");
  EXPECT_EQ(std::get<jobs::MeetBound>(exercise.checks[4].requirement).run, 1u);
  ASSERT_EQ(exercise.runs.size(), 2u);
  EXPECT_EQ(exercise.runs[1].seed, 7u);
  EXPECT_EQ(exercise.runs[1].text, "x");
  EXPECT_EQ(jobs::Describe(exercise.runs[0]), "`1`");
  EXPECT_EQ(jobs::Describe(exercise.runs[1]), "two");
  EXPECT_EQ(exercise.blocks.at(0), (trace::Dim3{1, 2, 0}));
  EXPECT_EQ(exercise.wrong.at(0).fault, "race-shared");
  EXPECT_EQ(exercise.wrong.at(0).says, "at line 3");
  EXPECT_EQ(exercise.right.at(0).filename(), "p.cu");
  EXPECT_EQ(exercise.challenge.at(0).name, "sectors");
}

TEST_F(Description, OfAPuzzleHasAGoal) {
  const std::string exercise =
      R"("exercise": {"file": "p.cu", "solution": "p.cu", "fails": "wrong-value", "runs": [{"arguments": ["33"]}],
    "checks": [{"kind": "output"}], "challenge": [{"name": "reads"}], "goal": )";
  const auto read = [&](const std::string& goal) {
    Write(folder_ / "lesson.md", "## One\n");
    Write(folder_ / "lesson.json", R"({"number": 4, "title": "t", "text": "lesson.md", )" + exercise + goal + "}}");
    return ReadLesson(folder_);
  };
  const auto puzzle = read(R"({"name": "sectors", "at_most": 10, "baseline": 12, "hints": {"too-many": "lesson.md"}})");
  ASSERT_TRUE(puzzle) << puzzle.error().message;
  EXPECT_TRUE(IsPuzzle(*puzzle));
  EXPECT_EQ(Describe(*puzzle->exercise->goal), "requests touch at most 10 sectors");
  EXPECT_EQ(TitleOf(*puzzle), "Puzzle 4: t");
  EXPECT_EQ(NameOf(*puzzle), "puzzles/OfAPuzzleHasAGoal");
  EXPECT_EQ(puzzle->program.filename(), "p.cu") << "its exercise";
  EXPECT_EQ(puzzle->arguments, (std::vector<std::string>{"33"}));
  ASSERT_EQ(puzzle->exercise->checks.size(), 2u);
  const auto& bound = std::get<jobs::MeetBound>(puzzle->exercise->checks[1].requirement);
  EXPECT_EQ(bound.run, 0u) << "the goal is a check of the first run";
  EXPECT_TRUE(bound.at_most && bound.at_most->number == 10);
  EXPECT_EQ(puzzle->exercise->checks[1].baseline, 12);
  EXPECT_EQ(puzzle->exercise->challenge.at(0).name, "sectors");
  EXPECT_EQ(puzzle->exercise->challenge.at(1).name, "reads");
  EXPECT_THAT(read(R"({"name": "sectors"})").error().message, HasSubstr("`exercise.goal.at_most` is missing"));
  EXPECT_THAT(read(R"({"name": "rats", "at_most": 1})").error().message, HasSubstr("`exercise.goal.name`"));
  EXPECT_THAT(read(R"({"name": "sectors", "at_most": 1, "run": 1})").error().message, HasSubstr("`exercise.goal.run`"));
}

TEST_F(Description, OfALessonIsNoPuzzle) {
  const auto lesson = ReadChecks(R"({"kind": "output"})");
  ASSERT_TRUE(lesson);
  EXPECT_FALSE(IsPuzzle(*lesson));
  EXPECT_EQ(TitleOf(*lesson), "Lesson 1: t");
  EXPECT_EQ(NameOf(*lesson), "OfALessonIsNoPuzzle");
}

TEST(Lessons, HaveAWorkFolderOfTheirOwnHoweverTheFolderIsNamed) {
  const fs::path folder = fs::absolute(FreshFolder("my-lesson"));
  for (const fs::path& name : {folder, folder / "", folder / "."})
    EXPECT_EQ(WorkFolder({.folder = name}).filename(), "my-lesson") << name;
}

TEST_F(Description, QuotesItsFacts) {
  const auto lesson = Read("");
  ASSERT_TRUE(lesson) << lesson.error().message;
  EXPECT_EQ(lesson->pages[0].markdown, "quoted 4, `{{not a name}}` and {{\n");
  Write(folder_ / "lesson.md", "## One\n{{two}}\n");
  EXPECT_THAT(Complaint(""), HasSubstr("quotes `{{two}}`"));
}

}  // namespace
}  // namespace lockstep::lessons
