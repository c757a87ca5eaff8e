#include "jobs/block_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::jobs {
namespace {

using session::BlockRule;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(BlockChoice, UnderstandsRulesAndLists) {
  session::RecordSettings settings;
  for (const char* text : {"all", "first:8", "every:100", "corners", "3", "1,2;4,5,6"})
    EXPECT_TRUE(AddBlocks(text, settings)) << text;
  EXPECT_THAT(settings.rules,
              ElementsAre(BlockRule{BlockRule::Kind::kAll}, BlockRule{BlockRule::Kind::kFirst, 8},
                          BlockRule{BlockRule::Kind::kEvery, 100}, BlockRule{BlockRule::Kind::kCorners}));
  EXPECT_THAT(settings.blocks, ElementsAre(trace::Dim3{3, 0, 0}, trace::Dim3{1, 2, 0}, trace::Dim3{4, 5, 6}));
}

TEST(BlockChoice, QuotesWhatItDoesNotUnderstand) {
  for (const char* text : {"", "al", "first:", "first:0", "first:x", "every:-1", "every:99999999999999999999", "1;",
                           ";1", "1,2,3,4", "1,,2", "-1"}) {
    session::RecordSettings settings;
    const auto added = AddBlocks(text, settings);
    ASSERT_FALSE(added) << text;
    EXPECT_THAT(added.error().message, HasSubstr("expected")) << text;
  }
}

}  // namespace
}  // namespace lockstep::jobs
