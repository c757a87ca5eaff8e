#include "shared/metrics/occupancy.h"

#include <gtest/gtest.h>

namespace lockstep::metrics {
namespace {

const session::Device& Named(const char* name) { return *session::FindDevice(name); }

TEST(Device, IsFoundHoweverItsNameIsWritten) {
  ASSERT_NE(session::FindDevice("rtx4090"), nullptr);
  EXPECT_EQ(session::FindDevice("RTX-4090"), session::FindDevice("RTX 4090"));
  EXPECT_EQ(session::FindDevice("RTX 4091"), nullptr);
  EXPECT_NE(session::FindDevice(session::kDefaultDevice), nullptr);
}

TEST(Occupancy, IsFullIfOnlyThreadsLimitIt) {
  const Occupancy found = OccupancyOf(Named("A100"), {.threads = 256});
  EXPECT_EQ(found.blocks, 8u);
  EXPECT_EQ(found.warps, 64u);
  EXPECT_EQ(found.limit, OccupancyLimit::kThreads);
  EXPECT_DOUBLE_EQ(found.fraction(), 1);
}

TEST(Occupancy, CountsAPartOfAWarpAsAWarp) {
  const Occupancy found = OccupancyOf(Named("T4"), {.threads = 33});
  EXPECT_EQ(found.by_threads, 16u);
  EXPECT_EQ(found.warps, 32u);
}

TEST(Occupancy, IsLimitedByTheNumberOfSmallBlocks) {
  const Occupancy found = OccupancyOf(Named("H100"), {.threads = 32});
  EXPECT_EQ(found.blocks, 32u);
  EXPECT_EQ(found.limit, OccupancyLimit::kBlocks);
  EXPECT_DOUBLE_EQ(found.fraction(), 0.5);
}

TEST(Occupancy, IsLimitedBySharedMemoryIncludingTheSystemsPart) {
  // 228 KB in a multiprocessor; each block takes 48 KB and 1 KB for the system.
  const Occupancy found = OccupancyOf(Named("H100"), {.threads = 128, .shared = 49152});
  EXPECT_EQ(found.blocks, 4u);
  EXPECT_EQ(found.limit, OccupancyLimit::kShared);
  EXPECT_EQ(OccupancyOf(Named("V100"), {.threads = 128, .shared = 49152}).blocks, 2u);
}

TEST(Occupancy, IsZeroIfABlockNeedsTooMuchSharedMemory) {
  EXPECT_EQ(OccupancyOf(Named("RTX 4090"), {.threads = 32, .shared = 101377}).blocks, 0u);
  EXPECT_EQ(OccupancyOf(Named("RTX 4090"), {.threads = 32, .shared = 101376}).blocks, 1u);
}

TEST(Occupancy, IsLimitedByRegistersIfTheyAreKnown) {
  const Occupancy found = OccupancyOf(Named("A100"), {.threads = 256, .registers = 64});
  EXPECT_EQ(found.blocks, 4u);
  EXPECT_EQ(found.limit, OccupancyLimit::kRegisters);
  EXPECT_FALSE(OccupancyOf(Named("A100"), {.threads = 256}).by_registers);
}

TEST(Occupancy, GivesTheNumberOfHarmlessRegisters) {
  EXPECT_EQ(RegistersToSpare(Named("A100"), {.threads = 256}), 32u);
  EXPECT_EQ(RegistersToSpare(Named("T4"), {.threads = 256}), 64u);
  for (std::uint32_t threads = 1; threads <= 1024; threads += 31) {
    const BlockNeeds needs{.threads = threads, .shared = threads * 16};
    const std::uint32_t spare = RegistersToSpare(Named("L4"), needs);
    BlockNeeds with = needs;
    with.registers = spare;
    EXPECT_EQ(OccupancyOf(Named("L4"), with).blocks, OccupancyOf(Named("L4"), needs).blocks);
  }
}

}  // namespace
}  // namespace lockstep::metrics
