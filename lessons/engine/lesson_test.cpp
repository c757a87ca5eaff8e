#include "lessons/engine/lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

fs::path FreshFolder(const std::string& name) {
  fs::remove_all(name);
  fs::create_directories(name);
  return name;
}

void Write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

TEST(Lessons, ShippedOnesAreWhole) {
  const auto lessons = ReadLessons(LOCKSTEP_SOURCE_DIR "/lessons");
  ASSERT_TRUE(lessons) << lessons.error().message;
  ASSERT_FALSE(lessons->empty());
  for (std::size_t i = 0; i < lessons->size(); ++i) {
    const Lesson& lesson = (*lessons)[i];
    EXPECT_EQ(lesson.number, static_cast<int>(i) + 1) << lesson.folder;
    EXPECT_GE(lesson.pages.size(), 3u) << lesson.folder;
  }
}

TEST(Lessons, EveryPictureThatATextShowsIsThere) {
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

TEST(Pages, CommentsSpeakToTheEngineOnly) {
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

TEST(ReadLesson, NamesWhatIsWrongInTheDescription) {
  const fs::path folder = FreshFolder("bad_description");
  Write(folder / "lesson.json", R"({"number": 1)");
  EXPECT_THAT(ReadLesson(folder).error().message, HasSubstr("bad_description/lesson.json"));
  Write(folder / "lesson.json", R"({"number": 1, "title": "t", "text": "lesson.md"})");
  EXPECT_THAT(ReadLesson(folder).error().message, HasSubstr("program"));
  Write(folder / "lesson.json", R"({"number": 1, "title": "t", "text": "lesson.md", "program": "p.cu",
    "exercise": {"file": "e.cu", "solution": "s.cu", "checks": [{"kind": "magic"}]}})");
  EXPECT_THAT(ReadLesson(folder).error().message, HasSubstr("magic"));
}

TEST(Pages, TakeTheTimeOfTheirLengthAndNoMore) {
  std::string markdown = "## One\n";
  for (int i = 0; i < 120'000; ++i) markdown += "a<!---->";
  const auto pages = SplitPages(markdown);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].markdown, std::string(120'000, 'a') + '\n');
}

TEST(Pages, ShowNoLaunchThatIsNoNumber) {
  EXPECT_FALSE(SplitPages("## One\n<!-- show: launch 99999999999 -->\n")[0].launch);
  EXPECT_FALSE(SplitPages("## One\n<!-- show: launch -1 -->\n")[0].launch);
  EXPECT_FALSE(SplitPages("## One\n<!-- show: launch ")[0].launch);
}

TEST(ReadLesson, TakesNoNumberThatIsOutOfRange) {
  const fs::path folder = FreshFolder("numbers");
  Write(folder / "lesson.md", "## One\n");
  Write(folder / "p.cu", "");
  for (const char* number : {"1000000000000000000", "18446744073709551615", "-1", "1.5", "10000", "\"1\"", "null"}) {
    Write(folder / "lesson.json",
          std::string(R"({"title": "t", "text": "lesson.md", "program": "p.cu", "number": )") + number + "}");
    const auto lesson = ReadLesson(folder);
    ASSERT_FALSE(lesson) << number;
    EXPECT_THAT(lesson.error().message, HasSubstr("`number` is not"));
  }
}

TEST(ReadLesson, TakesRegularFilesOnlyAndNoneWithoutEnd) {
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

TEST(ReadLesson, PutsItsFolderIntoArguments) {
  const fs::path folder = FreshFolder("arguments");
  Write(folder / "lesson.md", "## One\n");
  Write(folder / "p.cu", "");
  Write(folder / "lesson.json", R"({"number": 1, "title": "t", "text": "lesson.md", "program": "p.cu",
    "arguments": ["{lesson}/../a.png", "7"]})");
  const auto lesson = ReadLesson(folder);
  ASSERT_TRUE(lesson) << lesson.error().message;
  EXPECT_EQ(lesson->arguments, (std::vector<std::string>{fs::absolute("a.png").string(), "7"}));
}

}  // namespace
}  // namespace lockstep
