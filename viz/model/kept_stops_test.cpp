#include "viz/model/kept_stops.h"

#include <gtest/gtest.h>

#include "shared/base/file.h"
#include "shared/base/scratch_folder.h"

namespace lockstep::viz {
namespace {

trace::Recording WithFiles(const std::vector<std::string>& paths) {
  trace::Recording recording;
  for (const std::string& path : paths) recording.files.push_back({.path = path});
  return recording;
}

constexpr auto kFirst = static_cast<trace::FileId>(0), kSecond = static_cast<trace::FileId>(1);

TEST(KeptStops, ComeBackAsTheyWere) {
  const trace::Recording recording = WithFiles({"/a/one.cu", "/a/two.cu"});
  Breakpoints breakpoints;
  ASSERT_TRUE(breakpoints.Add("line 7 where i == 3", kSecond));
  ASSERT_TRUE(breakpoints.Add("writes to out[7]", trace::FileId::kNone));
  ASSERT_TRUE(breakpoints.Add("line 9 print i", kFirst));
  breakpoints.Switch(breakpoints.all()[1].id);
  const KeptStops kept{ToKeep(breakpoints, recording), {"i + 1"}};
  const KeptStops read = KeptStopsFrom(ToJson(kept));
  EXPECT_EQ(read, kept);
  const Breakpoints again = ToBreakpoints(read.breakpoints, recording);
  ASSERT_EQ(again.all().size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(again.all()[i].text(), breakpoints.all()[i].text());
    EXPECT_EQ(again.all()[i].file, breakpoints.all()[i].file);
    EXPECT_EQ(again.all()[i].is_on, breakpoints.all()[i].is_on);
  }
}

TEST(KeptStops, FollowTheirFileToAnotherNumberAndFolder) {
  const std::vector<KeptStop> kept = {{"line 7", "/a/two.cu"}, {"line 8", "/a/gone.cu"}};
  const Breakpoints moved = ToBreakpoints(kept, WithFiles({"/b/two.cu", "/b/one.cu"}));
  ASSERT_EQ(moved.all().size(), 1u);
  EXPECT_EQ(moved.all()[0].file, kFirst);
  EXPECT_TRUE(ToBreakpoints(kept, WithFiles({"/b/two.cu", "/c/two.cu"})).empty()) << "which of them is not known";
}

TEST(KeptStops, AreReadFromADamagedFileAsFarAsTheyGo) {
  for (const char* text :
       {"", "[]", "{", "{\"breakpoints\": 3, \"watches\": {}}", "{\"breakpoints\": [1, {}, {\"text\": 2}]}"})
    EXPECT_EQ(KeptStopsFrom(text), KeptStops()) << text;
  const KeptStops some = KeptStopsFrom(
      "{\"breakpoints\": [{\"text\": \"line 1\", \"on\": 1}, {\"text\": \"nonsense\"}],"
      " \"watches\": [1, \"i\"]}");
  EXPECT_EQ(some.breakpoints.size(), 2u);
  EXPECT_TRUE(some.breakpoints[0].is_on);
  EXPECT_EQ(some.watches, std::vector<std::string>{"i"});
  EXPECT_EQ(ToBreakpoints(some.breakpoints, {}).all().size(), 1u);
}

TEST(KeptStops, AreWrittenOnceTheyChange) {
  const auto scratch = ScratchFolder::Make();
  ASSERT_TRUE(scratch);
  const std::filesystem::path path = std::filesystem::path(scratch->File("new")) / "stops.json";
  KeptStopsFile file(path);
  ASSERT_TRUE(file.Keep({}));
  EXPECT_FALSE(std::filesystem::exists(path)) << "there is nothing to keep";
  ASSERT_TRUE(file.Keep({{{"line 7", "/a/one.cu"}}, {"i"}}));
  EXPECT_EQ(KeptStopsFile(path).kept(), file.kept());
  EXPECT_TRUE(KeptStopsFile("").Keep(file.kept()));
}

}  // namespace
}  // namespace lockstep::viz
