#include "sim/record/host_events.h"

#include <gtest/gtest.h>

namespace lockstep::record {
namespace {

using trace::HostEventKind;

class HostEventsOfAProgram : public testing::Test {
 protected:
  const memory::MemoryObject& Allocate(std::uint64_t size) {
    const memory::MemoryObject* object = machine_.memory().Allocate({.size = size});
    events_.HostAllocates(PointerTo(*object), size, cudaSuccess, {0, {this, "cudaMalloc"}});
    return *object;
  }
  static char* PointerTo(const memory::MemoryObject& object) { return reinterpret_cast<char*>(object.address); }
  void Launch(bool is_recorded) {
    events_.Launches({.kernel = &kernel_, .grid = {2, 1, 1}, .block = {32, 1, 1}}, launches_++, is_recorded);
  }
  const std::vector<trace::HostEvent>& Take() {
    events_.MoveTo(recording_, objects_);
    return recording_.host_events;
  }

  LockstepKernel kernel_{.name = "scale", .pretty_name = "scale"};
  machine::Machine machine_{std::uint64_t{1} << 30};
  trace::Recording recording_;
  ProgramTables tables_{recording_};
  ProgramObjects objects_{recording_, tables_, machine_};
  HostEvents events_{machine_};
  std::uint32_t launches_ = 0;
};

TEST_F(HostEventsOfAProgram, NameTheObjectsAndTheBytes) {
  const memory::MemoryObject &a = Allocate(64), &b = Allocate(128);
  char host[64];
  events_.Copies({.to = PointerTo(a) + 8, .from = host, .width = 16}, {3, {this, "cudaMemcpyAsync"}});
  events_.Copies({.to = PointerTo(b), .from = PointerTo(a), .width = 8, .height = 4, .to_pitch = 32, .from_pitch = 16},
                 {0, {this, "cudaMemcpy2D"}});
  events_.HostFrees(PointerTo(a), a.size, {0, {this, "cudaFree"}});
  machine_.memory().Free(a.address);
  const auto& events = Take();
  ASSERT_EQ(events.size(), 5u);
  EXPECT_EQ(recording_.objects.size(), 2u);
  EXPECT_EQ(events[2].to.offset, 8u);
  EXPECT_EQ(events[2].from.object, trace::ObjectId::kNone);
  EXPECT_EQ(events[2].stream, 3u);
  EXPECT_EQ(events[2].call, "cudaMemcpyAsync");
  EXPECT_EQ(events[3].from.object, events[0].to.object);
  EXPECT_EQ(events[3].to.object, events[1].to.object);
  EXPECT_EQ(events[3].Bytes(), 32u);
  EXPECT_EQ(events[4].kind, HostEventKind::kFree);
  EXPECT_EQ(events[4].to.object, events[0].to.object);
}

TEST_F(HostEventsOfAProgram, AreNotedForAProgramThatIsKilled) {
  std::vector<trace::HostEvent> noted;
  const auto& a = Allocate(64);
  const auto note = [&](const trace::HostEvent& event) { noted.push_back(event); };
  const trace::ObjectId id = objects_.Of(a).id;
  EXPECT_TRUE(noted.empty());
  events_.NoteFor(objects_, note);
  ASSERT_EQ(noted.size(), 1u) << "from before";
  EXPECT_EQ(noted[0].to.object, id);
  events_.Fills({.parms = {.dst = PointerTo(a), .elementSize = 1, .width = 8, .height = 1}, .depth = 1},
                {0, {this, "cudaMemset"}});
  ASSERT_EQ(noted.size(), 2u);
  EXPECT_EQ(noted[1].to.object, id);
  Allocate(32);
  EXPECT_EQ(noted[2].to.object, trace::ObjectId::kNone) << "the recording does not have it yet";
  for (std::size_t i = 0; i < 2 * HostEvents::kMostNoted; ++i) events_.RefusesFree(this, "devPtr", {this, "cudaFree"});
  EXPECT_EQ(noted.size(), HostEvents::kMostNoted);
  EXPECT_GT(Take().size(), HostEvents::kMostNoted) << "one that ends keeps them all";
}

TEST_F(HostEventsOfAProgram, KeepWhatFailed) {
  events_.HostAllocates(nullptr, 1 << 20, cudaErrorMemoryAllocation, {0, {this, "cudaMalloc"}});
  events_.RefusesFree(this, "devPtr", {this, "cudaFree"});
  const auto& events = Take();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].error, static_cast<std::uint32_t>(cudaErrorMemoryAllocation));
  EXPECT_EQ(events[1].error, static_cast<std::uint32_t>(cudaErrorInvalidValue));
  EXPECT_EQ(events[1].to.object, trace::ObjectId::kNone);
}

TEST_F(HostEventsOfAProgram, AreBoundedAndSayWhatIsLeftOut) {
  const memory::MemoryObject& a = Allocate(64);
  const auto fill = [&](std::size_t times) {
    for (std::size_t i = 0; i < times; ++i)
      events_.Fills({.parms = {.dst = PointerTo(a), .value = 1, .elementSize = 1, .width = 64, .height = 1}}, {});
  };
  fill(3 * HostEvents::kMostBetween);
  Launch(true);
  fill(10);
  Launch(false);
  const auto& events = Take();
  ASSERT_EQ(events.size(), 1 + HostEvents::kMostBetween + 11);
  EXPECT_EQ(events[0].kind, HostEventKind::kLeftOut);
  EXPECT_EQ(events[0].count, 2 * HostEvents::kMostBetween + 2);
  EXPECT_EQ(events[HostEvents::kMostBetween].kind, HostEventKind::kLaunch);
  EXPECT_EQ(events.back().launch, 1u);
}

TEST_F(HostEventsOfAProgram, AreBoundedTogether) {
  const memory::MemoryObject& a = Allocate(64);
  for (std::size_t launch = 0; launch < 15; ++launch) {
    for (std::size_t i = 0; i < HostEvents::kMostBetween; ++i) events_.HostFrees(PointerTo(a), 64, {});
    Launch(true);
  }
  const auto& events = Take();
  EXPECT_LE(events.size(), HostEvents::kMostTogether + 100);
  EXPECT_EQ(events.back().kind, HostEventKind::kLeftOut);
}

}  // namespace
}  // namespace lockstep::record
