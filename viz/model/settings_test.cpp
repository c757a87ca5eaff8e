#include "viz/model/settings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace lockstep::viz {
namespace {

const Settings kSome{.dark = true,
                     .text_size = 125,
                     .shares = {{"source", 0.5f}, {"grid", 0.25f}},
                     .below = "lanes",
                     .scene = true,
                     .findings = false};

class File : public testing::Test {
 protected:
  File() : path_(std::filesystem::path(testing::TempDir()) / ("settings" + std::to_string(getpid())) / "window.json") {}
  ~File() override { std::filesystem::remove_all(path_.parent_path()); }
  void Write(const std::string& text) {
    std::filesystem::create_directories(path_.parent_path());
    std::ofstream(path_) << text;
  }
  std::string Read() {
    std::stringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  std::filesystem::path path_;
};

TEST(Settings, ComeBackAsTheyWere) {
  EXPECT_EQ(SettingsFrom(ToJson(kSome)), kSome);
  EXPECT_EQ(SettingsFrom(ToJson({})), Settings());
}

TEST(Settings, HaveDefaultsForAllThatIsDamaged) {
  for (const char* text : {"", "{", "[]", "7", "null", "\xff\xfe", R"({"theme": 3, "text_size": "x", "panels": [1]})",
                           R"({"text_size": 9999999999, "panels": {"grid": 7, "source": null, "right": -1}})",
                           R"({"text_size": -100, "below": 2, "scene": 1, "findings": "no"})"})
    EXPECT_EQ(SettingsFrom(text), Settings()) << text;
  const Settings part = SettingsFrom(R"({"theme": "dark", "text_size": {}, "panels": {"grid": 0.3, "source": "x"}})");
  EXPECT_TRUE(part.dark);
  EXPECT_EQ(part.text_size, 100);
  EXPECT_EQ(part.shares, (std::map<std::string, float>{{"grid", 0.3f}}));
}

TEST(Settings, HaveTextSizesInSteps) {
  EXPECT_EQ(NextTextSize(100, true), 110);
  EXPECT_EQ(NextTextSize(100, false), 90);
  EXPECT_EQ(NextTextSize(103, true), 110);
  EXPECT_EQ(NextTextSize(103, false), 100);
  EXPECT_EQ(NextTextSize(Settings::kMostText, true), Settings::kMostText);
  EXPECT_EQ(NextTextSize(Settings::kLeastText, false), Settings::kLeastText);
}

TEST_F(File, IsMadeOnceSomethingChanges) {
  SettingsFile file(path_);
  EXPECT_EQ(file.kept(), Settings());
  EXPECT_TRUE(file.Keep({}));
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_TRUE(file.Keep(kSome));
  EXPECT_EQ(SettingsFile(path_).kept(), kSome);
}

TEST_F(File, ThatIsTooLargeOrDamagedIsReplaced) {
  for (const std::string& text : {std::string(1 << 17, ' ') + ToJson(kSome), std::string("{\"theme\"")}) {
    Write(text);
    SettingsFile file(path_);
    EXPECT_EQ(file.kept(), Settings());
    EXPECT_TRUE(file.Keep(kSome));
    EXPECT_EQ(Read(), ToJson(kSome));
  }
}

TEST_F(File, ThatCannotBeWrittenIsReportedOnce) {
  Write("a file, and no folder");
  SettingsFile file(path_ / "window.json");
  EXPECT_FALSE(file.Keep(kSome));
  EXPECT_TRUE(file.Keep({}));
}

}  // namespace
}  // namespace lockstep::viz
