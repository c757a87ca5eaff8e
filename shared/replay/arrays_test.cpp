#include "shared/replay/arrays.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

constexpr trace::ObjectId kIn{0}, kOut{1};
constexpr trace::ObjectId kTile{trace::kLaunchObjectBit};

TEST(Arrays, HaveElementsAndAShape) {
  Model model(GreyRecording({}));
  const auto arrays = ListArrays(model, {0, 0, 0});
  ASSERT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays[0].name, "d_in");
  EXPECT_EQ(arrays[0].element_name, "unsigned char");
  EXPECT_EQ(arrays[0].shape, (std::vector<std::uint64_t>{3, 48, 64}));
  EXPECT_EQ(CellIndices(arrays[0], 64 * 48 + 64 + 2), (std::vector<std::uint64_t>{1, 1, 2}));
}

TEST(Arrays, OfSharedMemoryTakeTheirShapeFromTheType) {
  Model model(ReduceRecording());
  const auto arrays = ListArrays(model, {0, 0, 0});
  ASSERT_EQ(arrays.size(), 3u);
  EXPECT_EQ(arrays[2].name, "tile");
  EXPECT_EQ(arrays[2].element_name, "int");
  EXPECT_EQ(arrays[2].shape, std::vector<std::uint64_t>{64});
}

TEST(Arrays, FallBackToOneDimensionIfTheShapeDoesNotFit) {
  trace::Recording recording = GreyRecording({});
  recording.objects[0].shape = {1'000'000'000, 1'000'000'000, 1'000'000'000};
  const Model model(std::move(recording));
  EXPECT_EQ(DescribeArray(model, kIn)->shape, std::vector<std::uint64_t>{3 * 64 * 48});
}

TEST(Cells, ShowWhatWasNeverWritten) {
  Model model(ReduceRecording());
  const auto tile = *DescribeArray(model, kTile);
  EXPECT_TRUE(ReadCell(model, tile, 3).never_written);
  model.MoveTo(0, model.end());
  const CellValue value = ReadCell(model, tile, 3);
  EXPECT_FALSE(value.never_written);
  EXPECT_EQ(value.text, "44");
}

TEST(Cells, OfUnrecordedBlocksAreMarkedAsLater) {
  Model model(GreyRecording({}));
  const auto out = *DescribeArray(model, kOut);
  EXPECT_FALSE(ReadCell(model, out, 3).later);
  EXPECT_TRUE(ReadCell(model, out, 64 * 20).later);
}

TEST(Pictures, ComeFromShapesOfBytes) {
  Model model(GreyRecording({}));
  const auto in = PictureOf(model, *DescribeArray(model, kIn));
  ASSERT_TRUE(in);
  EXPECT_EQ(in->layout, PictureLayout::kPlanar);
  EXPECT_EQ(in->width, 64u);
  EXPECT_EQ(in->height, 48u);
  EXPECT_EQ(CellOfPixel(*in, 2, 1, 1), 64u * 48 + 64 + 2);
  const Pixel pixel = PixelOfCell(*in, 64 * 48 + 64 + 2);
  EXPECT_EQ(pixel.x, 2u);
  EXPECT_EQ(pixel.y, 1u);
  EXPECT_EQ(pixel.channel, 1u);
  EXPECT_EQ(PictureOf(model, *DescribeArray(model, kOut))->layout, PictureLayout::kGrey);
  Model numbers(ReduceRecording());
  EXPECT_FALSE(PictureOf(numbers, *DescribeArray(numbers, kIn)));
}

}  // namespace
}  // namespace lockstep::replay
