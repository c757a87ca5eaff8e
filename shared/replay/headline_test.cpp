#include "shared/replay/headline.h"

#include <gtest/gtest.h>

#include "shared/replay/choose.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

TEST(Headline, SaysWhichThreadAndWhichElement) {
  Model model(GreyRecording({.picture = [](auto, auto, auto) { return std::uint8_t{100}; }}));
  const Cursor cursor = FirstCursor(model);
  const Headline headline = DescribeMoment(model, cursor);
  EXPECT_EQ(headline.who, "Thread (5,0,0) of block (1,0,0)");
  EXPECT_EQ(headline.does, "wrote 99 to d_out[1][5], the pixel at x 5, y 1");
}

TEST(Headline, ShowsTheNextAccessBeforeTheFirst) {
  Model model(GreyRecording({}));
  Cursor cursor = FirstCursor(model);
  cursor.step -= 1;
  model.MoveTo(cursor);
  EXPECT_EQ(DescribeMoment(model, cursor).does, "is about to write d_out[1][5], the pixel at x 5, y 1");
}

TEST(Headline, DescribesWaitingFinishedAndUnrecordedThreads) {
  Model model(ReduceRecording());
  Cursor cursor = FirstCursor(model);
  for (const StepIndex i : model.index().StepsOf(ThreadSlot{3})) {
    if (model.launch().steps[i].kind == trace::StepKind::kArrive) cursor.step = i + 1;
  }
  cursor.thread = {3, 0, 0};
  model.MoveTo(cursor);
  EXPECT_EQ(DescribeMoment(model, cursor).does, "waits at the barrier on line 9");
  cursor.step = model.end();
  model.MoveTo(cursor);
  EXPECT_EQ(DescribeMoment(model, cursor).does, "has finished");
  cursor.block = {7, 0, 0};
  EXPECT_EQ(DescribeMoment(model, cursor).does, "was not recorded");
}

TEST(Headline, SaysWhichThreadStartsNext) {
  Model model(ReduceRecording());
  model.MoveTo(0, 0);
  const auto& first = model.launch().steps[0];
  const ThreadSlot slot = model.index().ThreadOf(first);
  const trace::Dim3 thread = model.ThreadOf(slot), other{thread.x + 1, 0, 0};
  EXPECT_EQ(DescribeMoment(model, {.block = model.BlockOf(slot), .thread = thread}).does, "starts next");
  EXPECT_EQ(DescribeMoment(model, {.block = model.BlockOf(slot), .thread = other}).does, "has not started");
}

TEST(Headline, NamesCellsByTheDimensionsOfTheirArray) {
  const ArrayInfo plane{.name = "d_out", .shape = {2, 3, 8}, .count = 48},
      flat{.name = "d_in", .shape = {48}, .count = 48};
  EXPECT_EQ(NameCell(plane, 37), "d_out[1][1][5]");
  EXPECT_EQ(NameCell(flat, 37), "d_in[37]");
  const ArrayInfo tile{
      .object = trace::ObjectId{trace::kLaunchObjectBit}, .name = "tile", .shape = {16, 17}, .count = 272};
  EXPECT_EQ(NameCell(tile, 40), "tile[2][6]");
}

TEST(Headline, NamesThePartOfAStruct) {
  Model model(ParticlesRecording());
  const auto after = [&](std::uint32_t line, std::size_t access) {
    std::size_t seen = 0;
    for (StepIndex i = 0; i < model.end(); ++i) {
      const trace::Step& step = model.launch().steps[i];
      if (step.thread != 3 || model.LineOfSite(step.site).number != line || !trace::IsAccess(step)) continue;
      if (trace::IsLaunchObject(step.object) || seen++ != access) continue;
      model.MoveTo(0, i + 1);
      return DescribeMoment(model, {.step = i + 1, .thread = {3, 0, 0}}).does;
    }
    return std::string();
  };
  EXPECT_EQ(after(8, 0), "wrote 1003 to ps[3].id[1]");
  EXPECT_EQ(after(7, 1), "wrote 30 to ps[3].pos.y");
  EXPECT_EQ(after(5, 0), "read 3 from ps[3].pos.x");
}

}  // namespace
}  // namespace lockstep::replay
