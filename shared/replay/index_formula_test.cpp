#include "shared/replay/index_formula.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

constexpr trace::ObjectId kOut{1};

TEST(IndexFormula, HoldsForAThreadThatWasNotRecorded) {
  const Model model(GreyRecording({}));
  const auto lines = IndexFormula(model, *DescribeArray(model, kOut), 20 * 64 + 7, {20, 0, 0}, {7, 0, 0});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].name, "i");
  EXPECT_EQ(lines[0].source, "blockIdx.x*blockDim.x+threadIdx.x");
  EXPECT_EQ(lines[0].numbers, "20*64+7");
  EXPECT_EQ(lines[0].value, "1287");
}

TEST(IndexFormula, IsEmptyIfTheCellDoesNotConfirmIt) {
  const Model model(GreyRecording({}));
  EXPECT_TRUE(IndexFormula(model, *DescribeArray(model, kOut), 5, {20, 0, 0}, {7, 0, 0}).empty());
}

TEST(IndexFormula, ReadsTwoDimensionsThroughTheirVariables) {
  trace::Recording recording = GreyRecording({.width = 64, .height = 48, .threads = 64});
  std::string& text = recording.files[0].text;
  const std::string one = "int i = blockIdx.x*blockDim.x+threadIdx.x;";
  text.replace(text.find(one), one.size(), "int i = blockIdx.x * 64; int unused;");
  const std::string store = "out[i] = ";
  text.replace(text.find(store), store.size(), "out[i + threadIdx.x] = ");
  const Model model(std::move(recording));
  const auto lines = IndexFormula(model, *DescribeArray(model, kOut), 3 * 64 + 2, {3, 0, 0}, {2, 0, 0});
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].numbers, "3 * 64");
  EXPECT_EQ(lines[1].name, "out[]");
  EXPECT_EQ(lines[1].numbers, "192 + 2");
  EXPECT_EQ(lines[1].value, "194");
}

}  // namespace
}  // namespace lockstep::replay
