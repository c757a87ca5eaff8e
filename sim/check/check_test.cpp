// The checks, driven by plain numbers.

#include <gtest/gtest.h>

#include <numeric>

#include "shared/base/scratch_folder.h"
#include "shared/session/host_places.h"
#include "shared/session/merge.h"
#include "shared/session/report_file.h"
#include "sim/check/collector.h"
#include "sim/check/races.h"
#include "sim/check/releases.h"
#include "sim/check/streams.h"

namespace lockstep::check {
namespace {

// A block of threads and one cell that they share.
class Bench {
 public:
  explicit Bench(std::uint32_t threads = 64, std::uint32_t blocks = 1) : floor_(episodes_.next()) {
    for (std::uint32_t i = 0; i < blocks; ++i)
      blocks_.push_back(std::make_unique<BlockOrder>(episodes_, i + 1, threads, floor_));
  }
  BlockOrder& block(std::uint32_t index = 0) { return *blocks_[index]; }
  // How many conflicts there are.
  int Read(std::uint32_t thread, std::uint32_t block = 0, std::uint32_t bytes = 15, std::uint64_t flags = 0) {
    int found = 0;
    NoteRead<false>(Who(thread, block), cell_, second_, Now(thread, block, bytes, flags), [&](Note, bool) { ++found; });
    return found;
  }
  int Write(std::uint32_t thread, std::uint32_t block = 0, std::uint32_t bytes = 15, std::uint64_t flags = 0) {
    int found = 0;
    NoteWrite<false>(Who(thread, block), cell_, second_, Now(thread, block, bytes, flags), bytes,
                     [&](Note, bool) { ++found; });
    return found;
  }
  int Atomic(std::uint32_t thread, std::uint32_t block = 0) { return Write(thread, block, 15, Note::kAtomic); }
  std::uint32_t written() const { return Note{cell_.write}.written(); }
  Episodes& episodes() { return episodes_; }

 private:
  Toucher Who(std::uint32_t thread, std::uint32_t block) { return {episodes_, *blocks_[block], thread}; }
  Note Now(std::uint32_t thread, std::uint32_t block, std::uint32_t bytes, std::uint64_t flags) {
    return Note::Of(blocks_[block]->segment(thread), 7, bytes, flags);
  }

  Episodes episodes_;
  std::uint32_t floor_;
  std::vector<std::unique_ptr<BlockOrder>> blocks_;
  Cell cell_;
  SecondReader second_ = 0;
};

TEST(RaceCheck, FindsTwoWritesOfOneBlock) {
  Bench bench;
  EXPECT_EQ(bench.Write(0), 0);
  EXPECT_EQ(bench.Write(1), 1);
}

TEST(RaceCheck, StaysSilentAcrossABarrier) {
  Bench bench;
  EXPECT_EQ(bench.Write(0), 0);
  bench.block().PassBarrier();
  EXPECT_EQ(bench.Write(40), 0);
}

TEST(RaceCheck, FindsAReadBesideAWriteInEitherOrder) {
  Bench first, second;
  first.Write(0);
  EXPECT_EQ(first.Read(33), 1);
  second.Read(33);
  EXPECT_EQ(second.Write(0), 1);
}

TEST(RaceCheck, RemembersASecondReaderWhenTheFirstOneWrites) {
  Bench bench;
  bench.Read(0);
  bench.Read(1);
  EXPECT_EQ(bench.Write(0), 1);
}

TEST(RaceCheck, KnowsWhichBytesEachOfTwoReadersHasRead) {
  Bench bench;
  bench.Read(0, 0, 0b0001);
  bench.Read(1, 0, 0b0010);
  EXPECT_EQ(bench.Write(1, 0, 0b0010), 0);
  EXPECT_EQ(bench.Write(0, 0, 0b0010), 2);
}

TEST(RaceCheck, APlainReaderIsRememberedBesideOnesByAtomics) {
  Bench bench;
  bench.Read(0, 0, 15, Note::kAtomic);
  bench.Read(1);
  EXPECT_EQ(bench.Write(2, 0, 15, Note::kAtomic), 1);
}

TEST(RaceCheck, VolatileOrdersNoLanesThatDoNotWaitByIt) {
  Bench bench;
  bench.Write(0, 0, 15, Note::kVolatile);
  EXPECT_EQ(bench.Read(1, 0, 15, Note::kUnawaited), 1);
  EXPECT_EQ(bench.Read(2, 0, 15, Note::kVolatile), 0);
  EXPECT_EQ(bench.Read(33, 0, 15, Note::kUnawaited), 0);
}

TEST(RaceCheck, AThreadThatUpdatedByAnAtomicComesAfterTheAtomicsBefore) {
  Bench bench(64, 2);
  bench.Read(0, 0, 15, Note::kAtomic);
  bench.Atomic(0, 0);
  bench.Atomic(0, 1);
  EXPECT_EQ(bench.Write(0, 1), 0);
}

TEST(RaceCheck, RemembersAReaderOfAnotherWarpWhenTheFirstWarpHasMet) {
  Bench bench;
  bench.Read(0);
  bench.Read(1);
  bench.Read(40);
  bench.block().Meet(0, ~0u);
  EXPECT_EQ(bench.Write(1), 1);
}

TEST(RaceCheck, SyncwarpOrdersTheLanesThatItNames) {
  Bench bench;
  bench.Write(0);
  bench.block().Meet(0, 0x3);
  EXPECT_EQ(bench.Read(1), 0);
  EXPECT_EQ(bench.Read(2), 1);
}

TEST(RaceCheck, SyncwarpOrdersNoOtherWarp) {
  Bench bench;
  bench.Write(0);
  bench.block().Meet(0, ~0u);
  EXPECT_EQ(bench.Read(1), 0);
  EXPECT_EQ(bench.Read(32), 1);
}

TEST(RaceCheck, WarpsThatMeetPassOnWhatTheyKnow) {
  Bench bench;
  bench.Write(0);
  bench.block().Meet(0, 0x3);
  bench.block().Meet(0, 0x6);
  EXPECT_EQ(bench.Read(2), 0);
}

TEST(RaceCheck, TakesAShuffleForNoOrderOfWhatWasWritten) {
  Bench bench;
  EXPECT_EQ(bench.Write(0), 0);
  bench.block().ComeTogether(0, ~0u);
  EXPECT_EQ(bench.Read(1), 1);
  bench.block().Meet(0, ~0u);
  EXPECT_EQ(bench.Read(2), 0);
}

TEST(RaceCheck, KnowsThatAReadBeforeAShuffleIsDone) {
  for (const auto& [writer, conflicts] : {std::pair{1u, 0}, std::pair{3u, 1}}) {
    Bench bench;
    EXPECT_EQ(bench.Read(0), 0);
    bench.block().ComeTogether(0, 0x7);
    EXPECT_EQ(bench.Write(writer), conflicts);
  }
}

TEST(RaceCheck, ABarrierForPartOfTheBlockOrdersThatPart) {
  Bench bench(96);
  bench.Write(0);
  bench.block().MeetThreads({0, 32});
  EXPECT_EQ(bench.Read(32), 0);
  EXPECT_EQ(bench.Read(64), 1);
}

TEST(RaceCheck, AnArrivalOrdersWhatTheThreadHasDoneBefore) {
  Bench bench(96);
  std::vector<std::uint32_t> arrived;
  bench.Write(0);
  bench.block().Arrive(0, arrived);
  bench.block().MeetThreads({32}, &arrived);
  EXPECT_EQ(bench.Read(32), 0);
  EXPECT_EQ(bench.Read(64), 1);
}

TEST(RaceCheck, AnArrivalOrdersNothingThatFollowsIt) {
  Bench bench(64);
  std::vector<std::uint32_t> arrived;
  bench.block().Arrive(0, arrived);
  bench.Write(0);
  bench.block().MeetThreads({32}, &arrived);
  EXPECT_EQ(bench.Read(32), 1);
}

// The thread that arrives learns nothing.
TEST(RaceCheck, AnArrivalIsInOneDirection) {
  Bench bench(64);
  std::vector<std::uint32_t> arrived;
  bench.Write(32);
  bench.block().Arrive(0, arrived);
  bench.block().MeetThreads({32}, &arrived);
  EXPECT_EQ(bench.Read(0), 1);
}

// Once warps knew of one another, each meeting of a warp multiplied what was kept.
TEST(RaceCheck, WhatWarpsKnowOfOneAnotherStaysSmall) {
  Bench bench(512);
  std::vector<std::uint32_t> everybody(512);
  std::iota(everybody.begin(), everybody.end(), 0u);
  bench.Write(0);
  bench.block().MeetThreads(everybody);
  for (int i = 0; i < 100; ++i)
    for (std::uint32_t warp = 0; warp < 16; ++warp) bench.block().Meet(warp, i % 2 ? 0xffffffffu : 0x0000ffffu);
  EXPECT_EQ(bench.Write(511), 0);
}

TEST(RaceCheck, BlocksAreInNoOrder) {
  Bench bench(32, 2);
  bench.Write(0, 0);
  bench.block(1).PassBarrier();
  EXPECT_EQ(bench.Write(0, 1), 1);
}

TEST(RaceCheck, TheGridsBarrierOrdersBlocks) {
  Bench bench(32, 2);
  bench.Write(0, 0);
  const std::uint32_t floor = bench.episodes().next();
  bench.block(0).PassGridBarrier(floor);
  bench.block(1).PassGridBarrier(floor);
  EXPECT_EQ(bench.Write(0, 1), 0);
  EXPECT_EQ(bench.Write(0, 0), 1);
}

TEST(RaceCheck, BytesOfACellAreApart) {
  Bench bench;
  bench.Write(0, 0, 0b0001);
  EXPECT_EQ(bench.Write(1, 0, 0b0010), 0);
}

TEST(RaceCheck, AtomicsAreInNoConflictWithEachOther) {
  Bench bench;
  bench.Atomic(0);
  EXPECT_EQ(bench.Atomic(1), 0);
  EXPECT_EQ(bench.Read(2), 1);
}

TEST(RaceCheck, APlainWriteThatAtomicsHideIsRemembered) {
  Bench bench(64, 2);
  bench.Write(0, 0);
  bench.block(0).PassBarrier();
  EXPECT_EQ(bench.Atomic(40, 0), 0);
  EXPECT_EQ(bench.Atomic(0, 1), 1);
}

TEST(RaceCheck, APlainWriteThatTheThreadsOwnAtomicHidesIsRemembered) {
  Bench bench(64, 2);
  bench.Write(0, 0);
  EXPECT_EQ(bench.Atomic(0, 0), 0);
  EXPECT_EQ(bench.Atomic(0, 1), 1);
}

TEST(RaceCheck, APlainReadThatAtomicsHideIsRemembered) {
  Bench bench(64, 2);
  bench.Read(0, 0);
  bench.block(0).PassBarrier();
  bench.Read(40, 0, 15, Note::kAtomic);
  EXPECT_EQ(bench.Atomic(40, 0), 0);
  EXPECT_EQ(bench.Atomic(0, 1), 1);
}

TEST(RaceCheck, APlainReadOfAThreadsOwnAtomicIsRemembered) {
  Bench bench(64, 2);
  bench.Read(0, 0, 15, Note::kAtomic);
  bench.Atomic(0, 0);
  bench.Read(0, 0);
  EXPECT_EQ(bench.Atomic(0, 1), 1);
}

TEST(RaceCheck, AHiddenWriteIsForgottenWhereTheGridHasMet) {
  Bench bench(64, 2);
  bench.Write(0, 0);
  bench.Atomic(0, 0);
  const std::uint32_t floor = bench.episodes().next();
  bench.block(0).PassGridBarrier(floor);
  bench.block(1).PassGridBarrier(floor);
  EXPECT_EQ(bench.Atomic(0, 1), 0);
}

TEST(RaceCheck, WritesSayWhichBytesHaveAValue) {
  Bench bench;
  bench.Write(0, 0, 0b0011);
  EXPECT_EQ(bench.written(), 0b0011u);
  bench.Write(0, 0, 0b0100);
  EXPECT_EQ(bench.written(), 0b0111u);
}

TEST(Releases, CoverWhatWasDoneBeforeTheFence) {
  Episodes episodes;
  BlockOrder block(episodes, 1, 32, episodes.next());
  const Segment before = block.segment(5);
  Releases releases;
  releases.Add(0x1000, {.block = 1, .thread = 5, .in_block = {EpisodeOf(before)}, .anywhere = {EpisodeOf(before)}});
  block.Meet(0, 1u << 5);
  const Segment after = block.segment(5);
  const AcquiredList list = {{0x1000, releases.Count(0x1000)}};
  EXPECT_TRUE(releases.Covers(list, {episodes[EpisodeOf(before)], before}));
  EXPECT_FALSE(releases.Covers(list, {episodes[EpisodeOf(after)], after}));
  EXPECT_FALSE(releases.Covers({{0x1000, 0}}, {episodes[EpisodeOf(before)], before}));
}

TEST(Releases, OfManyThreadsCoverOnlyWithThoseThatWereAcquired) {
  Episodes episodes;
  BlockOrder block(episodes, 1, 32, episodes.next());
  Releases releases;
  std::vector<Segment> deeds;
  for (std::uint32_t round = 0; round < 3; ++round)
    for (std::uint32_t thread : {5u, 6u}) {
      const Segment deed = deeds.emplace_back(block.segment(thread));
      releases.Add(0x1000,
                   {.block = 1, .thread = thread, .in_block = {EpisodeOf(deed)}, .anywhere = {EpisodeOf(deed)}});
      block.Meet(0, 1u << thread);
    }
  for (std::uint32_t count = 0; count <= deeds.size(); ++count)
    for (std::uint32_t i = 0; i < deeds.size(); ++i)
      EXPECT_EQ(releases.Covers({{0x1000, count}}, {episodes[EpisodeOf(deeds[i])], deeds[i]}), i < count)
          << i << " of " << count;
}

TEST(Acquired, OwesAFenceForWhatAThreadHasWaitedFor) {
  AcquiredList list;
  LearnByRead(list, {.address = 8, .count = 2, .site = 5}, true);
  EXPECT_TRUE(FencedPartOf(list, false).empty());
  Fence(list, false);
  ASSERT_EQ(FencedPartOf(list, false).size(), 1u);
  EXPECT_EQ(FencedPartOf(list, false)[0].count, 2u);
}

TEST(Acquired, OwesAFenceForTheNewsOnly) {
  AcquiredList list;
  LearnByRead(list, {.address = 8, .count = 2, .site = 5}, false);
  LearnByRead(list, {.address = 8, .count = 2, .site = 6}, true);
  EXPECT_EQ(FencedPartOf(list, false)[0].count, 2u) << "it has seen nothing new";
  LearnByRead(list, {.address = 8, .count = 3, .site = 7}, true);
  EXPECT_EQ(FencedPartOf(list, false)[0].count, 2u);
  EXPECT_EQ(list[0].count, 3u);
  EXPECT_EQ(list[0].site, 7u);
}

TEST(Acquired, KnowsWhatOthersHaveFenced) {
  AcquiredList mine, others;
  LearnByRead(mine, {.address = 8, .count = 2, .site = 5}, true);
  LearnByRead(others, {.address = 8, .count = 1, .site = 6}, false);
  LearnByRead(others, {.address = 16, .count = 4, .site = 6}, true);
  Learn(mine, others);
  ASSERT_EQ(mine.size(), 2u);
  EXPECT_EQ(mine[0].fenced, 1u);
  EXPECT_EQ(mine[1].count, 4u);
  EXPECT_EQ(FencedPartOf(mine, false).size(), 1u);
}

TEST(Releases, AFenceOfTheBlockIsNoneForOthers) {
  Episodes episodes;
  BlockOrder block(episodes, 1, 32, episodes.next());
  const Segment before = block.segment(0);
  Releases releases;
  releases.Add(0x1000, {.block = 1, .thread = 0, .in_block = {EpisodeOf(before)}});
  EXPECT_TRUE(releases.Covers({{0x1000, 1}}, {episodes[EpisodeOf(before)], before, true}));
  EXPECT_FALSE(releases.Covers({{0x1000, 1}}, {episodes[EpisodeOf(before)], before}));
}

TEST(Collector, TellsTheFirstOfManyWithTheirNumber) {
  Collector collector;
  for (std::uint64_t thread : {5u, 2u, 9u})
    collector.Add({report::FindingKind::kGlobalRace, 1, 2}, {.thread = thread}, [&] {
      return report::Finding{.kind = report::FindingKind::kGlobalRace,
                             .fact = std::to_string(thread),
                             .place = {.file = "a.cu", .line = 3}};
    });
  const std::vector<report::Finding> findings = collector.Take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].fact, "2");
  EXPECT_EQ(findings[0].count, 3u);
}

TEST(Collector, FindsWordsOnceForWhatHappensAgain) {
  Collector collector;
  Collector::Recent recent;
  int made = 0;
  const FindingKey key{report::FindingKind::kGlobalRace, 1, 2};
  for (std::uint64_t thread = 0; thread < 1000; ++thread)
    collector.Add(key, {.thread = thread}, recent, [&] { return ++made, report::Finding{.kind = key.kind}; });
  EXPECT_EQ(made, 1);
  EXPECT_EQ(collector.Take().at(0).count, 1000u);
}

TEST(Collector, AnEarlierOneAmongThoseThatHappenAgainIsTold) {
  Collector collector;
  Collector::Recent recent;
  const FindingKey key{report::FindingKind::kGlobalRace, 1, 2};
  for (std::uint64_t thread : {5u, 6u, 2u, 7u})
    collector.Add(key, {.thread = thread}, recent,
                  [&] { return report::Finding{.kind = key.kind, .fact = std::to_string(thread)}; });
  EXPECT_EQ(collector.Take().at(0).fact, "2");
  EXPECT_EQ(collector.Take().at(0).count, 4u);
}

TEST(Collector, OfRacesBetweenTheSameLinesTheTellingOneStays) {
  Collector collector;
  for (report::FindingKind kind :
       {report::FindingKind::kGlobalRace, report::FindingKind::kLostUpdate, report::FindingKind::kSameValueRace})
    collector.Add({kind, 1, 1}, {},
                  [&] { return report::Finding{.kind = kind, .place = {.file = "a.cu", .line = 3}}; });
  const std::vector<report::Finding> findings = collector.Take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, report::FindingKind::kLostUpdate);
}

TEST(ReportFile, ComesBackAsItWasWritten) {
  report::Report report;
  report.findings.push_back({.kind = report::FindingKind::kLeak,
                             .fact = "x",
                             .place = session::HostPlace(reinterpret_cast<void*>(0x55)),
                             .hint = "h",
                             .count = 4});
  report.findings[0].object = report::FindingObject{.name = "a", .size = 8, .offset = -4};
  report.checked.launches = 3;
  const Expected<ScratchFolder> folder = ScratchFolder::Make();
  ASSERT_TRUE(folder);
  const std::string path = folder->File("report.json");
  ASSERT_TRUE(session::WriteReport(report, path));
  const Expected<report::Report> back = session::ReadReport(path);
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back->findings.size(), 1u);
  EXPECT_EQ(back->findings[0].kind, report::FindingKind::kLeak);
  EXPECT_EQ(session::ReturnAddressOf(back->findings[0].place), 0x55u);
  EXPECT_EQ(back->findings[0].object->offset, -4);
  EXPECT_EQ(back->findings[0].count, 4u);
  EXPECT_EQ(back->checked.launches, 3u);
}

TEST(ReportFile, IsRefusedWhereItNamesAnUnknownAction) {
  report::Report report;
  report.findings.push_back({.kind = report::FindingKind::kLeak, .sides = {{.action = report::Action::kCall}}});
  const Expected<ScratchFolder> folder = ScratchFolder::Make();
  ASSERT_TRUE(folder);
  const std::string path = folder->File("report.json");
  for (const int action : {8, 9, -1, 300}) {
    report.findings[0].sides[0].action = static_cast<report::Action>(action);
    ASSERT_TRUE(session::WriteReport(report, path));
    EXPECT_EQ(session::ReadReport(path).has_value(), action == 8) << action;
  }
}

TEST(Merge, TellsWhatAnyOrderFoundOnce) {
  const auto finding = [](std::uint32_t line) {
    return report::Finding{.kind = report::FindingKind::kGlobalRace, .place = {.file = "a.cu", .line = line}};
  };
  report::Report a{.findings = {finding(1)}}, b{.findings = {finding(1), finding(2)}};
  a.checked = {.kernels_never_run = {"x", "y"}, .order = "serial"};
  b.checked = {.kernels_never_run = {"y"}, .order = "lockstep"};
  const report::Report merged = session::Merge({a, b});
  EXPECT_EQ(merged.findings.size(), 2u);
  EXPECT_EQ(merged.checked.order, "serial, lockstep");
  EXPECT_EQ(merged.checked.kernels_never_run, std::vector<std::string>{"y"});
}

// Work of ten episodes each.
class StreamBench : public testing::Test {
 protected:
  WorkId Work(StreamId stream) {
    const WorkId work = order.Submit(stream, next_);
    next_ += 10;
    order.End(next_);
    return work;
  }
  bool IsUnordered(std::uint32_t episode) const {
    for (const EpisodeRange& range : order.unordered())
      if (episode >= range.first && episode < range.end) return true;
    return false;
  }
  StreamOrder order;

 private:
  std::uint32_t next_ = 1;
};

TEST_F(StreamBench, WorkOfOneStreamIsInOrder) {
  order.Create(1, true);
  Work(1);
  Work(1);
  EXPECT_TRUE(order.unordered().empty());
}

TEST_F(StreamBench, WorkOfTwoStreamsIsInNone) {
  order.Create(1, true);
  order.Create(2, true);
  Work(1);
  Work(2);
  EXPECT_TRUE(IsUnordered(1));
}

TEST_F(StreamBench, AnEventOrdersWhatCameBeforeIt) {
  order.Create(1, true);
  order.Create(2, true);
  const int event = 0;
  Work(1);
  order.Record(&event, 1);
  Work(1);
  order.Wait(2, &event);
  Work(2);
  EXPECT_FALSE(IsUnordered(1));
  EXPECT_TRUE(IsUnordered(11));
}

TEST_F(StreamBench, TheDefaultStreamAndBlockingStreamsWaitForEachOther) {
  order.Create(1, true);
  order.Create(2, true);
  Work(1);
  Work(kDefaultStream);
  EXPECT_TRUE(order.unordered().empty());
  Work(2);
  EXPECT_TRUE(order.unordered().empty());
}

TEST_F(StreamBench, ANonBlockingStreamDoesNotWaitForTheDefaultStream) {
  order.Create(1, false);
  Work(kDefaultStream);
  Work(1);
  EXPECT_TRUE(IsUnordered(1));
  Work(kDefaultStream);
  EXPECT_TRUE(IsUnordered(11));
}

TEST_F(StreamBench, WhatTheHostHasWaitedForIsBeforeAllThatComes) {
  order.Create(1, false);
  order.Create(2, false);
  const WorkId work = Work(1);
  EXPECT_FALSE(order.HostKnows(work));
  order.HostWaitsForStream(1);
  EXPECT_TRUE(order.HostKnows(work));
  EXPECT_TRUE(order.IsIdle());
  Work(2);
  EXPECT_TRUE(order.unordered().empty());
}

TEST_F(StreamBench, TheHostWaitsForAnEventAndNotForWhatCameBehindIt) {
  const int event = 0;
  const WorkId before = Work(kDefaultStream);
  order.Record(&event, kDefaultStream);
  const WorkId behind = Work(kDefaultStream);
  order.HostWaitsForEvent(&event);
  EXPECT_TRUE(order.HostKnows(before));
  EXPECT_FALSE(order.HostKnows(behind));
}

TEST_F(StreamBench, TheHostKnowsOfAnEventOnceItHasWaitedForWhatWasBeforeIt) {
  const int event = 0, other = 0;
  EXPECT_TRUE(order.HostKnowsOf(&other)) << "it was never recorded";
  order.Create(1, false);
  order.Record(&event, 1);
  EXPECT_TRUE(order.HostKnowsOf(&event)) << "nothing was before it";
  Work(1);
  order.Record(&event, 1);
  EXPECT_FALSE(order.HostKnowsOf(&event));
  order.HostWaitsForStream(1);
  EXPECT_TRUE(order.HostKnowsOf(&event));
}

TEST_F(StreamBench, ADestroyedStreamIsStillWaitedForByTheDefaultStream) {
  order.Create(1, true);
  Work(1);
  order.Destroy(1);
  Work(kDefaultStream);
  EXPECT_TRUE(order.unordered().empty());
}

TEST_F(StreamBench, AStreamThatIsGoneLeavesNothingBehindOnceTheHostHasWaited) {
  order.Create(1, true);
  const WorkId first = Work(1);
  order.HostWaitsForStream(1);
  order.Destroy(1);
  order.Create(2, true);
  EXPECT_EQ(Work(2).slot, first.slot);
}

TEST_F(StreamBench, AStreamThatIsGoneKeepsItsPlaceUntilTheHostHasWaited) {
  order.Create(1, false);
  order.Create(3, false);
  const WorkId first = Work(1);
  order.Destroy(1);
  order.Create(2, false);
  EXPECT_NE(Work(2).slot, first.slot);
  EXPECT_TRUE(IsUnordered(1));
}

}  // namespace
}  // namespace lockstep::check
