#include "shared/replay/warp_access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

// A warp of 32 threads whose lanes read `float` element `index(lane)` of an array on line 2; lanes without an index
// stay on line 1.
struct OneAccess {
  Model model;
  WarpAccess access;

  template <class Index>
  static trace::Recording Record(bool shared, std::uint16_t size, Index index, trace::StepKind kind) {
    RecordingBuilder builder("one.cu", "line 1\nline 2\n");
    const trace::FunctionId function = builder.AddFunction("one", 1);
    const trace::TypeId real = builder.AddType(trace::TypeKind::kFloat, "float", 4);
    const trace::VariableId tile =
        builder.AddVariable("tile", builder.AddArray(real, 4096), trace::VariableKind::kShared, function, 1);
    const trace::ObjectId global = builder.AddAllocation("in", real, {4096}, std::vector<std::uint8_t>(16384));
    builder.BeginLaunch(builder.AddKernel("one", function, {}), {1, 1, 1}, {40, 1, 1}, {{0, 0, 0}});
    const trace::ObjectId object = shared ? builder.AddShared(0, tile, 16384) : global;
    for (std::uint32_t lane = 0; lane < 32; ++lane) builder.Line({0, lane}, 1);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const int at = index(lane);
      if (at < 0) continue;
      builder.Line({0, lane}, 2);
      builder.Read({0, lane}, 2, object, static_cast<std::uint64_t>(at) * 4, size);
    }
    auto& steps = builder.launch().steps;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].kind == trace::StepKind::kRead) steps.Change(i).kind = kind;
    return builder.Finish();
  }

  template <class Index>
  OneAccess(bool shared, std::uint16_t size, Index index, trace::StepKind kind = trace::StepKind::kRead)
      : model(Record(shared, size, index, kind)) {
    model.MoveTo(0, model.end());
    const auto all = WarpAccessesOf(model, ThreadSlot{3});
    EXPECT_EQ(all.size(), 1u);
    if (!all.empty()) access = all.front();
  }
};

TEST(WarpAccess, OfNeighboursMovesFourSectors) {
  const OneAccess one(false, 4, [](std::uint32_t lane) { return static_cast<int>(lane); });
  EXPECT_EQ(one.access.request.lanes, 0xffffffffu);
  EXPECT_EQ(one.access.lane, 3u);
  EXPECT_EQ(one.access.lane_count, 32u);
  EXPECT_FALSE(one.access.shared);
  EXPECT_EQ(metrics::Sectors(one.access.request), 4u);
  std::uint32_t lanes = 0;
  for (const MemoryRow& row : RowsOf(one.access)) {
    for (const std::uint32_t of_word : row.lanes) {
      EXPECT_LE(std::popcount(of_word), 1);
      lanes |= of_word;
    }
  }
  EXPECT_EQ(lanes, 0xffffffffu);
}

TEST(WarpAccess, OfAColumnMovesASectorForEachLane) {
  const OneAccess one(false, 4, [](std::uint32_t lane) { return static_cast<int>(lane * 64); });
  EXPECT_EQ(metrics::Sectors(one.access.request), 32u);
  EXPECT_EQ(RowsOf(one.access).size(), 32u);
}

TEST(WarpAccess, OfThreeFloatsIsThreeRequestsOfOneFloat) {
  Model model(OneAccess::Record(
      false, 12, [](std::uint32_t lane) { return static_cast<int>(3 * lane); }, trace::StepKind::kRead));
  model.MoveTo(0, model.end());
  const auto parts = WarpAccessesOf(model, ThreadSlot{3});
  ASSERT_EQ(parts.size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(parts[i].part, i);
    EXPECT_EQ(parts[i].parts, 3u);
    EXPECT_EQ(parts[i].request.size, 4u);
    EXPECT_EQ(parts[i].offsets[3], 36u + 4 * i);
    EXPECT_EQ(metrics::Sectors(parts[i].request), 12u);
    EXPECT_EQ(metrics::IdealSectors(parts[i].request), 4u);
  }
}

TEST(WarpAccess, OfFourFloatsIsOneRequest) {
  const OneAccess one(false, 16, [](std::uint32_t lane) { return static_cast<int>(4 * lane); });
  EXPECT_EQ(one.access.parts, 1u);
  EXPECT_EQ(one.access.request.size, 16u);
}

TEST(WarpAccess, LeavesOutDivergedLanes) {
  const OneAccess one(false, 4, [](std::uint32_t lane) { return lane % 2 ? static_cast<int>(lane) : -1; });
  EXPECT_EQ(one.access.request.lanes, 0xaaaaaaaau);
}

TEST(WarpAccess, OfAColumnOfSharedMemoryHasOneBankServeAll) {
  const OneAccess one(true, 4, [](std::uint32_t lane) { return static_cast<int>(lane * 32); });
  EXPECT_TRUE(one.access.shared);
  EXPECT_EQ(metrics::BankWavefronts(one.access.request), 32u);
  const auto banks = WordsOfBanks(one.access);
  EXPECT_EQ(std::ranges::max(banks), 32u);
  EXPECT_EQ(std::ranges::count(banks, 0u), 31);
}

TEST(WarpAccess, OfAPaddedColumnHasNoConflict) {
  const OneAccess one(true, 4, [](std::uint32_t lane) { return static_cast<int>(lane * 33); });
  EXPECT_EQ(metrics::BankWavefronts(one.access.request), 1u);
  EXPECT_EQ(std::ranges::max(WordsOfBanks(one.access)), 1u);
}

TEST(WarpAccess, OfOneWordIsSharedByAllLanes) {
  const OneAccess one(true, 4, [](std::uint32_t) { return 7; });
  const auto rows = RowsOf(one.access);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(std::ranges::max(rows[0].lanes), 0xffffffffu);
  EXPECT_EQ(metrics::BankWavefronts(one.access.request), 1u);
}

TEST(WarpAccess, OfAnAtomicOperationHasACrowdAtOneWord) {
  const OneAccess one(
      false, 4, [](std::uint32_t lane) { return lane < 20 ? 7 : static_cast<int>(lane); }, trace::StepKind::kAtomic);
  EXPECT_TRUE(one.access.atomic);
  EXPECT_EQ(LargestCrowd(one.access).offset, 28u);
  EXPECT_EQ(LargestCrowd(one.access).lanes, 20u);
}

TEST(WarpAccess, OfNobodyHasNoCrowd) {
  EXPECT_EQ(LargestCrowd(WarpAccess{}).lanes, 0u);
  const OneAccess one(false, 4, [](std::uint32_t lane) { return static_cast<int>(lane); });
  EXPECT_FALSE(one.access.atomic);
  EXPECT_EQ(LargestCrowd(one.access).lanes, 1u);
}

TEST(WarpAccess, OfEightBytesGoesInTwoHalves) {
  const OneAccess one(true, 8, [](std::uint32_t lane) { return static_cast<int>(lane * 2); });
  EXPECT_EQ(metrics::BankWavefronts(one.access.request), 2u);
  EXPECT_EQ(std::ranges::max(WordsOfBanks(one.access)), 1u) << "each half has every bank once";
}

TEST(WarpAccess, IsNoneBeforeTheThreadHasStarted) {
  Model model(ReduceRecording());
  model.MoveTo(0, 0);
  EXPECT_TRUE(WarpAccessesOf(model, ThreadSlot{0}).empty());
  EXPECT_TRUE(WarpAccessesOf(model, ThreadSlot::kNone).empty());
}

}  // namespace
}  // namespace lockstep::replay
