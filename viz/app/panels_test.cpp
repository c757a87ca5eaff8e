// The table of panels: every key can be pressed, has one owner, and is explained.

#include "viz/app/panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "viz/app/keys.h"

namespace lockstep::viz {
namespace {

constexpr auto kNamed = std::to_array<std::string_view>(
    {"→",      "←",  "↑",  "↓",  "Page Down", "Page Up", "Home", "End", "Space", "Tab", "Esc", "Enter", "Backspace",
     "Delete", "F1", "F2", "F3", "F4",        "F5",      "F6",   "F7",  "F8",    "F9",  "F10", "F11",   "F12"});

// True if a keyboard can press the key of this name.
bool IsKey(std::string_view name) {
  for (const std::string_view held : {"Ctrl ", "Alt ", "Shift "}) {
    if (name.starts_with(held)) name.remove_prefix(held.size());
  }
  if (std::ranges::find(kNamed, name) != kNamed.end()) return true;
  return name.size() == 1 && name[0] >= '!' && name[0] <= '~' && !(name[0] >= 'a' && name[0] <= 'z');
}

TEST(Panels, OwnEachKeyOnce) {
  for (const auto panels : {PanelsOfRecording(), PanelsOfSides()}) {
    std::set<std::string_view> owned;
    for (const Panel* panel : panels)
      for (const KeyRow& row : panel->keys)
        for (const std::string_view key : row.keys)
          EXPECT_TRUE(!row.press || owned.insert(key).second) << panel->name << ": " << key;
  }
}

TEST(Panels, OwnOnlyKeysOfAKeyboardAndExplainThem) {
  for (const auto panels : {PanelsOfRecording(), PanelsOfSides()})
    for (const Panel* panel : panels)
      for (const KeyRow& row : panel->keys) {
        EXPECT_FALSE(std::string_view(row.help).empty()) << panel->name;
        for (const std::string_view key : row.keys) EXPECT_TRUE(!row.press || IsKey(key)) << panel->name << ": " << key;
      }
}

TEST(Panels, StandSomewhereIfTheyDraw) {
  for (const auto panels : {PanelsOfRecording(), PanelsOfSides()})
    for (const Panel* panel : panels) {
      EXPECT_EQ(panel->draw != nullptr, panel->place != PanelPlace::kNowhere) << panel->name;
      EXPECT_EQ(panel->width != nullptr, panel->place == PanelPlace::kRail) << panel->name;
    }
}

TEST(Panels, AreTabsTogether) {
  std::set<std::string_view> words;
  for (const Panel* panel : PanelsOfRecording()) {
    EXPECT_EQ(panel->tab.word != nullptr, panel->place == PanelPlace::kBelow) << panel->name;
    if (!panel->tab.word) continue;
    if (words.empty()) EXPECT_EQ(panel->tab.word, std::string_view(Desk::kFirstTab));
    EXPECT_TRUE(words.insert(panel->tab.word).second) << panel->name;
    EXPECT_FALSE(std::string_view(panel->tab.title).empty()) << panel->name;
  }
  EXPECT_GT(words.size(), 1u);
}

struct Opened {
  int times = 0;
};
struct Closed {
  int times = 0;
};

TEST(States, AreMadeAtTheirFirstUseAndKeptApart) {
  States states;
  EXPECT_EQ(states.Find<Opened>(), nullptr);
  states.Of<Opened>().times = 3;
  EXPECT_EQ(states.Of<Closed>().times, 0);
  ASSERT_NE(states.Find<Opened>(), nullptr);
  EXPECT_EQ(std::as_const(states).Of<Opened>().times, 3);
  states.Drop<Opened>();
  EXPECT_EQ(states.Find<Opened>(), nullptr);
  EXPECT_EQ(states.Of<Opened>().times, 0);
}

TEST(States, OfTwoDesksAreTwo) {
  States one, other;
  one.Of<Opened>().times = 1;
  EXPECT_EQ(other.Of<Opened>().times, 0);
}

TEST(Keys, AreNamedAsPrinted) {
  EXPECT_EQ(KeyOfLetter('c'), "C");
  EXPECT_EQ(KeyOfLetter('C'), "Shift C");
  EXPECT_EQ(KeyOfLetter('?'), "?");
  EXPECT_EQ(KeyOfLetter(0xe9), "é");
  EXPECT_EQ(KeyOfLetter(0x20ac), "€");
  EXPECT_EQ(KeyOfLetter(' '), std::nullopt);
  EXPECT_EQ(KeyOfLetter(0x7f), std::nullopt);
  EXPECT_EQ(KeyOfLetter(0x110000), std::nullopt);
}

TEST(Keys, HaveAMeaningIfAPanelOwnsThem) {
  EXPECT_TRUE(HasMeaning("C"));
  EXPECT_TRUE(HasMeaning("Shift Page Down"));
  EXPECT_FALSE(HasMeaning("Shift C"));
  EXPECT_FALSE(HasMeaning("z"));
}

}  // namespace
}  // namespace lockstep::viz
