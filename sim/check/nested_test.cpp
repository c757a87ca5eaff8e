#include "sim/check/nested.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::check {

bool operator==(const EpisodeRange& a, const EpisodeRange& b) { return a.first == b.first && a.end == b.end; }

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A grid of the host's with one block of two warps, in episodes 1 and 2; the next ones are those of grids it launches.
class Nested : public testing::Test {
 protected:
  Nested() { order_.BeginOfHost(parent_.first()); }

  void Launch(std::uint64_t number, std::uint32_t thread) {
    KnownToThread known = parent_.WhatKnows(thread);
    parent_.Meet(thread / trace::kWarpSize, 1u << thread % trace::kWarpSize);
    order_.Launch({number, std::move(known)});
  }
  void Begin(std::uint64_t number, NestedPlace place, std::uint32_t depth = 1) {
    order_.End(episodes_.next());
    const std::uint32_t first = episodes_.next();
    order_.Begin(depth, number, place, first);
    episodes_.Begin(static_cast<std::uint32_t>(number) + 10, 0, 1);
  }
  Segment Now(std::uint32_t thread) const { return parent_.segment(thread); }

  Episodes episodes_;
  BlockOrder parent_{episodes_, 1, 64, 1};
  NestedOrder order_{episodes_};
};

TEST_F(Nested, WhatTheThreadHasDoneIsBefore) {
  const Segment before = Now(3);
  Launch(1, 3);
  Begin(1, {.slot = 1, .place = 1});
  EXPECT_THAT(order_.unordered(), ElementsAre(EpisodeRange{1, 4}));
  EXPECT_TRUE(order_.IsBefore(before));
}

TEST_F(Nested, WhatTheThreadDoesAfterwardsIsUnordered) {
  Launch(1, 3);
  const Segment after = Now(3);
  Begin(1, {.slot = 1, .place = 1});
  EXPECT_FALSE(order_.IsBefore(after));
}

TEST_F(Nested, WhatOtherThreadsDoIsUnorderedUnlessTheyHaveMetBefore) {
  const Segment before = Now(40), lane = Now(4);
  Launch(1, 3);
  Begin(1, {.slot = 1, .place = 1});
  EXPECT_FALSE(order_.IsBefore(before));
  EXPECT_FALSE(order_.IsBefore(lane));
}

TEST_F(Nested, ABarrierBeforeTheLaunchPutsTheBlockBefore) {
  const Segment before = Now(40);
  parent_.PassBarrier();
  const Segment after = Now(40);
  Launch(1, 3);
  Begin(1, {.slot = 1, .place = 1});
  EXPECT_TRUE(order_.IsBefore(before));
  EXPECT_FALSE(order_.IsBefore(after));
}

TEST_F(Nested, GridsOfOneStreamAreOrdered) {
  Launch(1, 3);
  Launch(2, 3);
  Begin(1, {.slot = 1, .place = 1});
  Begin(2, {.slot = 1, .place = 2});
  EXPECT_THAT(order_.unordered(), ElementsAre(EpisodeRange{1, 5}));  // the parent's
}

TEST_F(Nested, GridsOfTwoStreamsAreUnorderedWithAllThatTheyLaunch) {
  Launch(1, 3);
  Launch(2, 3);
  Begin(1, {.slot = 1, .place = 1});
  Begin(3, {.slot = 1, .place = 1}, 2);
  Begin(2, {.slot = 2, .place = 1});
  EXPECT_THAT(order_.unordered(), ElementsAre(EpisodeRange{1, 7}));
}

TEST_F(Nested, AnEventOrdersStreams) {
  Launch(1, 3);
  Launch(2, 3);
  Begin(1, {.slot = 1, .place = 1});
  Begin(2, {.slot = 2, .place = 1, .after = {{1, 1}}});
  EXPECT_THAT(order_.unordered(), ElementsAre(EpisodeRange{1, 5}));
}

TEST_F(Nested, ATailLaunchComesAfterAll) {
  Launch(1, 3);
  Launch(2, 3);
  Begin(1, {.slot = 1, .place = 1});
  Begin(2, {.slot = 2, .place = 1, .is_tail = true});
  EXPECT_THAT(order_.unordered(), IsEmpty());
}

TEST_F(Nested, ALaunchOfTheHostComesAfterTheFamily) {
  Launch(1, 3);
  Begin(1, {.slot = 1, .place = 1});
  order_.BeginOfHost(episodes_.next());
  EXPECT_THAT(order_.unordered(), IsEmpty());
}

TEST(MergedRanges, AreAscendingAndApart) {
  EXPECT_THAT(Merge({{1, 3}, {8, 9}}, {{2, 5}, {5, 6}, {9, 9}}), ElementsAre(EpisodeRange{1, 6}, EpisodeRange{8, 9}));
}

}  // namespace
}  // namespace lockstep::check
