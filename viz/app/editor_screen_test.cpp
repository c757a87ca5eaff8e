// The exercise's file edited in the window: keys and clicks on the whole frame, with a file on disk behind it.

#include <gtest/gtest.h>

#include <fstream>

#include "shared/base/file.h"
#include "shared/replay/testing/recording_builder.h"
#include "viz/app/keys.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/editor.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/source_view.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

namespace fs = std::filesystem;

class EditorScreen : public testing::Test {
 protected:
  EditorScreen() {
    folder_ = fs::absolute(std::string("editor-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    file_ = folder_ / "exercise.cu";
    Write(SourceText());
    Open(LessonScene());
  }
  ~EditorScreen() override { fs::remove_all(folder_); }

  static std::string SourceText() { return replay::GreyRecording({.recorded_blocks = 2}).files[0].text; }
  Scene LessonScene() const {
    Scene scene{.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})};
    scene.lesson = LessonView{.title = "Lesson", .pages = {{"One", "text"}}};
    scene.lesson->pages.push_back({.title = "Exercise", .markdown = "text", .exercise = true});
    scene.lesson->exercise = {.state = ExerciseState::kWrong, .file = "exercise.cu", .path = file_};
    scene.exercise = Recorded();
    return scene;
  }
  // The exercise's recording, made from the file as it is.
  trace::Recording Recorded() const {
    trace::Recording recording = replay::GreyRecording({.recorded_blocks = 2});
    recording.files[0].path = file_;
    recording.files[0].text = OnDisk();
    return recording;
  }
  void Open(Scene scene) {
    stage_.reset();
    auto stage = Stage::Open(std::move(scene), {});
    ASSERT_TRUE(stage) << stage.error().message;
    stage_ = std::move(*stage);
    stage_->Press("E");
  }
  void Write(const std::string& text) const { std::ofstream(file_, std::ios::binary) << text; }
  std::string OnDisk() const { return *ReadText(file_); }

  EditSession& Edit() { return *stage_->screen().edit(); }
  const std::string& Text() { return Edit().draft.text(); }
  Area Control(const std::string& name) { return stage_->screen().desk().controls.at(name); }
  bool Has(const std::string& name) { return stage_->screen().desk().controls.contains(name); }
  // True if numbers of the chosen thread stand behind the lines.
  bool HasNotes() { return !stage_->screen().desk().Of<SourceView>().results.empty(); }
  void Type(const std::string& letters) {
    for (const char letter : letters)
      stage_->Press(letter == ' ' ? "Space" : *KeyOfLetter(static_cast<unsigned char>(letter)));
  }
  ImVec2 PlaceOf(std::size_t line, std::size_t column) {
    const Area first = *stage_->screen().desk().Of<EditView>().letter;
    return {first.min.x + static_cast<float>(column) * first.width() + 1,
            first.min.y + (static_cast<float>(line) + 0.5f) * first.height()};
  }
  void Look() {
    for (int i = 0; i < 3; ++i) stage_->screen().Tick(now_ += 0.1);
    stage_->Settle();
  }

  fs::path folder_, file_;
  std::unique_ptr<Stage> stage_;
  double now_ = 0;
};

TEST_F(EditorScreen, EnterBeginsAndEscLeaves) {
  const replay::Position before = stage_->selection().step;
  EXPECT_TRUE(HasNotes());
  stage_->Press("Enter");
  EXPECT_TRUE(Edit().is_active);
  EXPECT_EQ(Edit().draft.editor().head().line + 1, stage_->selection().line.number) << "at the chosen line";
  EXPECT_TRUE(HasNotes()) << "the text is still that of the recording";
  Type("ct? ");
  stage_->Press("→");
  EXPECT_NE(Text(), OnDisk());
  EXPECT_EQ(stage_->selection().step, before) << "the window's keys do nothing";
  EXPECT_FALSE(HasNotes());
  EXPECT_FALSE(stage_->screen().desk().show_help);
  stage_->Press("Esc");
  EXPECT_FALSE(Edit().is_active);
  stage_->Press("→");
  EXPECT_NE(stage_->selection().step, before);
  EXPECT_TRUE(Edit().draft.IsModified()) << "leaving keeps the text";
}

TEST_F(EditorScreen, ButtonsDoWhatTheKeysDo) {
  EXPECT_FALSE(Has("save"));
  stage_->Click(Control("edit").center());
  EXPECT_TRUE(Edit().is_active);
  Type("x");
  stage_->Click(Control("save").center());
  EXPECT_EQ(OnDisk(), Text());
  stage_->Click(Control("leave").center());
  EXPECT_FALSE(Edit().is_active);
}

TEST_F(EditorScreen, NotesComeBackWithTheRecordingOfTheSavedText) {
  stage_->Press("Enter");
  stage_->Press("Ctrl End");
  Type("// more");
  stage_->Press("Ctrl S");
  EXPECT_FALSE(HasNotes());
  stage_->screen().Show({.exercise = Recorded()});
  stage_->Settle();
  EXPECT_TRUE(HasNotes());
  EXPECT_TRUE(Edit().is_active) << "a verdict takes the keys from nobody";
  stage_->Press("Ctrl Z");
  EXPECT_FALSE(HasNotes());
}

TEST_F(EditorScreen, TheMouseSelects) {
  stage_->Press("Enter");
  stage_->Click(PlaceOf(1, 3));
  EXPECT_EQ(Edit().draft.editor().head(), (TextPlace{1, 3}));
  stage_->Drag(PlaceOf(0, 2), PlaceOf(1, 4));
  EXPECT_EQ(Edit().draft.editor().selection(), (TextSelection{{0, 2}, {1, 4}}));
  const std::string selected = Text().substr(2, Text().find('\n') + 5 - 2);
  EXPECT_EQ(Edit().draft.editor().Copy(), selected);
  stage_->Press("Ctrl C"), stage_->Press("Ctrl Home"), stage_->Press("Ctrl V");
  EXPECT_TRUE(Text().starts_with(selected));
}

TEST_F(EditorScreen, ASingleClickChoosesALineUntilTheTextChanges) {
  stage_->Click(PlaceOf(2, 4));
  EXPECT_FALSE(Edit().is_active);
  EXPECT_EQ(stage_->selection().line.number, 3u);
  stage_->Click(PlaceOf(2, 4)), stage_->Click(PlaceOf(2, 4));
  EXPECT_TRUE(Edit().is_active) << "a double click edits";
  EXPECT_FALSE(Edit().draft.editor().selection().empty());
  Type("x");
  stage_->Press("Esc");
  stage_->Click(PlaceOf(4, 0));
  EXPECT_TRUE(Edit().is_active);
  EXPECT_EQ(Edit().draft.editor().head(), (TextPlace{4, 0}));
}

TEST_F(EditorScreen, AClickElsewhereLeaves) {
  stage_->Press("Enter");
  stage_->Click({1500, 500});
  EXPECT_FALSE(Edit().is_active);
}

TEST_F(EditorScreen, AnotherPageTakesTheKeysAndKeepsTheText) {
  stage_->Press("Enter");
  Type("x");
  const std::string text = Text();
  stage_->Click(stage_->screen().desk().Of<LessonPanel>().next->center());
  stage_->Press("E");
  stage_->Settle();
  EXPECT_FALSE(Edit().is_active);
  stage_->Press("E");
  EXPECT_EQ(Text(), text);
}

TEST_F(EditorScreen, UnsavedTextSurvivesTheWindow) {
  stage_->Press("Enter");
  Type("x");
  const std::string text = Text(), saved = OnDisk();
  Open(LessonScene());
  EXPECT_EQ(Text(), text);
  EXPECT_EQ(OnDisk(), saved);
  EXPECT_TRUE(Has("close news")) << "it says so";
  stage_->Click(Control("close news").center());
  EXPECT_FALSE(Has("close news"));
}

TEST_F(EditorScreen, TakesChangesOfTheFileAndAsksWhereBothChanged) {
  Write("// by another editor\n" + SourceText());
  Look();
  EXPECT_EQ(Text(), OnDisk());
  stage_->Press("Enter");
  stage_->Press("Ctrl Home");
  Type("mine ");
  Write("// by yet another\n" + SourceText());
  Look();
  EXPECT_TRUE(Edit().draft.IsAsking());
  stage_->Press("Ctrl S");
  EXPECT_TRUE(OnDisk().starts_with("// by yet another"));
  stage_->Settle();
  stage_->Click(Control("keep both").center());
  EXPECT_TRUE(Text().starts_with("<<<<<<< yours\nmine // by another editor\n=======\n// by yet another\n>>>>>>>"));
  EXPECT_FALSE(Has("keep both"));
  EXPECT_EQ(Edit().draft.editor().head(), TextPlace{}) << "at the first mark";
  stage_->Press("Ctrl S");
  EXPECT_EQ(OnDisk(), Text());
}

TEST_F(EditorScreen, ShowsTheCompilersErrorUnderItsLine) {
  Scene newer;
  newer.lesson = LessonScene().lesson;
  newer.lesson->exercise.state = ExerciseState::kBroken;
  newer.lesson->exercise.compiler_output = file_.string() + ":2:3: error: use of undeclared identifier 'j'\n";
  const Palette& colors = stage_->screen().desk().color();
  const ImU32 ground = Blend(colors.panel, colors.fault, 0.1f);  // of the message
  const std::size_t before = stage_->Count(ground);
  stage_->Press("Enter");
  const Area line = *stage_->screen().desk().Of<EditView>().letter;
  stage_->screen().Show(std::move(newer));
  stage_->Settle();
  EXPECT_GT(stage_->Count(ground), before + 1000);
  stage_->Click({line.min.x + 2, line.min.y + 3.5f * line.height()});
  EXPECT_EQ(Edit().draft.editor().head().line, 2u) << "lines below move down by the message";
  stage_->Press("↑");
  Type("x");
  EXPECT_LT(stage_->Count(ground), before + 1000) << "a changed line has lost its error";
}

TEST_F(EditorScreen, TheCursorStaysInView) {
  stage_->Press("Enter");
  stage_->Press("Ctrl End");
  for (int i = 0; i < 60; ++i) stage_->Press("Enter");
  const auto in_view = [&] {
    const std::optional<Area> caret = stage_->screen().desk().Of<EditView>().caret;
    return caret && caret->min.y > 36 && caret->max.y < 640 && caret->min.x > 400 && caret->max.x < 1130;
  };
  EXPECT_TRUE(in_view());
  for (int i = 0; i < 200; ++i) Edit().Press("X", {}, 10);
  stage_->Settle();
  EXPECT_TRUE(in_view());
  stage_->Press("Ctrl Home");
  EXPECT_TRUE(in_view());
}

TEST_F(EditorScreen, CanBeEditedBeforeAnythingRan) {
  Scene scene = LessonScene();
  scene.exercise.reset();
  Open(std::move(scene));
  EXPECT_EQ(stage_->screen().model(), nullptr);
  stage_->Press("Enter");
  Type("x");
  EXPECT_EQ(Text(), "x" + OnDisk());
  stage_->Press("Ctrl S");
  EXPECT_EQ(Text(), OnDisk());
}

TEST_F(EditorScreen, FindsWhatIsTyped) {
  stage_->Press("Enter");
  stage_->Press("Ctrl F");
  Type("float");
  EXPECT_EQ(Edit().draft.editor().Copy(), "float");
  const TextPlace first = Edit().draft.editor().head();
  stage_->Click(Control("find next").center());
  EXPECT_NE(Edit().draft.editor().head(), first);
  stage_->Click(Control("find previous").center());
  EXPECT_EQ(Edit().draft.editor().head(), first);
  EXPECT_EQ(Text(), OnDisk());
}

TEST_F(EditorScreen, DrawsALineOfAMegabyte) {
  Write("int a;\n" + std::string(1 << 20, 'x') + "\n");
  Look();
  stage_->Press("Enter");
  Edit().draft.editor().MoveTo({1, 1 << 19});
  Type("y");
  stage_->Press("Ctrl Z");
  EXPECT_EQ(Text(), OnDisk());
}

}  // namespace
}  // namespace lockstep::viz
