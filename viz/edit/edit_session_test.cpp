#include "viz/edit/edit_session.h"

#include <gtest/gtest.h>

#include <fstream>

#include "shared/base/file.h"
#include "viz/edit/row_layout.h"

namespace lockstep::viz {
namespace {

namespace fs = std::filesystem;

class Session : public testing::Test {
 protected:
  Session() {
    folder_ = fs::absolute(std::string("session-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ofstream(folder_ / "exercise.cu") << "int a;\nint B;\nint b;\n";
    session_ = std::make_unique<EditSession>(*Draft::Open(folder_ / "exercise.cu"));
    session_->is_active = true;
  }
  ~Session() override { fs::remove_all(folder_); }

  void Press(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) EXPECT_TRUE(session_->Press(key, clipboard_, 10)) << key;
  }
  std::string Selected() const {
    const TextEditor& editor = session_->draft.editor();
    return editor.buffer().Text(editor.selection().range());
  }

  fs::path folder_;
  std::unique_ptr<EditSession> session_;
  std::string copied_;
  Clipboard clipboard_{[this] { return copied_; }, [this](const std::string& text) { copied_ = text; }};
};

TEST_F(Session, TakesEveryLetterWhileItIsActive) {
  Press({"E", "Shift T", "?", "Space", "{", "1", "É", "Ctrl K", "Ctrl Shift F"});
  EXPECT_EQ(session_->draft.editor().buffer().Line(0), "eT? {1Éint a;");
  for (const char* key : {"F1", "F5", "Shift F5", "F11", "Ctrl Q"})
    EXPECT_FALSE(session_->Press(key, clipboard_, 10)) << key;
  Press({"Esc"});
  EXPECT_FALSE(session_->is_active);
  EXPECT_FALSE(session_->Press("E", clipboard_, 10));
}

TEST_F(Session, Saves) {
  Press({"X", "Ctrl S"});
  EXPECT_EQ(*ReadText(folder_ / "exercise.cu"), "xint a;\nint B;\nint b;\n");
  EXPECT_TRUE(session_->problem.empty());
  Press({"Y"});
  fs::remove_all(folder_);
  Press({"Ctrl S"});
  EXPECT_FALSE(session_->problem.empty());
  EXPECT_TRUE(session_->draft.IsModified());
}

TEST_F(Session, FindsWhileItIsTyped) {
  Press({"Ctrl F", "B"});
  EXPECT_EQ(Selected(), "B");
  EXPECT_EQ(session_->draft.editor().head().line, 1u);
  Press({"Enter"});
  EXPECT_EQ(session_->draft.editor().head().line, 2u);
  Press({"Enter"});
  EXPECT_EQ(session_->draft.editor().head().line, 1u) << "on at the beginning";
  Press({"Shift Enter"});
  EXPECT_EQ(session_->draft.editor().head().line, 2u);
  Press({"↑", "Ctrl I"});
  EXPECT_EQ(session_->draft.editor().head().line, 2u) << "with case, only the small b";
  EXPECT_EQ(session_->draft.text(), session_->draft.base()) << "nothing is typed into the text";
  Press({"Esc"});
  EXPECT_TRUE(session_->is_active) << "Esc closes the innermost";
  EXPECT_FALSE(session_->find.is_open);
  Press({"F3", "Backspace"});
  EXPECT_EQ(session_->draft.text(), "int a;\nint B;\nint ;\n");
}

TEST_F(Session, LooksForWhatIsSelected) {
  session_->draft.editor().Select({{0, 0}, {0, 3}});
  Press({"Ctrl F", "Enter"});
  EXPECT_EQ(session_->find.query().text, "int");
  EXPECT_EQ(session_->draft.editor().head().line, 1u);
  Press({"Ctrl C", "Backspace", "Ctrl V", "Ctrl V"});
  EXPECT_EQ(session_->find.query().text, "intint");
  copied_ = "one\ntwo";
  Press({"Ctrl A", "Ctrl V"});
  EXPECT_EQ(session_->find.query().text, "one") << "the field is one line";
}

TEST(RowLayout, PutsMessagesUnderTheirLines) {
  const auto mark = [](std::uint32_t line, std::string message) {
    return CompilerMark{.line = line, .message = std::move(message)};
  };
  // The text's lines are the base's 1, 2 and 4; one line is new.
  const RowLayout layout({mark(4, "c"), mark(2, "a"), mark(2, "b"), mark(3, "its line is gone")}, {1, 0, 2, 4});
  ASSERT_EQ(layout.count(), 7u);
  std::string rows;
  for (std::size_t row = 0; row < layout.count(); ++row) {
    const auto [line, shown] = layout.At(row);
    rows += std::to_string(line) + (shown ? shown->message : "") + " ";
  }
  EXPECT_EQ(rows, "0 1 2 2a 2b 3 3c ");
  EXPECT_EQ(layout.RowOf(2), 2u);
  EXPECT_EQ(layout.RowOf(3), 5u);
  EXPECT_EQ(layout.MarksOf(2), (std::pair<std::size_t, std::size_t>{0, 2}));
  EXPECT_EQ(RowLayout(3).count(), 3u);
  EXPECT_EQ(RowLayout(3).At(2).line, 2u);
}

}  // namespace
}  // namespace lockstep::viz
