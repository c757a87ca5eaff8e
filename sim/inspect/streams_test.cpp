#include "sim/inspect/streams.h"

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"
#include "sim/inspect/stream_words.h"
#include "sim/machine/host_work.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class StreamFindings : public FamilyBench {
 protected:
  StreamFindings() {
    streams().MakesStream(1, true);
    streams().MakesStream(2, true);
  }
  StreamCheck& streams() { return families_->streams; }
  void Copy(std::uint64_t stream, std::uint64_t address, bool writes, const void* caller = kCaller) {
    streams().WorkBegins(stream, caller, "copies");
    streams().WorkTouches(address, 4, writes);
  }
  // A kernel on the stream in which thread 0 writes the address at line 4.
  void Kernel(std::uint64_t stream, std::uint64_t address) {
    EndLaunch();
    Launch(stream);
    Write(0, 4, address);
    EndLaunch();
  }
};

TEST_F(StreamFindings, ACopyOnAnotherStreamIsUnorderedWithAKernel) {
  const std::uint64_t cell = Allocate(64).address;
  Kernel(1, cell);
  Copy(2, cell, true);
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, report::FindingKind::kStreamRace);
  EXPECT_EQ(found[0].sides.at(0).place.line, 4u);
  EXPECT_EQ(found[0].hint, kOrderStreams);
}

TEST_F(StreamFindings, TheSameStreamIsInOrder) {
  const std::uint64_t cell = Allocate(64).address;
  Kernel(1, cell);
  Copy(1, cell, true);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(StreamFindings, AnEventOrdersStreams) {
  const std::uint64_t cell = Allocate(64).address;
  const int event = 0;
  Kernel(1, cell);
  streams().RecordsEvent(&event, 1);
  streams().StreamWaits(2, &event);
  Copy(2, cell, true);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(StreamFindings, TwoKernelsOnTwoStreamsAreUnordered) {
  const std::uint64_t cell = Allocate(64).address;
  Kernel(1, cell);
  Kernel(2, cell);
  ASSERT_THAT(Kinds(), ElementsAre("race-streams"));
  EXPECT_EQ(Found()[0].sides[0].note, "in launch 1");
}

TEST_F(StreamFindings, NoAtomicOrdersKernelsOnTwoStreams) {
  const std::uint64_t cell = Allocate(64).address;
  Kernel(1, cell);
  Launch(2);
  Atomic(0, 5, cell);
  EXPECT_THAT(Kinds(), ElementsAre("race-streams"));
}

// Stream 1 reads, stream 2 reads, and stream 1, whose own reader is past, writes.
TEST_F(StreamFindings, AReaderOfTheWritersOwnStreamHidesNoOther) {
  const std::uint64_t cell = Allocate(64).address;
  Copy(1, cell, false);
  Launch(2);
  Read(0, 5, cell);
  Kernel(1, cell);
  ASSERT_THAT(Kinds(), ElementsAre("race-streams"));
  EXPECT_EQ(Found()[0].sides[0].place.line, 5u);
}

// The line of one of two readers is known, and neither is said to be where the other is.
TEST_F(StreamFindings, TheReadersOfTwoLaunchesAreNotMixedUp) {
  const std::uint64_t cell = Allocate(64).address;
  Launch(1);
  Read(0, 9, cell);
  RunBlock(1);
  Read(0, 9, cell);
  EndLaunch();
  Launch(2);
  Read(0, 5, cell);
  Kernel(1, cell);
  ASSERT_THAT(Kinds(), ElementsAre("race-streams"));
  EXPECT_EQ(Found()[0].sides[0].place.line, 0u);
  EXPECT_EQ(Found()[0].sides[0].note, "in launch 2 (`k`)");
}

TEST_F(StreamFindings, ACopyThatReadsHidesNoReaderOfAnotherStream) {
  const std::uint64_t cell = Allocate(64).address;
  Copy(1, cell, false);
  Copy(2, cell, false);
  Copy(1, cell, false);
  Copy(1, cell, true);
  EXPECT_THAT(Kinds(), ElementsAre("race-streams"));
}

TEST_F(StreamFindings, ReadersThatAnEventPutsBeforeAreFine) {
  const std::uint64_t cell = Allocate(64).address;
  const int event = 0;
  Copy(1, cell, false);
  Launch(2);
  Read(0, 5, cell);
  EndLaunch();
  streams().RecordsEvent(&event, 2);
  streams().StreamWaits(1, &event);
  Kernel(1, cell);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(StreamFindings, BranchesOfAGraphAreNamedAsSuch) {
  const std::uint64_t cell = Allocate(64).address;
  streams().MakesStream(machine::kFirstGraphLane, false);
  Kernel(1, cell);
  Kernel(machine::kFirstGraphLane, cell);
  ASSERT_THAT(Kinds(), ElementsAre("race-streams"));
  EXPECT_EQ(Found()[0].hint, kOrderNodes);
}

TEST_F(StreamFindings, TheHostWaitsBeforeItReadsManagedMemory) {
  const memory::MemoryObject& object = Allocate(64, memory::MemoryKind::kManaged);
  Kernel(1, object.address);
  streams().HostTouches(context().memory.Of(object), object.address, 4, 0, kCaller);
  ASSERT_THAT(Kinds(), ElementsAre("not-synchronized"));
  EXPECT_EQ(Found()[0].hint, kWaitForWork);
}

TEST_F(StreamFindings, AHostThatHasWaitedIsFine) {
  const memory::MemoryObject& object = Allocate(64, memory::MemoryKind::kManaged);
  Kernel(1, object.address);
  streams().HostWaits(1);
  streams().HostTouches(context().memory.Of(object), object.address, 4, 0, kCaller);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(StreamFindings, AHostThatPollsLearnsThatTheWorkHasEnded) {
  const memory::MemoryObject& object = Allocate(64, memory::MemoryKind::kPinned);
  Kernel(1, object.address);
  streams().HostTouches(context().memory.Of(object), object.address, 4, LOCKSTEP_HOST_AWAITS, kCaller);
  streams().HostTouches(context().memory.Of(object), object.address, 4, LOCKSTEP_HOST_WRITES, kCaller);
  EXPECT_THAT(Kinds(), IsEmpty());
}

}  // namespace
}  // namespace lockstep::inspect
