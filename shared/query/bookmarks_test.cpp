#include "shared/query/bookmarks.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace lockstep::query {
namespace {

class Bookmarks : public testing::Test {
 protected:
  Bookmarks() : file_(std::filesystem::path(testing::TempDir()) / ("bookmarks" + std::to_string(getpid()))) {}
  ~Bookmarks() override { std::filesystem::remove(file_); }
  void Write(const std::string& text) { std::ofstream(file_) << text; }
  std::filesystem::path file_;
};

const replay::MomentAddress kMoment{
    .launch = 1, .step = 12, .block = trace::Dim3{3, 0, 0}, .thread = trace::Dim3{5, 1, 0}};

TEST_F(Bookmarks, ComeBackAsTheyWere) {
  EXPECT_TRUE(ReadBookmarks(file_)->empty()) << "there is no file";
  const std::vector<Bookmark> some = {{"the \"first\" <b>write", kMoment}, {"the end", {.step = 99}}};
  ASSERT_TRUE(WriteBookmarks(file_, some));
  EXPECT_EQ(*ReadBookmarks(file_), some);
}

TEST_F(Bookmarks, LeaveOutWhatIsNone) {
  Write(R"({"bookmarks": [7, {"name": "x"}, {"name": "", "at": "#step=1"}, {"name": "y", "at": "a.cu#step=1"},
            {"name": "z", "at": "#step=1&nonsense=2"}, {"name": "good", "at": "#step=4"}, {"at": []}]})");
  const auto read = ReadBookmarks(file_);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 1u);
  EXPECT_EQ(read->front().name, "good");
}

TEST_F(Bookmarks, OfADamagedFileAreAnError) {
  for (const char* text : {"", "[]", "{\"bookmarks\": 3}", "\xff"}) {
    Write(text);
    const auto read = ReadBookmarks(file_);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find(file_.string()), std::string::npos);
  }
}

}  // namespace
}  // namespace lockstep::query
