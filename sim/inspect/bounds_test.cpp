#include "sim/inspect/bounds.h"

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"
#include "sim/inspect/miss_words.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Bounds = FamilyBench;

TEST_F(Bounds, AccessesInsideAreFound) {
  const memory::MemoryObject& object = Allocate(64);
  Write(0, 3, object.address, 4, object.address);
  Write(0, 4, object.address + 60, 4, object.address);
  Write(0, 5, Variable() + 60);
  Write(0, 6, Shared() + 60);
  EXPECT_THAT(Kinds(), IsEmpty());
  EXPECT_EQ(checked().accesses, 4u);
}

TEST_F(Bounds, AnAccessPastTheEndNamesTheAllocationAndTheOffset) {
  const memory::MemoryObject& object = Allocate(64);
  context().memory.Name(context().memory.Of(object), "out");
  Write(3, 3, object.address + 64, 4, object.address);
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, report::FindingKind::kGlobalOutOfBounds);
  EXPECT_EQ(found[0].fact, "a thread writes past the end of `out`");
  EXPECT_EQ(found[0].object->offset, 64);
  EXPECT_EQ(found[0].sides[0].thread.x, 3u);
}

TEST_F(Bounds, AnAccessThatStraysIntoTheNeighbourIsAMissOfItsOwnArray) {
  const memory::MemoryObject& object = Allocate(64);
  const memory::MemoryObject& neighbour = Allocate(64);
  Read(0, 3, neighbour.address, 4, object.address);
  ASSERT_EQ(Kinds(), std::vector<std::string>{"out-of-bounds-global"});
  EXPECT_EQ(Found()[0].object->offset, static_cast<std::int64_t>(neighbour.address - object.address));
}

TEST_F(Bounds, SharedMemoryAndVariablesHaveBoundsToo) {
  Write(0, 3, Shared() + 64, 4, Shared());
  Read(0, 4, Variable() - 4, 4, Variable());
  EXPECT_THAT(Kinds(), ElementsAre("out-of-bounds-shared", "out-of-bounds-variable"));
}

TEST_F(Bounds, FreedMemoryNamesTheFree) {
  const memory::MemoryObject& object = Allocate(64);
  machine_.memory().Free(object.address, ~0u, kOtherCaller);
  Read(0, 3, object.address);
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, report::FindingKind::kUseAfterFree);
  EXPECT_EQ(found[0].sides.at(1).action, report::Action::kFree);
  EXPECT_EQ(session::ReturnAddressOf(found[0].sides[1].place), 0x5000u);
}

TEST(MissWords, FarFromEveryAllocationTheKernelEnds) {
  const memory::MemoryObject object{.address = 0x1000, .size = 64};
  const machine::Miss near{.kind = machine::MissKind::kAllocation, .object = &object, .is_near = true};
  machine::Miss far = near;
  far.is_near = false;
  EXPECT_EQ(WhyItEnds(near, {}), nullptr);
  EXPECT_NE(WhyItEnds(far, {}), nullptr);
}

TEST(MissWords, MemoryThatIsThereLetsTheKernelGoOn) {
  for (const machine::MissKind kind :
       {machine::MissKind::kShared, machine::MissKind::kPastDynamicShared, machine::MissKind::kVariable}) {
    EXPECT_EQ(WhyItEnds({.kind = kind}, {.is_mapped = true}), nullptr);
    EXPECT_NE(WhyItEnds({.kind = kind}, {.is_mapped = false}), nullptr);
  }
}

TEST(MissWords, AnIndexThatIsFarOffGetsAnotherHint) {
  const machine::Miss miss{.kind = machine::MissKind::kShared};
  const MissFacts slip{.address = 0x1040, .begin = 0x1000, .size = 64};
  MissFacts far = slip;
  far.address = 0x1000 + (1 << 20);
  EXPECT_THAT(HintFor(miss, far), testing::HasSubstr("far off"));
  EXPECT_THAT(HintFor(miss, slip), testing::Not(testing::HasSubstr("far off")));
}

TEST(MissWords, HostMemoryIsNamedAsAnArgumentWhereItIsOne) {
  const machine::Miss miss{.kind = machine::MissKind::kOther};
  EXPECT_EQ(KindOf(miss, {.is_mapped = true, .is_argument = true}), report::FindingKind::kHostArgument);
  EXPECT_EQ(KindOf(miss, {.is_mapped = true}), report::FindingKind::kHostPointer);
  EXPECT_EQ(KindOf(miss, {}), report::FindingKind::kWildPointer);
}

}  // namespace
}  // namespace lockstep::inspect
