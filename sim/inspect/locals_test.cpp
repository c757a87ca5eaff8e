#include "sim/inspect/locals.h"

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A thread whose stack is memory of the test's, with an array of four ints.
class Locals : public FamilyBench {
 protected:
  Locals() {
    for (std::uint32_t i = 0; i < 2; ++i) ThreadAt(i).stack = {stacks_[i].data(), kSize};
    marks_.fill(1);
  }
  ~Locals() override {
    for (std::uint32_t i = 0; i < 2; ++i) ThreadAt(i).stack = {};
  }
  std::uint64_t Stack(std::uint32_t thread, std::uint64_t offset) const {
    return reinterpret_cast<std::uint64_t>(stacks_[thread].data()) + offset;
  }
  void BeginArray() {
    families_->locals.BeginArray(checked(), ThreadAt(0),
                                 {.begin = kArray, .size = 16, .shadow = marks_.data(), .origins = origins_.data()},
                                 kFrame);
  }
  std::uint32_t Access(std::uint64_t address, trace::AccessKind kind, std::uint32_t origin = 0) {
    return families_->locals.Access(checked(), ThreadAt(0), {SiteAt(4), address, 4, 0, kind}, kFrame, origin);
  }

  static constexpr std::size_t kSize = 4096;
  std::array<std::vector<char>, 2> stacks_{std::vector<char>(kSize), std::vector<char>(kSize)};
  const std::uint64_t kFrame = Stack(0, 1024), kArray = Stack(0, 2048);
  std::array<unsigned char, 16> marks_{};
  std::array<std::uint32_t, 4> origins_{9, 9, 9, 9};
};

TEST_F(Locals, BytesWithoutAValueHaveTheirOrigin) {
  BeginArray();
  EXPECT_EQ(Access(kArray + 4, trace::AccessKind::kRead), 9u);
  Access(kArray + 4, trace::AccessKind::kWrite);
  EXPECT_EQ(Access(kArray + 4, trace::AccessKind::kRead), 0u);
  Access(kArray + 8, trace::AccessKind::kWrite, 5);
  EXPECT_EQ(Access(kArray + 8, trace::AccessKind::kRead), 5u);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Locals, OtherPartsOfTheStackAreTheThreadsOwn) {
  EXPECT_EQ(Access(Stack(0, 3072), trace::AccessKind::kWrite), 0u);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Locals, WhatLiesBelowTheFrameHasReturned) {
  Access(Stack(0, 512), trace::AccessKind::kRead);
  EXPECT_THAT(Kinds(), ElementsAre("local-escape"));
}

TEST_F(Locals, AnArrayWhoseScopeHasEndedIsGone) {
  BeginArray();
  families_->locals.EndArray(checked(), ThreadAt(0), kArray);
  Access(kArray, trace::AccessKind::kWrite);
  ASSERT_THAT(Kinds(), ElementsAre("local-escape"));
  EXPECT_EQ(Found()[0].fact, "a thread writes a local array after its scope has ended");
}

TEST_F(Locals, AnotherThreadsStackIsNotOnesOwn) {
  Read(0, 4, Stack(1, 64));
  ASSERT_THAT(Kinds(), ElementsAre("local-escape"));
  EXPECT_EQ(Found()[0].fact, "a thread reads a local variable of another thread");
}

TEST_F(Locals, AMemberIsLeftInsideItsObjectOnly) {
  const memory::MemoryObject& object = Allocate(64);
  const auto report = [&](std::uint64_t address) {
    families_->locals.ReportMember(checked(), ThreadAt(0),
                                   {SiteAt(4), address, 4, object.address, trace::AccessKind::kWrite}, 16, "`row`");
  };
  report(object.address + 64);
  EXPECT_THAT(Kinds(), IsEmpty());
  report(object.address + 16);
  ASSERT_THAT(Kinds(), ElementsAre("out-of-bounds-member"));
  EXPECT_EQ(Found()[0].fact, "a thread writes past the end of `row`");
}

}  // namespace
}  // namespace lockstep::inspect
