#include "sim/inspect/leaks.h"

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Leaks = FamilyBench;

TEST_F(Leaks, AnAllocationThatIsAliveAtTheEndIsOne) {
  const memory::MemoryObject& object = Allocate(64);
  context().memory.Name(context().memory.Of(object), "buffer");
  families_->leaks.ProgramEnds();
  ASSERT_THAT(Kinds(), ElementsAre("leak"));
  EXPECT_EQ(Found()[0].fact, "`buffer` is never freed");
}

TEST_F(Leaks, WhatIsFreedIsNone) {
  machine_.memory().Free(Allocate(64).address);
  families_->leaks.ProgramEnds();
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Leaks, AProgramThatGivesUpAfterAFaultOwesNoFree) {
  Allocate(64);
  families_->leaks.LaunchFails();
  families_->leaks.Exits(1);
  families_->leaks.ProgramEnds();
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Leaks, AProgramThatGoesOnAfterAFaultOwesWhatItDidNotTryToFree) {
  const memory::MemoryObject& tried = Allocate(64);
  Allocate(64);
  families_->leaks.LaunchFails();
  families_->leaks.FreesInVain(reinterpret_cast<void*>(tried.address));
  families_->leaks.Exits(0);
  families_->leaks.ProgramEnds();
  ASSERT_THAT(Kinds(), ElementsAre("leak"));
  EXPECT_EQ(Found()[0].count, 1u);
}

TEST(LeftAllocations, OfTheHeapAndOfTheRuntimeAreNoLeaks) {
  EXPECT_TRUE(IsLeak({.kind = memory::MemoryKind::kDevice}));
  EXPECT_TRUE(IsLeak({.kind = memory::MemoryKind::kPinned}));
  EXPECT_FALSE(IsLeak({.kind = memory::MemoryKind::kHeap}));
  EXPECT_FALSE(IsLeak({.kind = memory::MemoryKind::kRegistered}));
  EXPECT_FALSE(IsLeak({.kind = memory::MemoryKind::kDevice, .is_internal = true}));
}

TEST_F(Leaks, TheHeapIsFreedOnceAndByItsStart) {
  const std::uint64_t address = Allocate(64, memory::MemoryKind::kHeap).address;
  families_->leaks.HeapFrees(ThreadAt(0), address);
  EXPECT_THAT(Kinds(), IsEmpty());
  ThreadAt(1).site = SiteAt(4);
  families_->leaks.HeapFrees(ThreadAt(1), address + 4);
  machine_.memory().Free(address, ~0u, SiteAt(3));
  ThreadAt(2).site = SiteAt(5);
  families_->leaks.HeapFrees(ThreadAt(2), address);
  EXPECT_THAT(Kinds(), ElementsAre("free-inner", "double-free"));
}

TEST_F(Leaks, AFullHeapIsReportedAtTheCall) {
  ThreadAt(1).site = SiteAt(4);
  families_->leaks.HeapIsExhausted(ThreadAt(1), 100);
  ASSERT_THAT(Kinds(), ElementsAre("heap-exhausted"));
  EXPECT_EQ(Found()[0].sides[0].note, "asks for 100 bytes");
}

}  // namespace
}  // namespace lockstep::inspect
