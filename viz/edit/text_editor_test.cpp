#include "viz/edit/text_editor.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <random>

#include "viz/edit/edit_keys.h"
#include "viz/edit/text_find.h"
#include "viz/edit/text_letters.h"
#include "viz/edit/text_motion.h"

namespace lockstep::viz {
namespace {

// A text in which `|` is the cursor and `[` `]` enclose a selection with the cursor at its end.
TextEditor Edit(std::string text) {
  std::size_t anchor = text.find('|'), head = anchor;
  if (anchor == std::string::npos) {
    anchor = text.find('[');
    text.erase(anchor, 1);
    head = text.find(']');
  }
  text.erase(head, 1);
  TextEditor editor(text);
  const auto place = [&](std::size_t at) { return EndOf({}, text.substr(0, at)); };
  editor.Select({place(anchor), place(head)});
  return editor;
}

std::string Shown(const TextEditor& editor) {
  const TextRange range = editor.selection().range();
  const TextBuffer& buffer = editor.buffer();
  const std::string before = buffer.Text({{}, range.begin}), after = buffer.Text({range.end, buffer.end()});
  if (range.empty()) return before + "|" + after;
  return before + "[" + buffer.Text(range) + "]" + after;
}

std::string clipboard;
const Clipboard kClipboard{[] { return clipboard; }, [](const std::string& text) { clipboard = text; }};

// A key with `^` for Ctrl and `+` for Shift before it; a letter is typed as it is.
void PressKey(TextEditor& editor, const std::string& written) {
  static const std::map<std::string, std::string> kKeys = {
      {"left", "←"},         {"right", "→"},       {"up", "↑"},           {"down", "↓"},
      {"home", "Home"},      {"end", "End"},       {"pageup", "Page Up"}, {"pagedown", "Page Down"},
      {"back", "Backspace"}, {"delete", "Delete"}, {"enter", "Enter"},    {"tab", "Tab"}};
  const std::size_t begin = written.find_first_not_of("^+");
  std::string key = written.substr(begin);
  if (const auto named = kKeys.find(key); named != kKeys.end())
    key = named->second;
  else if (key[0] >= 'a' && key[0] <= 'z')
    key[0] = static_cast<char>(key[0] - 'a' + 'A');
  else if (key == " ")
    key = "Space";
  if (written.substr(0, begin).contains('+')) key = "Shift " + key;
  if (written.substr(0, begin).contains('^')) key = "Ctrl " + key;
  const auto stroke = StrokeOf(key);
  ASSERT_TRUE(stroke) << key;
  EXPECT_TRUE(Press(editor, *stroke, kClipboard, 3)) << key;
}

std::string After(std::string text, const std::vector<std::string>& keys) {
  TextEditor editor = Edit(std::move(text));
  for (const std::string& key : keys) PressKey(editor, key);
  return Shown(editor);
}

TEST(TextBuffer, KeepsEveryByte) {
  for (const std::string text : {"", "a", "a\n", "\n\n", "a\r\nb\r\n", "a\r\nb\nc\r", "\xff\xc3\n\xe2\x82", "a\rb"})
    EXPECT_EQ(TextBuffer(text).Text(), text);
}

TEST(TextBuffer, EveryChangeCanBeUndoneToTheByte) {
  std::mt19937 random(7);
  const std::vector<std::string> pieces = {"x", "\n", "\r\n", "\t", "ä", "{\n", "  ", "\r", "}", "end\r\n\nnext"};
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 12; ++i) text += pieces[random() % pieces.size()];
    TextBuffer buffer(text);
    TextEditor editor(text);
    for (int i = 0; i < 20; ++i) {
      const auto place = [&] {
        const std::size_t line = random() % editor.buffer().lines().size();
        return editor.buffer().Clamp({line, random() % (editor.buffer().Line(line).size() + 1)});
      };
      TextPlace a = place(), b = place();
      if (b < a) std::swap(a, b);
      const auto& piece = pieces[random() % pieces.size()];
      const std::string expected =
          editor.buffer().Text({{}, a}) + piece + editor.buffer().Text({b, editor.buffer().end()});
      editor.Replace({a, b}, piece);
      EXPECT_EQ(editor.buffer().Text(), expected);
    }
    const std::string last = editor.buffer().Text();
    while (editor.Undo()) continue;
    EXPECT_EQ(editor.buffer().Text(), text);
    while (editor.Redo()) continue;
    EXPECT_EQ(editor.buffer().Text(), last);
  }
}

TEST(TextEditor, MovesByLettersOfAnyLength) {
  EXPECT_EQ(After("a|ä€b", {"right"}), "aä|€b");
  EXPECT_EQ(After("a|ä€b", {"right", "right"}), "aä€|b");
  EXPECT_EQ(After("aä€|b", {"left", "left"}), "a|ä€b");
  EXPECT_EQ(After("a\xff|\x80", {"left"}), "a|\xff\x80") << "bytes that are not UTF-8 are letters of their own";
  EXPECT_EQ(After("ab|\ncd", {"right"}), "ab\n|cd");
  EXPECT_EQ(After("ab\r\n|cd", {"left"}), "ab|\r\ncd");
  EXPECT_EQ(After("|", {"left", "right", "up", "down"}), "|");
}

TEST(TextEditor, MovesByWords) {
  EXPECT_EQ(After("|int i = n_1+2;", {"^right"}), "int| i = n_1+2;");
  EXPECT_EQ(After("int| i = n_1+2;", {"^right", "^right", "^right"}), "int i = n_1|+2;");
  EXPECT_EQ(After("int i = n_1+2;|", {"^left"}), "int i = n_1+2|;");
  EXPECT_EQ(After("int i = n_1+2|;", {"^left", "^left", "^left"}), "int i = |n_1+2;");
  EXPECT_EQ(After("größe| x", {"^left"}), "|größe x");
  EXPECT_EQ(After("a|\n  b", {"^right", "^right"}), "a\n  b|");
}

TEST(TextEditor, KeepsItsColumnThroughShorterLines) {
  EXPECT_EQ(After("abcd|e\nx\nabcdef", {"down"}), "abcde\nx|\nabcdef");
  EXPECT_EQ(After("abcd|e\nx\nabcdef", {"down", "down"}), "abcde\nx\nabcd|ef");
  EXPECT_EQ(After("\tab|\nxxxxxxx", {"down"}), "\tab\nxxxxxx|x") << "a tab is as wide as it looks";
  EXPECT_EQ(After("abc\nde|f", {"up", "up"}), "|abc\ndef");
  EXPECT_EQ(After("a|\nb\nc\nd\ne", {"pagedown"}), "a\nb\nc\nd|\ne");
  EXPECT_EQ(After("a|\nb\nc\nd\ne", {"pagedown", "pagedown", "pageup"}), "a\nb|\nc\nd\ne");
}

TEST(TextEditor, HomeLeadsToTheFirstLetterAndThenToTheBeginning) {
  EXPECT_EQ(After("  ab|c", {"home"}), "  |abc");
  EXPECT_EQ(After("  ab|c", {"home", "home"}), "|  abc");
  EXPECT_EQ(After("  ab|c\nd", {"end", "^end"}), "  abc\nd|");
  EXPECT_EQ(After("ab\ncd|", {"^home"}), "|ab\ncd");
}

TEST(TextEditor, ShiftSelects) {
  EXPECT_EQ(After("a|bc", {"+right", "+right"}), "a[bc]");
  EXPECT_EQ(After("int abc| = 1", {"^+left"}), "int [abc] = 1");
  EXPECT_EQ(After("a[bc]d", {"left"}), "a|bcd");
  EXPECT_EQ(After("a[bc]d", {"right"}), "abc|d");
  EXPECT_EQ(After("ab|\ncd", {"^a"}), "[ab\ncd]");
}

TEST(TextEditor, ClicksSelectWordsAndLines) {
  const TextBuffer buffer("int i = threads[n];\nnext");
  const auto word = [&](std::size_t byte) { return buffer.Text(WordAt(buffer, {0, byte})); };
  EXPECT_EQ(word(0), "int");
  EXPECT_EQ(word(3), "int") << "at its end";
  EXPECT_EQ(word(10), "threads");
  EXPECT_EQ(word(16), "n");
  EXPECT_EQ(word(18), ";");
  EXPECT_EQ(buffer.Text(WholeLine(buffer, 0)), "int i = threads[n];\n");
  EXPECT_EQ(buffer.Text(WholeLine(buffer, 1)), "next");
}

TEST(TextEditor, TypingReplacesTheSelection) {
  EXPECT_EQ(After("a[bc]d", {"x", "y"}), "axy|d");
  EXPECT_EQ(After("a[b\nc]d", {"back"}), "a|d");
  EXPECT_EQ(After("a[b\nc]d", {"delete"}), "a|d");
}

TEST(TextEditor, ErasesLettersAndWords) {
  EXPECT_EQ(After("aä|b", {"back"}), "a|b");
  EXPECT_EQ(After("a|äb", {"delete"}), "a|b");
  EXPECT_EQ(After("int abc|;", {"^back"}), "int |;");
  EXPECT_EQ(After("a|\r\nb", {"delete"}), "a|b");
  EXPECT_EQ(After("a\r\n|b", {"back"}), "a|b");
  EXPECT_EQ(After("|a", {"back"}), "|a");
  EXPECT_EQ(After("a|", {"delete"}), "a|");
  EXPECT_EQ(After("{\n  a\n    |b", {"back"}), "{\n  a\n  |b") << "a level of indentation at once";
}

TEST(TextEditor, IndentsANewLine) {
  EXPECT_EQ(After("void f() {|\n  x;", {"enter"}), "void f() {\n  |\n  x;");
  EXPECT_EQ(After("    a;\n    if (b) {  // why|", {"enter"}), "    a;\n    if (b) {  // why\n        |");
  EXPECT_EQ(After("\tif (b) {|", {"enter"}), "\tif (b) {\n\t\t|");
  EXPECT_EQ(After("  a;|", {"enter"}), "  a;\n  |");
  EXPECT_EQ(After("  {|}", {"enter"}), "  {\n    |\n  }");
  EXPECT_EQ(After("  a;| b;", {"enter"}), "  a;\n  |b;");
  EXPECT_EQ(After("  int a[] = {1, 2};|", {"enter"}), "  int a[] = {1, 2};\n  |");
  EXPECT_EQ(After("  char c = '{';|", {"enter"}), "  char c = '{';\n  |");
  EXPECT_EQ(After("a {\n  |", {"enter"}), "a {\n\n  |") << "no blanks stay behind";
  EXPECT_EQ(After("a;|\r\nb;\r\n", {"enter"}), "a;\r\n|\r\nb;\r\n");
}

TEST(TextEditor, PutsAClosingBraceUnderItsBlock) {
  EXPECT_EQ(After("if (a) {\n  b;\n  |", {"}"}), "if (a) {\n  b;\n}|");
  EXPECT_EQ(After("  if (a) {\n    while (b) { c; }\n    |", {"}"}), "  if (a) {\n    while (b) { c; }\n  }|");
  EXPECT_EQ(After("  a |", {"}"}), "  a }|");
  EXPECT_EQ(After("  |", {"}"}), "  }|");
}

TEST(TextEditor, TabIndents) {
  EXPECT_EQ(After("{\n  a\n|", {"tab"}), "{\n  a\n  |");
  EXPECT_EQ(After("{\n  a|b", {"tab"}), "{\n  a |b") << "to the next stop";
  EXPECT_EQ(After("{\n\ta\n|", {"tab"}), "{\n\ta\n\t|");
  EXPECT_EQ(After("  [a\n  b\n]c", {"tab"}), "    [a\n    b\n]c");
  EXPECT_EQ(After("  a\n    [b\n  c]", {"+tab"}), "  a\n  [b\nc]");
  EXPECT_EQ(After("  a|", {"+tab", "+tab"}), "a|");
  EXPECT_EQ(After("[a\n\nb]", {"tab"}), "[  a\n\n  b]") << "empty lines stay empty";
}

TEST(TextEditor, CommentsLinesAndBack) {
  EXPECT_EQ(After("  [a;\n\n    b;]", {"^/"}), "  [// a;\n\n  //   b;]");
  EXPECT_EQ(After("  // [a;\n\n  //   b;]", {"^/"}), "  [a;\n\n    b;]");
  EXPECT_EQ(After("a|b", {"^/", "^z"}), "a|b");
}

TEST(TextEditor, CopiesCutsAndPastes) {
  EXPECT_EQ(After("a[bc]d", {"^c", "right", "^v"}), "abcbc|d");
  EXPECT_EQ(After("a[bc]d", {"^x", "end", "^v"}), "adbc|");
  EXPECT_EQ(After("one\nt|wo\nthree", {"^x", "^v"}), "one\ntwo\n|three") << "without a selection, the line";
  clipboard = "x\ny\r\nz";
  EXPECT_EQ(After("a|\r\n", {"^v"}), "ax\r\ny\r\nz|\r\n") << "pasted lines end as those of the text";
}

TEST(TextEditor, UndoesTypingWordByWord) {
  EXPECT_EQ(After("|", {"i", "n", "t", " ", "i", "i", "^z"}), "int |");
  EXPECT_EQ(After("|", {"i", "n", "t", " ", "i", "i", "^z", "^z"}), "|");
  EXPECT_EQ(After("|", {"i", "n", "t", " ", "i", "i", "^z", "^z", "^y", "^+z"}), "int ii|");
  EXPECT_EQ(After("|", {"a", "left", "b", "^z"}), "|a") << "a movement ends a group";
  EXPECT_EQ(After("abc|", {"back", "back", "^z"}), "abc|");
  EXPECT_EQ(After("a[bc]", {"x", "^z"}), "a[bc]");
  EXPECT_EQ(After("a|", {"x", "^z", "y", "^y"}), "ay|") << "what was undone is gone after another change";
}

TEST(TextEditor, TakesAnotherVersionAndStaysAtItsLetter) {
  TextEditor editor = Edit("one\ntwo\nth|ree\nfour\n");
  editor.TakeText("zero\none\ntwo\nthree\nfive\n");
  EXPECT_EQ(Shown(editor), "zero\none\ntwo\nth|ree\nfive\n");
  editor.Undo();
  EXPECT_EQ(Shown(editor), "one\ntwo\nth|ree\nfour\n") << "one step";
  for (const std::string text : {"", "x", "one\ntwo", "one\r\ntwo\r\n", "\n\n\n"}) {
    editor.TakeText(text);
    EXPECT_EQ(editor.buffer().Text(), text);
  }
}

TEST(Find, GoesOnAtTheOtherEnd) {
  const TextBuffer buffer("a Key\nkey b\nKEY");
  const auto find = [&](const TextQuery& query, TextPlace from, Toward toward) {
    const auto found = Find(buffer, query, from, toward);
    return found ? found->begin : TextPlace{99, 99};
  };
  EXPECT_EQ(find({"key"}, {0, 0}, Toward::kForward), (TextPlace{0, 2}));
  EXPECT_EQ(find({"key"}, {0, 3}, Toward::kForward), (TextPlace{1, 0}));
  EXPECT_EQ(find({"key"}, {2, 1}, Toward::kForward), (TextPlace{0, 2}));
  EXPECT_EQ(find({"key"}, {1, 0}, Toward::kBackward), (TextPlace{0, 2}));
  EXPECT_EQ(find({"key"}, {0, 2}, Toward::kBackward), (TextPlace{2, 0}));
  EXPECT_EQ(find({"key", true}, {0, 0}, Toward::kForward), (TextPlace{1, 0}));
  EXPECT_EQ(find({"key", true}, {1, 1}, Toward::kForward), (TextPlace{1, 0})) << "around the whole text";
  EXPECT_FALSE(Find(buffer, {"none"}, {}, Toward::kForward));
  EXPECT_FALSE(Find(buffer, {""}, {}, Toward::kForward));
  const MatchCount count = CountMatches(buffer, {"key"}, {{1, 0}, {1, 3}});
  EXPECT_EQ(count.matches, 3u);
  EXPECT_EQ(count.current, 2u);
}

TEST(TextLetters, ColumnsAreThoseOfTheScreen) {
  EXPECT_EQ(ColumnOf("\tä\tb", 4), 8u);
  EXPECT_EQ(Untabbed("\tä\tb"), "    ä   b");
  EXPECT_EQ(ByteAt("\tb", 1.9), 0u);
  EXPECT_EQ(ByteAt("\tb", 2.1), 1u);
  EXPECT_EQ(ByteAt("äb", 0.6), 2u);
  EXPECT_EQ(ByteAt("ab", 50), 2u);
}

TEST(EditKeys, AreReadFromTheirNames) {
  EXPECT_EQ(StrokeOf("A")->letter, "a");
  EXPECT_EQ(StrokeOf("Shift A")->letter, "A");
  EXPECT_EQ(StrokeOf("Ctrl Shift Z")->letter, "z");
  EXPECT_TRUE(StrokeOf("Ctrl Shift Z")->shift);
  EXPECT_EQ(StrokeOf("é")->letter, "é");
  EXPECT_EQ(StrokeOf("€")->letter, "€");
  EXPECT_EQ(StrokeOf("Space")->letter, " ");
  EXPECT_EQ(StrokeOf("Shift Space")->letter, " ");
  EXPECT_EQ(StrokeOf("Shift Page Up")->key, KeyName::kPageUp);
  for (const char* key : {"F5", "Shift F3", "Esc", "", "Ctrl "}) EXPECT_FALSE(StrokeOf(key)) << key;
}

// A bound with room for a slow machine: an action takes about a hundredth of it.
TEST(TextEditor, StaysQuickInLargeTextsAndLongLines) {
  std::string lines, line(1 << 20, 'x');
  while (lines.size() < (1 << 20)) lines += "  int value = blockIdx.x * blockDim.x + threadIdx.x;\n";
  for (const std::string& text : {lines, line}) {
    TextEditor editor(text);
    const auto before = std::chrono::steady_clock::now();
    editor.MoveTo({editor.buffer().lines().size() / 2, 0});
    for (int i = 0; i < 100; ++i) {
      editor.Type("{");
      editor.Enter();
      editor.Move(By::kWord, Toward::kForward);
      editor.Move(By::kLine, Toward::kForward, true);
      editor.Type("}");
      editor.Undo();
    }
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(20));
  }
}

}  // namespace
}  // namespace lockstep::viz
