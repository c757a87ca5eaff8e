#include "viz/model/headline.h"

#include <gtest/gtest.h>

#include "viz/model/choose.h"
#include "viz/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

TEST(Headline, SaysWhichThreadAndWhichElement) {
  Model model(GreyRecording({.picture = [](auto, auto, auto) { return std::uint8_t{100}; }}));
  const Selection selection = FirstSelection(model);
  const Headline headline = DescribeMoment(model, selection);
  EXPECT_EQ(headline.who, "Thread (5,0,0) of block (1,0,0)");
  EXPECT_EQ(headline.does, "wrote 99 to d_out[69], the pixel at x 5, y 1");
}

TEST(Headline, TellsWhatComesBeforeAnythingIsDone) {
  Model model(GreyRecording({}));
  Selection selection = FirstSelection(model);
  selection.step -= 1;
  model.MoveTo(selection);
  EXPECT_EQ(DescribeMoment(model, selection).does, "is about to write d_out[69], the pixel at x 5, y 1");
}

TEST(Headline, TellsOfWaitingFinishedAndUnknownThreads) {
  Model model(ReduceRecording());
  Selection selection = FirstSelection(model);
  for (const StepIndex i : model.index().StepsOf(ThreadSlot{3})) {
    if (model.launch().steps[i].kind == StepKind::kArrive) selection.step = i + 1;
  }
  selection.thread = {3, 0, 0};
  model.MoveTo(selection);
  EXPECT_EQ(DescribeMoment(model, selection).does, "waits at the barrier on line 9");
  selection.step = model.end();
  model.MoveTo(selection);
  EXPECT_EQ(DescribeMoment(model, selection).does, "has finished");
  selection.block = {7, 0, 0};
  EXPECT_EQ(DescribeMoment(model, selection).does, "was not recorded");
}

TEST(Headline, NamesCellsOfSharedArraysByTheirDimensions) {
  const ArrayInfo tile{.object = ObjectId{kLaunchObjectBit}, .name = "tile", .shape = {16, 17}, .count = 272};
  EXPECT_EQ(NameCell(tile, 40), "tile[2][6]");
}

}  // namespace
}  // namespace lockstep::viz
