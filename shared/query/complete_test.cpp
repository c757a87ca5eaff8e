#include "shared/query/complete.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/query/query.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

class Completing : public testing::Test {
 protected:
  std::vector<std::string> At(std::string_view text) {
    const Completion completion = Complete(recording_, text, text.size());
    std::vector<std::string> words;
    for (const Suggestion& suggestion : completion.words) words.push_back(suggestion.word);
    return words;
  }
  bool Has(std::string_view text, std::string_view word) { return std::ranges::count(At(text), word) == 1; }

  trace::Recording recording_ = replay::ReduceRecording();
};

TEST_F(Completing, NamesArraysAfterTo) {
  EXPECT_EQ(At("writes to d_o"), std::vector<std::string>{"d_out"});
  EXPECT_TRUE(Has("why ti", "tile"));
  EXPECT_TRUE(Has("writes to ", "tile"));
  EXPECT_FALSE(Has("writes to ", "where"));
}

TEST_F(Completing, BeginsWithWordsOfTheLanguage) {
  EXPECT_TRUE(Has("wr", "writes to"));
  EXPECT_TRUE(Has("first ", "write to"));
  EXPECT_TRUE(Has("", "hits"));
  EXPECT_TRUE(Has("pha", "phases"));
  EXPECT_TRUE(Has("threads ", "of warp") || Has("thr", "threads of warp"));
  EXPECT_TRUE(Has("D_O", "d_out")) << "a place alone";
  EXPECT_TRUE(Has("writes to tile[3] ", "where"));
}

TEST_F(Completing, OffersBeginningsThatCanBeParsed) {
  for (const std::string& word : At("first "))
    EXPECT_TRUE(Parse("first " + word + " tile") || Parse("first " + word)) << word;
}

TEST_F(Completing, NamesFieldsInConditions) {
  EXPECT_TRUE(Has("writes where la", "lane"));
  EXPECT_TRUE(Has("writes where lane == 3 and isn", "isnan("));
  EXPECT_TRUE(Has("line 5 print ti", "tile"));
}

TEST_F(Completing, ReplacesTheWordBeforeTheCursor) {
  const Completion completion = Complete(recording_, "writes to ti where lane == 1", 12);
  EXPECT_EQ(completion.begin, 10U);
  ASSERT_FALSE(completion.words.empty());
  EXPECT_EQ(completion.words[0].word, "tile");
}

TEST_F(Completing, OffersNothingForWhatIsWhole) {
  EXPECT_TRUE(At("writes to tile").empty());
  EXPECT_TRUE(At("zzz").empty());
  EXPECT_LE(At("").size(), 12U);
}

}  // namespace
}  // namespace lockstep::query
