#include "viz/edit/draft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "shared/base/file.h"
#include "viz/edit/compiler_marks.h"

namespace lockstep::viz {
namespace {

namespace fs = std::filesystem;
using News = Draft::News;
using testing::ElementsAre;
using testing::HasSubstr;

class DraftOfAFile : public testing::Test {
 protected:
  DraftOfAFile() {
    folder_ = fs::absolute(std::string("draft-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    file_ = folder_ / "exercise.cu";
    Write("one\ntwo\nthree\nfour\nfive\n");
  }
  ~DraftOfAFile() override { fs::remove_all(folder_); }

  void Write(const std::string& text) const { std::ofstream(file_, std::ios::binary) << text; }
  // As editors do that write a new file and give it the name.
  void Replace(const std::string& text) const {
    std::ofstream(file_.string() + "~", std::ios::binary) << text;
    fs::rename(file_.string() + "~", file_);
  }
  std::string OnDisk() const { return *ReadText(file_); }
  bool HasUnsaved() const { return fs::exists(file_.string() + ".unsaved"); }
  Draft Open() const {
    auto draft = Draft::Open(file_);
    EXPECT_TRUE(draft) << draft.error().message;
    return std::move(*draft);
  }
  // Time goes on until a change of the file has been seen.
  bool Look(Draft& draft) {
    bool news = false;
    for (int i = 0; i < 3; ++i) news |= draft.Look(now_ += 0.1);
    return news;
  }
  static void TypeAt(Draft& draft, TextPlace place, const std::string& text) {
    draft.editor().MoveTo(place);
    draft.editor().Type(text);
  }

  fs::path folder_, file_;
  double now_ = 0;
};

TEST_F(DraftOfAFile, SavesWholeFilesWithTheirPermissions) {
  chmod(file_.c_str(), 0640);
  Draft draft = Open();
  EXPECT_FALSE(draft.IsModified());
  TypeAt(draft, {1, 0}, "x");
  EXPECT_TRUE(draft.IsModified());
  ASSERT_TRUE(draft.Save());
  EXPECT_FALSE(draft.IsModified());
  EXPECT_EQ(OnDisk(), "one\nxtwo\nthree\nfour\nfive\n");
  struct stat info{};
  stat(file_.c_str(), &info);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  EXPECT_FALSE(Look(draft)) << "its own save is no news";
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "nothing stays beside it";
}

TEST_F(DraftOfAFile, AFileThatCannotBeWrittenKeepsTheText) {
  Draft draft = Open();
  TypeAt(draft, {0, 0}, "x");
  fs::remove_all(folder_);
  const auto saved = draft.Save();
  ASSERT_FALSE(saved);
  EXPECT_THAT(saved.error().message, HasSubstr("exercise.cu"));
  EXPECT_TRUE(draft.IsModified());
  fs::create_directories(folder_);
  EXPECT_TRUE(draft.Save());
  EXPECT_EQ(OnDisk().substr(0, 4), "xone");
}

TEST_F(DraftOfAFile, TakesTheFileAtOnceWithoutUnsavedText) {
  Draft draft = Open();
  draft.editor().MoveTo({2, 3});
  Replace("zero\none\ntwo\nthree\n");
  EXPECT_TRUE(Look(draft));
  EXPECT_EQ(draft.text(), "zero\none\ntwo\nthree\n");
  EXPECT_EQ(draft.editor().head(), (TextPlace{3, 3})) << "the cursor stays at its letter";
  EXPECT_EQ(draft.news(), News::kTaken);
  Write("one\n");
  EXPECT_TRUE(Look(draft));
  EXPECT_EQ(draft.text(), "one\n") << "written in place";
  EXPECT_FALSE(Look(draft));
}

TEST_F(DraftOfAFile, WaitsUntilTheFileRests) {
  Draft draft = Open();
  Write("");  // an editor that truncates first
  EXPECT_FALSE(draft.Look(1.00));
  EXPECT_FALSE(draft.Look(1.01));
  Write("whole\n");
  EXPECT_FALSE(draft.Look(1.02));
  EXPECT_TRUE(draft.Look(1.10));
  EXPECT_EQ(draft.text(), "whole\n");
}

TEST_F(DraftOfAFile, AFileThatIsGoneForAMomentChangesNothing) {
  Draft draft = Open();
  TypeAt(draft, {0, 0}, "x");
  fs::remove(file_);
  EXPECT_FALSE(Look(draft));
  EXPECT_TRUE(draft.Save()) << "and it is written again";
  EXPECT_EQ(OnDisk(), "xone\ntwo\nthree\nfour\nfive\n");
}

TEST_F(DraftOfAFile, MergesLinesThatDoNotTouch) {
  Draft draft = Open();
  TypeAt(draft, {0, 3}, "!");
  Replace("one\ntwo\nthree\nfour\nFIVE\n");
  EXPECT_TRUE(Look(draft));
  EXPECT_EQ(draft.text(), "one!\ntwo\nthree\nfour\nFIVE\n");
  EXPECT_EQ(draft.news(), News::kMerged);
  EXPECT_TRUE(draft.IsModified());
  EXPECT_THAT(draft.LinesInBase(), ElementsAre(0, 2, 3, 4, 5, 6));
  draft.editor().Undo();
  EXPECT_EQ(draft.text(), "one!\ntwo\nthree\nfour\nfive\n") << "the merge can be undone";
}

TEST_F(DraftOfAFile, AsksWhereBothChangedALine) {
  for (const auto& [prefer, line] : {std::pair{Prefer::kMine, "one!"}, {Prefer::kTheirs, "ONE"}}) {
    Write("one\ntwo\nthree\nfour\nfive\n");
    Draft draft = Open();
    TypeAt(draft, {0, 3}, "!");
    Replace("ONE\ntwo\nthree\nfour\nFIVE\n");
    EXPECT_TRUE(Look(draft));
    EXPECT_TRUE(draft.IsAsking());
    EXPECT_EQ(draft.text(), "one!\ntwo\nthree\nfour\nfive\n") << "nothing changes before the answer";
    EXPECT_FALSE(draft.Save());
    EXPECT_EQ(OnDisk(), "ONE\ntwo\nthree\nfour\nFIVE\n");
    TypeAt(draft, {2, 0}, "a");
    draft.Resolve(prefer);
    EXPECT_FALSE(draft.IsAsking());
    EXPECT_EQ(draft.text(), line + std::string("\ntwo\nathree\nfour\nFIVE\n"));
    EXPECT_TRUE(draft.Save());
    EXPECT_EQ(OnDisk(), draft.text());
  }
}

TEST_F(DraftOfAFile, AsksBeforeItOverwritesWhatItHasNotSeen) {
  Draft draft = Open();
  TypeAt(draft, {0, 3}, "!");
  Replace("ONE\ntwo\nthree\nfour\nfive\n");
  EXPECT_FALSE(draft.Save());
  EXPECT_TRUE(draft.IsAsking());
  EXPECT_EQ(OnDisk().substr(0, 3), "ONE");
}

TEST_F(DraftOfAFile, TheQuestionEndsWithTheFilesChange) {
  Draft draft = Open();
  TypeAt(draft, {0, 3}, "!");
  Replace("ONE\ntwo\nthree\nfour\nfive\n");
  EXPECT_TRUE(Look(draft));
  Replace("one\ntwo\nthree\nfour\nfive\n");
  EXPECT_TRUE(Look(draft));
  EXPECT_FALSE(draft.IsAsking());
  EXPECT_EQ(draft.text(), "one!\ntwo\nthree\nfour\nfive\n");
}

TEST_F(DraftOfAFile, KeepsUnsavedTextAcrossSessions) {
  {
    Draft draft = Open();
    TypeAt(draft, {1, 3}, "!");
    draft.Look(10);
    EXPECT_FALSE(HasUnsaved());
    draft.Look(11.1);
    EXPECT_TRUE(HasUnsaved()) << "a second later, for the case of a crash";
  }
  EXPECT_EQ(OnDisk(), "one\ntwo\nthree\nfour\nfive\n");
  Draft draft = Open();
  EXPECT_EQ(draft.news(), News::kRestored);
  EXPECT_EQ(draft.text(), "one\ntwo!\nthree\nfour\nfive\n");
  EXPECT_TRUE(draft.IsModified());
  draft.editor().Undo();
  EXPECT_FALSE(draft.IsModified());
  draft.editor().Redo();
  ASSERT_TRUE(draft.Save());
  EXPECT_FALSE(HasUnsaved());
}

TEST_F(DraftOfAFile, MergesKeptTextWithWhatHappenedMeanwhile) {
  {
    Draft draft = Open();
    TypeAt(draft, {1, 3}, "!");
    ASSERT_TRUE(draft.KeepUnsaved());
  }
  Replace("one\ntwo\nthree\nfour\nFIVE\n");
  EXPECT_EQ(Open().text(), "one\ntwo!\nthree\nfour\nFIVE\n");
  Replace("one\nTWO\nthree\nfour\nfive\n");
  Draft asking = Open();
  EXPECT_TRUE(asking.IsAsking());
  EXPECT_EQ(asking.text(), "one\ntwo!\nthree\nfour\nfive\n");
}

TEST_F(DraftOfAFile, ADamagedUnsavedFileIsLeftAlone) {
  for (const std::string text : {"", "x", "unsaved text, after the saved one of bytes: ",
                                 "unsaved text, after the saved one of bytes: 99999\nabc",
                                 "unsaved text, after the saved one of bytes: -1\nabc"}) {
    std::ofstream(file_.string() + ".unsaved") << text;
    EXPECT_EQ(Open().text(), OnDisk()) << text;
    EXPECT_TRUE(HasUnsaved());
  }
}

TEST_F(DraftOfAFile, KeepsLineEndsAndForeignBytes) {
  const std::string text = "a\r\n\xff\xfe\r\n\tb";
  Write(text);
  Draft draft = Open();
  TypeAt(draft, {2, 2}, "c");
  draft.editor().Enter();
  ASSERT_TRUE(draft.Save());
  EXPECT_EQ(OnDisk(), text + "c\r\n\t");
}

TEST_F(DraftOfAFile, RefusesWhatIsNoText) {
  EXPECT_FALSE(Draft::Open(folder_));
  EXPECT_FALSE(Draft::Open(folder_ / "nothing"));
}

TEST(CompilerMarks, LinesNameTheFileWithoutItsFolder) {
  const auto lines =
      CompilerLines("/home/me/w/exercise.cu:7:3: error: no `j`\n  out = j;\n        ^\n", "/home/me/w/exercise.cu");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].text, "exercise.cu:7:3: error: no `j`");
  EXPECT_TRUE(lines[0].is_message);
  EXPECT_EQ(lines[1].text, "  out = j;");
  EXPECT_FALSE(lines[1].is_message);
  EXPECT_FALSE(lines[2].is_message);
  EXPECT_EQ(CompilerLines("x.h:1:1: note: \n", "x.h").at(0).text, "x.h:1:1: note: ");
}

TEST(CompilerMarks, AreReadFromClangsOutput) {
  const auto marks = ReadCompilerMarks(
      "/home/a/exercise.cu:7:23: error: use of undeclared identifier 'j'\n"
      "    7 |   if (i < n) out[i] = j;\n"
      "      |                       ^\n"
      "/usr/include/other.h:9:1: error: elsewhere\n"
      "exercise.cu:9: warning: unused\n"
      "/home/a/exercise.cu:7:23: error: use of undeclared identifier 'j'\n"
      "/home/a/exercise.cu:8:1: note: see\n"
      "my-exercise.cu:3:1: error: another file\n"
      "exercise.cu:0:1: error: no line\nexercise.cu:99999999999:1: error: too far\nexercise.cu:",
      "exercise.cu");
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[0].line, 7u);
  EXPECT_EQ(marks[0].column, 23u);
  EXPECT_EQ(marks[0].severity, Severity::kError);
  EXPECT_EQ(marks[0].message, "use of undeclared identifier 'j'");
  EXPECT_EQ(marks[1].line, 9u);
  EXPECT_EQ(marks[1].column, 0u);
  EXPECT_EQ(marks[1].severity, Severity::kWarning);
}

}  // namespace
}  // namespace lockstep::viz
