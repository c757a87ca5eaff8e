#include "shared/replay/footprint.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

constexpr std::uint32_t kIn = 0, kOut = 1, kTile = 2;  // in ListArrays

class Footprint : public testing::Test {
 protected:
  Footprint() : model(ReduceRecording()) { model.MoveTo(0, model.end()); }

  std::vector<std::uint64_t> Cells(ThreadRange threads, std::size_t array, bool written) const {
    std::vector<std::uint64_t> cells;
    const auto footprints = FootprintsOf(model, threads, arrays);
    for (const TouchedCell& touched : footprints[array])
      if (written ? touched.WrittenBefore(model.position()) : touched.ReadBefore(model.position()))
        cells.push_back(touched.cell);
    return cells;
  }

  Model model;
  std::vector<ArrayInfo> arrays = ListArrays(model, {0, 0, 0});
};

using Cells64 = std::vector<std::uint64_t>;

Cells64 UpTo(std::uint64_t end, std::uint64_t first = 0) {
  Cells64 cells;
  for (std::uint64_t i = first; i < end; ++i) cells.push_back(i);
  return cells;
}

TEST_F(Footprint, OfAThreadIsWhatItReadsAndWrites) {
  const ThreadRange thread = OnlyThread(ThreadSlot{5});
  EXPECT_EQ(Cells(thread, kIn, false), Cells64{5});
  EXPECT_EQ(Cells(thread, kIn, true), Cells64{});
  EXPECT_EQ(Cells(thread, kTile, true), Cells64{5});
  EXPECT_EQ(Cells(thread, kTile, false), (Cells64{5, 21}));
  EXPECT_EQ(Cells(thread, kOut, true), Cells64{});
}

TEST_F(Footprint, OfWarpAndBlockIsThatOfTheirThreads) {
  EXPECT_EQ(WarpOf(model, ThreadSlot{40}), (ThreadRange{32, 64}));
  EXPECT_EQ(BlockThreads(model, ThreadSlot{40}), (ThreadRange{0, 64}));
  EXPECT_EQ(Cells(WarpOf(model, ThreadSlot{40}), kIn, false), UpTo(64, 32));
  EXPECT_EQ(Cells(WarpOf(model, ThreadSlot{0}), kTile, false), UpTo(32));
  EXPECT_EQ(Cells(BlockThreads(model, ThreadSlot{0}), kIn, false), UpTo(64));
  EXPECT_EQ(Cells(BlockThreads(model, ThreadSlot{0}), kOut, true), Cells64{0});
}

TEST_F(Footprint, HoldsOnlyWhatHasHappened) {
  const ThreadRange warp = WarpOf(model, ThreadSlot{0});
  const auto footprint = FootprintsOf(model, warp, arrays)[kTile];
  for (Position now = 0; now <= model.end(); ++now) {
    model.MoveTo(0, now);
    Cells64 written;
    for (StepIndex i = 0; i < now; ++i) {
      const trace::Step& step = model.launch().steps[i];
      if (step.kind == trace::StepKind::kWrite && step.object == arrays[kTile].object && step.thread < 32)
        written.push_back(step.offset / 4);
    }
    std::ranges::sort(written);
    written.erase(std::ranges::unique(written).begin(), written.end());
    ASSERT_EQ(Cells(warp, kTile, true), written) << now;
  }
  EXPECT_TRUE(std::ranges::is_sorted(footprint, {}, &TouchedCell::cell));
}

TEST_F(Footprint, FindsACell) {
  const auto footprint = FootprintsOf(model, OnlyThread(ThreadSlot{5}), arrays)[kTile];
  ASSERT_TRUE(FindCell(footprint, 21));
  EXPECT_EQ(FindCell(footprint, 21)->first_write, kNoStep);
  EXPECT_FALSE(FindCell(footprint, 6));
}

TEST_F(Footprint, OfNoThreadIsEmpty) {
  EXPECT_EQ(OnlyThread(ThreadSlot::kNone), ThreadRange());
  EXPECT_EQ(WarpOf(model, ThreadSlot::kNone), ThreadRange());
  EXPECT_EQ(Cells(BlockThreads(model, ThreadSlot::kNone), kIn, false), Cells64{});
}

TEST_F(Footprint, LastTouchesGoBackInTime) {
  const auto touches = LastTouches(model, ThreadSlot{5}, 4);
  ASSERT_EQ(touches.size(), 4u);
  EXPECT_TRUE(touches[0].writes);
  EXPECT_EQ(touches[0].offset, 5u * 4);
  EXPECT_EQ(touches[1].offset, 5u * 4);
  EXPECT_EQ(touches[2].offset, 21u * 4);
  EXPECT_TRUE(touches[3].writes) << "the first write to the tile";
  EXPECT_TRUE(std::ranges::is_sorted(touches, std::greater(), &Touch::step));
  EXPECT_EQ(LastTouches(model, ThreadSlot{5}, 2).size(), 2u);
  model.MoveTo(0, touches[2].step);
  EXPECT_EQ(LastTouches(model, ThreadSlot{5}, 4).front().step, touches[3].step);
  model.MoveTo(0, 0);
  EXPECT_TRUE(LastTouches(model, ThreadSlot{5}, 4).empty());
}

TEST_F(Footprint, SharedMemoryComesFromWhatTheWriterHadRead) {
  std::uint32_t loaded = 0;
  for (StepIndex i = 0; i < model.end(); ++i) {
    const trace::Step& step = model.launch().steps[i];
    if (step.kind == trace::StepKind::kWrite && step.object == arrays[kTile].object && ++loaded == 40) {
      model.MoveTo(0, i + 1);
      break;
    }
  }
  const auto origins = OriginsOf(model, arrays[kTile], arrays);
  ASSERT_EQ(origins.size(), 1u);
  EXPECT_EQ(origins[0].object, arrays[kIn].object);
  EXPECT_EQ(origins[0].cells, UpTo(40));
  model.MoveTo(0, model.end());
  EXPECT_EQ(OriginsOf(model, arrays[kTile], arrays)[0].cells, UpTo(64, 16))
      << "the first 16 cells are sums of the tile's own";
  model.MoveTo(0, 0);
  EXPECT_TRUE(OriginsOf(model, arrays[kTile], arrays).empty());
}

}  // namespace
}  // namespace lockstep::replay
