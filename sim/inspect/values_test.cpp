#include "sim/inspect/values.h"

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"
#include "sim/inspect/value_words.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Values : public FamilyBench {
 protected:
  ValueCheck& values() { return families_->values; }
  void Store(std::uint32_t thread, std::uint32_t line, std::uint64_t address, std::uint32_t origin) {
    Write(thread, line, address);
    check::Span span = context().memory.SpanOf(context().memory.Of(*machine_.memory().FindLive(address)));
    values().NoteStored(ThreadAt(thread), span, address, 4, origin);
    span.cells[CellOf(span, address)].write &= ~check::Note::Written(15);
  }
};

TEST_F(Values, AnUnwrittenValueIsReportedOnceItDecides) {
  const std::uint64_t cell = Allocate(64).address;
  const std::uint32_t origin = Read(3, 4, cell + 8);
  EXPECT_NE(origin, 0u);
  EXPECT_THAT(Kinds(), IsEmpty());
  values().ReportUse(ThreadAt(3), SiteAt(6), origin);
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, report::FindingKind::kUninitializedGlobal);
  EXPECT_EQ(found[0].place.line, 4u);
  EXPECT_EQ(found[0].object->offset, 8);
  EXPECT_EQ(found[0].origin, "the value is read here and decides something at line 6");
}

TEST_F(Values, WhatAThreadOrTheHostHasWrittenHasNoOrigin) {
  const std::uint64_t cell = Allocate(64).address;
  Write(0, 3, cell);
  Pass();
  EXPECT_EQ(Read(3, 4, cell), 0u);
  values().HostWrites(cell + 8, 4);
  EXPECT_EQ(Read(3, 4, cell + 8), 0u);
  EXPECT_NE(Read(3, 4, cell + 12), 0u);
}

TEST_F(Values, SharedMemoryAndTheHeapHaveKindsOfTheirOwn) {
  values().ReportUse(ThreadAt(0), SiteAt(4), Read(0, 4, Shared()));
  values().ReportUse(ThreadAt(0), SiteAt(5), Read(0, 5, Allocate(32, memory::MemoryKind::kHeap).address));
  EXPECT_THAT(Kinds(), ElementsAre("uninitialized-shared", "uninitialized-heap"));
}

TEST_F(Values, AStoredOriginTravelsThroughMemory) {
  const std::uint64_t from = Allocate(64).address, to = Allocate(64).address;
  const std::uint32_t origin = Read(0, 4, from);
  Store(0, 5, to, origin);
  EXPECT_EQ(Read(0, 6, to), origin);
}

TEST_F(Values, NobodyWritesPadding) {
  const memory::MemoryObject& object = Allocate(64);
  ElementLayout layout{.padding = std::vector<bool>(8)};
  layout.padding[1] = layout.padding[2] = layout.padding[3] = true;
  context().memory.Of(object).TakeFor(layout);
  for (std::uint64_t element = object.address; element < object.address + 64; element += 8) {
    Write(0, 4, element, 1);
    if (element != object.address + 16) Write(0, 5, element + 4);
  }
  EXPECT_EQ(Read(0, 6, object.address, 8), 0u);
  EXPECT_NE(Read(0, 7, object.address + 16, 8), 0u);
  values().HostReads(object.address, 16, kCaller);
  EXPECT_THAT(Kinds(), IsEmpty());
  values().HostReads(object.address, 64, kCaller);
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].fact, "the host copies back 4 bytes that were never written");
}

TEST_F(Values, WhereTwoKernelsDisagreeOnTheElementsNoByteIsPadding) {
  ObjectFacts facts;
  facts.TakeFor({.padding = {false, true}});
  EXPECT_TRUE(facts.IsPadding(3));
  facts.TakeFor({.padding = {false, true, true, true}});
  EXPECT_FALSE(facts.IsPadding(3));
  facts.TakeFor({.padding = {false, true}});
  EXPECT_FALSE(facts.IsPadding(3));
}

TEST_F(Values, ACopyOfTheHostsCarriesUnwrittenBytes) {
  const std::uint64_t from = Allocate(64).address, to = Allocate(64).address;
  values().HostWrites(from, 8);
  values().HostCopies(to, from, 16, kCaller);
  EXPECT_EQ(Read(0, 4, to), 0u);
  const std::uint32_t origin = Read(0, 4, to + 8);
  ASSERT_NE(origin, 0u);
  values().ReportUse(ThreadAt(0), SiteAt(4), origin);
  EXPECT_EQ(Found().at(0).sides.at(0).note, "copies it to other memory");
}

TEST_F(Values, TheHostReadsBackWhatNobodyWrote) {
  const std::uint64_t cell = Allocate(64).address;
  values().HostWrites(cell, 60);
  values().HostFilled(cell, {.caller = kOtherCaller, .bytes = 60, .what = "fills"});
  values().HostReads(cell, 64, kCaller);
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].fact, "the host copies back 4 bytes that were never written");
  EXPECT_EQ(found[0].object->offset, 60);
  EXPECT_EQ(found[0].sides.at(1).note, "fills 60 of its 64 bytes");
}

TEST_F(Values, WhatAKernelMadeOfAnUnwrittenLocalAndTheHostReads) {
  const std::uint64_t cell = Allocate(4).address;
  Store(0, 5, cell, LOCKSTEP_ORIGIN_LOCAL);
  values().HostReads(cell, 4, kCaller);
  ASSERT_THAT(Kinds(), ElementsAre("uninitialized-local"));
  EXPECT_THAT(Found()[0].fact, HasSubstr("and the host reads it"));
}

TEST_F(Values, ALocalIsNamedByItsOrigin) {
  values().ReportUse(ThreadAt(2), SiteAt(4), LOCKSTEP_ORIGIN_VARIABLE | 0);
  ASSERT_THAT(Kinds(), ElementsAre("uninitialized-local"));
  EXPECT_EQ(Found()[0].fact, "a thread uses `tile` before it has a value");
}

TEST_F(Values, WhatAShuffleGivesForAnAbsentLaneIsReportedOnceItDecides) {
  ThreadAt(1).operand_lane = 7;
  const std::uint32_t origin = values().OriginOfLane(ThreadAt(1), SiteAt(4));
  EXPECT_THAT(Kinds(), IsEmpty());
  values().ReportUse(ThreadAt(1), SiteAt(5), origin);
  ASSERT_THAT(Kinds(), ElementsAre("warp-mask"));
  EXPECT_EQ(Found()[0].sides[0].note, "asks lane 7");
}

TEST(ValueWords, CountBytes) {
  EXPECT_EQ(FactOfReadBack(1), "the host copies back 1 byte that was never written");
  EXPECT_EQ(FactOfReadBack(8), "the host copies back 8 bytes that were never written");
}

}  // namespace
}  // namespace lockstep::inspect
