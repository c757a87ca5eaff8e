// The table of panels: every key can be pressed, has one owner, and is explained.

#include "viz/app/panels.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "viz/app/keys.h"

namespace lockstep::viz {
namespace {

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
      EXPECT_EQ(panel->draw != nullptr, panel->place != Place::kNowhere) << panel->name;
      EXPECT_EQ(panel->width != nullptr, panel->place == Place::kRail) << panel->name;
    }
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
  EXPECT_TRUE(IsKey("Ctrl Shift F5"));
  EXPECT_TRUE(IsKey("4"));
  EXPECT_FALSE(IsKey("c"));
  EXPECT_FALSE(IsKey("Page"));
}

TEST(Keys, HaveAMeaningIfAPanelOwnsThem) {
  EXPECT_TRUE(HasMeaning("C"));
  EXPECT_TRUE(HasMeaning("Shift Page Down"));
  EXPECT_FALSE(HasMeaning("Shift C"));
  EXPECT_FALSE(HasMeaning("z"));
}

}  // namespace
}  // namespace lockstep::viz
