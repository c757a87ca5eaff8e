// Findings and the steps of a recording: which step belongs to which side.

#include "shared/report/recorded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "shared/trace/sample_recording.h"
#include "shared/trace/validate.h"

namespace lockstep::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Recorded : public testing::Test {
 protected:
  FindingSide Of(Action action, std::uint32_t thread, std::uint32_t line, std::uint32_t block = 0) const {
    return {.action = action,
            .size = 4,
            .block = {block, 0, 0},
            .thread = {thread, 0, 0},
            .place = {recording_.files[0].path, line, 1, "grey"}};
  }
  // A race on element `element` of `tile`, which thread 63 - i reads (line 12) and thread i writes (line 10).
  Finding RaceOnTile(std::uint32_t element) const {
    return {.kind = FindingKind::kSharedRace,
            .fact = "one thread reads `tile` while another writes it",
            .place = {recording_.files[0].path, 10, 1, "grey"},
            .kernel = "grey",
            .sides = {Of(Action::kRead, 63 - element, 12), Of(Action::kWrite, element, 10)},
            .object = FindingObject{.name = "tile", .what = "shared memory", .size = 256, .offset = 4 * element}};
  }
  const trace::RecordedFinding& Place(Finding finding) {
    AddFindings({.findings = {std::move(finding)}}, {}, recording_);
    const auto valid = trace::Validate(recording_);
    EXPECT_TRUE(valid) << valid.error().message;
    return recording_.findings[0];
  }
  trace::Step StepOf(const trace::RecordedSide& side) const {
    return recording_.launches.at(side.launch).steps[side.step];
  }

  trace::Recording recording_ = trace::SampleRecording({.launches = 2});
};

TEST_F(Recorded, BothSidesOfARaceGoToTheirSteps) {
  const trace::RecordedFinding& finding = Place(RaceOnTile(5));
  ASSERT_EQ(finding.sides.size(), 2u);
  const trace::Step &read = StepOf(finding.sides[0]), &write = StepOf(finding.sides[1]);
  EXPECT_EQ(read.kind, trace::StepKind::kRead);
  EXPECT_EQ(read.thread, 58u);
  EXPECT_EQ(read.offset, 20u);
  EXPECT_EQ(write.kind, trace::StepKind::kWrite);
  EXPECT_EQ(write.thread, 5u);
  EXPECT_EQ(write.object, read.object);
  EXPECT_EQ(finding.object, read.object);
  EXPECT_EQ(finding.sides[0].text, "thread (58,0,0) of block (0,0,0) read 4 bytes at line 12");
  EXPECT_EQ(finding.kind, "race-shared");
}

TEST_F(Recorded, ASideMayBeInAnotherLaunch) {
  Finding finding = RaceOnTile(5);
  finding.sides[0].note = "in launch 1";
  const trace::RecordedFinding& placed = Place(finding);
  EXPECT_EQ(placed.sides[0].launch, 1u);
  EXPECT_EQ(StepOf(placed.sides[0]).kind, trace::StepKind::kRead);
  EXPECT_EQ(placed.sides[1].launch, 0u);
  EXPECT_EQ(PlacesOf({.findings = {finding}}, 16, 16).size(), 2u);
}

TEST_F(Recorded, AThreadThatGoesAnotherWayIsShownAboutToStop) {
  Finding finding = RaceOnTile(5);
  finding.sides = {Of(Action::kWait, 5, 11),
                   {.action = Action::kCall, .thread = {40, 0, 0}, .note = "goes another way"}};
  const trace::RecordedFinding& placed = Place(finding);
  const trace::RecordedSide& other = placed.sides[1];
  ASSERT_NE(other.step, trace::RecordedSide::kNotRecorded) << other.missing;
  EXPECT_EQ(StepOf(other).thread, 40u);
  EXPECT_EQ(other.missing, "");
  const auto& steps = recording_.launches[0].steps;
  const auto next = std::find_if(steps.begin() + other.step + 1, steps.end(), [&](const trace::Step& s) {
    return s.thread == 40 && s.block == StepOf(other).block;
  });
  ASSERT_NE(next, steps.end());
  const trace::StepKind kind = (*next).kind;
  EXPECT_TRUE(kind == trace::StepKind::kArrive || kind == trace::StepKind::kExit);
}

TEST_F(Recorded, TheOffsetSelectsTheIterationOfALoop) {
  Finding finding = RaceOnTile(5);
  finding.sides = {Of(Action::kRead, 3, 9)};
  finding.object = FindingObject{.name = "weight", .size = 12, .offset = 8};
  const trace::RecordedSide& side = Place(finding).sides[0];
  EXPECT_EQ(StepOf(side).offset, 8u) << "of three reads on that line, the last";
}

TEST_F(Recorded, TheOrdinalTellsWhichRoundOfALoopItIs) {
  for (const std::uint32_t ordinal : {1u, 2u, 3u}) {
    Finding finding = RaceOnTile(5);
    finding.sides = {Of(Action::kRead, 3, 9)};
    finding.sides[0].place.column = 0;
    finding.sides[0].ordinal = ordinal;
    finding.object.reset();
    EXPECT_EQ(StepOf(Place(finding).sides[0]).offset, 4 * (ordinal - 1));
  }
}

TEST_F(Recorded, TheOrdinalCountsEachColumnOfALineByItself) {
  // Thread 5 writes `tile` and `out` on one line: the first write in one column, the first in the other.
  std::uint32_t column = 0;
  for (const trace::Step& step : recording_.launches[0].steps) {
    if (step.kind != trace::StepKind::kWrite || step.site == trace::SiteId::kNone) continue;
    trace::Site& site = recording_.sites[trace::Index(step.site)];
    if (site.line == 10) site.line = 12, site.column = column = site.column + 40;
  }
  Finding finding = RaceOnTile(5);
  finding.sides = {Of(Action::kWrite, 5, 12)};
  finding.sides[0].place.column = column;
  finding.sides[0].ordinal = 1;
  finding.object.reset();
  EXPECT_TRUE(trace::IsLaunchObject(StepOf(Place(finding).sides[0]).object)) << "`tile`, not `out`";
}

TEST_F(Recorded, ACopyOfAStructIsOneStepHoweverManyMembersWereChecked) {
  Finding finding = RaceOnTile(5);
  finding.sides = {Of(Action::kRead, 3, 9)};
  finding.sides[0].place.column = 0;
  finding.sides[0].ordinal = 9;
  finding.object = FindingObject{.name = "weight", .size = 12, .offset = 4};
  EXPECT_EQ(StepOf(Place(finding).sides[0]).offset, 4u);
}

TEST_F(Recorded, AnAccessOutsideItsObjectIsNotMistakenForOneInside) {
  Finding finding = RaceOnTile(5);
  finding.sides = {Of(Action::kRead, 3, 12)};
  finding.object->offset = 256;
  const trace::RecordedFinding& placed = Place(finding);
  EXPECT_EQ(StepOf(placed.sides[0]).kind, trace::StepKind::kLine);
  ASSERT_TRUE(trace::IsLaunchObject(placed.object)) << "the memory is still known by its name";
  EXPECT_EQ(recording_.launches[0].objects[trace::LaunchObjectIndex(placed.object)].name, "tile");
}

TEST_F(Recorded, AWaitingThreadIsAtItsBarrier) {
  Finding finding = RaceOnTile(5);
  finding.kind = FindingKind::kBarrierSkipped;
  finding.sides = {Of(Action::kWait, 7, 11)};
  finding.object.reset();
  EXPECT_EQ(StepOf(Place(finding).sides[0]).kind, trace::StepKind::kArrive);
}

TEST_F(Recorded, AThreadThatGoesAnotherWayIsWhereItDiverges) {
  // Thread 9 leaves after line 10, where the others go on to the barrier of line 11.
  Finding finding = RaceOnTile(5);
  finding.sides = {Of(Action::kWait, 7, 11), Of(Action::kCall, 9, 0)};
  finding.sides[1].place = {};
  finding.sides[1].note = "goes another way";
  finding.object.reset();
  trace::Steps& steps = recording_.launches[0].steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    trace::Step& step = steps.Change(i);
    if (step.thread == 9 && step.kind == trace::StepKind::kLine &&
        recording_.sites[trace::Index(step.site)].line == 11) {
      step.site = static_cast<trace::SiteId>(std::ranges::find(recording_.sites, 13u, &trace::Site::line) -
                                             recording_.sites.begin());
    }
  }
  const trace::RecordedSide& side = Place(finding).sides[1];
  EXPECT_EQ(side.line, 10u);
  EXPECT_EQ(StepOf(side).thread, 9u);
  EXPECT_EQ(StepOf(side).kind, trace::StepKind::kWrite) << "the last that it does on that line";
  EXPECT_EQ(side.missing, "");
}

TEST_F(Recorded, AThreadDivergesOnALineWithBranchAndBarrier) {
  // Thread 9 reaches line 11 and does not wait there.
  Finding finding = RaceOnTile(5);
  finding.sides = {Of(Action::kWait, 7, 11), Of(Action::kCall, 9, 0)};
  finding.sides[1].place = {};
  finding.sides[1].note = "goes another way";
  finding.object.reset();
  trace::Steps& steps = recording_.launches[0].steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    trace::Step& step = steps.Change(i);
    const bool waits = step.kind == trace::StepKind::kArrive || step.kind == trace::StepKind::kPass;
    if (step.thread == 9 && waits)
      step = {.kind = trace::StepKind::kFence, .block = step.block, .thread = 9, .site = step.site};
  }
  const trace::RecordedSide& side = Place(finding).sides[1];
  EXPECT_EQ(side.line, 11u);
  EXPECT_EQ(StepOf(side).thread, 9u);
  EXPECT_EQ(recording_.sites[trace::Index(StepOf(side).site)].line, 11u);
}

TEST_F(Recorded, OfSeveralAccessesOfALineItIsTheOneToThatMemory) {
  // The checker knows no place for shared memory as a whole, so there is no offset. The writes of lines 10 and 12, to
  // `tile` and to `out`, are moved to one line.
  for (const trace::Step& step : recording_.launches[0].steps) {
    if (step.kind != trace::StepKind::kWrite || step.site == trace::SiteId::kNone) continue;
    trace::Site& site = recording_.sites[trace::Index(step.site)];
    if (site.line == 10) site.line = 12;
  }
  Finding finding = RaceOnTile(5);
  finding.sides = {Of(Action::kRead, 58, 12), Of(Action::kWrite, 5, 12)};
  finding.object->offset.reset();
  const trace::RecordedFinding& placed = Place(finding);
  EXPECT_EQ(StepOf(placed.sides[1]).object, StepOf(placed.sides[0]).object);
  EXPECT_EQ(StepOf(placed.sides[1]).offset, StepOf(placed.sides[0]).offset);
}

TEST_F(Recorded, OfSeveralAccessesOfALineItIsTheOneInThatColumn) {
  std::uint32_t column = 0;
  for (const trace::Step& step : recording_.launches[0].steps) {
    if (step.kind != trace::StepKind::kWrite || step.site == trace::SiteId::kNone) continue;
    trace::Site& site = recording_.sites[trace::Index(step.site)];
    if (site.line == 10) site.line = 12, site.column = column = site.column + 40;
  }
  ASSERT_NE(column, 0u);
  Finding finding = RaceOnTile(5);
  finding.sides = {Of(Action::kRead, 58, 12), Of(Action::kWrite, 5, 12)};
  finding.sides[1].place.column = column;
  finding.object.reset();
  EXPECT_TRUE(trace::IsLaunchObject(StepOf(Place(finding).sides[1]).object)) << "`tile`, not `out`";
}

TEST_F(Recorded, ALaterLaunchIsFoundByItsNumber) {
  Finding finding = RaceOnTile(5);
  finding.launch = recording_.launches[1].number;
  EXPECT_EQ(Place(finding).sides[1].launch, 1u);
}

TEST_F(Recorded, StatesWhyThereIsNoStep) {
  Finding finding = RaceOnTile(5);
  FindingSide host = Of(Action::kFree, 0, 12);
  host.by_host = true;
  recording_.launches[0].grid.x = 4;
  finding.sides = {Of(Action::kWrite, 1, 10, 3), host, Of(Action::kWrite, 1, 2), Of(Action::kWrite, 1, 10, 7)};
  const trace::RecordedFinding& placed = Place(finding);
  for (const trace::RecordedSide& side : placed.sides)
    EXPECT_EQ(side.step, trace::RecordedSide::kNotRecorded) << side.text;
  EXPECT_EQ(placed.sides[0].missing, "block (3,0,0) was not recorded");
  EXPECT_THAT(placed.sides[1].missing, HasSubstr("host"));
  EXPECT_THAT(placed.sides[2].missing, HasSubstr("did not come here"));
  EXPECT_THAT(placed.sides[3].missing, HasSubstr("another shape"));
  finding.launch = 9;
  EXPECT_EQ(Place(finding).sides[0].missing, "launch 9 was not recorded");
}

TEST_F(Recorded, AddsTheSourceOfAFileWithoutKernels) {
  Finding finding = RaceOnTile(5);
  finding.place.file = "/nowhere/host.cpp";
  const std::size_t files = recording_.files.size();
  EXPECT_EQ(trace::Index(Place(finding).file), files);
  EXPECT_EQ(recording_.files.back().path, "/nowhere/host.cpp");
}

TEST_F(Recorded, AsksForTheBlocksOfAllDeviceSides) {
  Finding first = RaceOnTile(1), second = RaceOnTile(2), host = RaceOnTile(3);
  first.sides[1].block.x = 4;
  second.launch = 3;
  for (FindingSide& side : host.sides) side.by_host = true;
  const Report report{.findings = {first, first, second, host}};
  const FindingPlace whole{0, {{0, 0, 0}, {4, 0, 0}}}, cut{0, {{0, 0, 0}}}, other{3, {{0, 0, 0}}};
  EXPECT_THAT(PlacesOf(report, 8, 8), ElementsAre(whole, other));
  EXPECT_THAT(PlacesOf(report, 1, 1), ElementsAre(cut));
}

}  // namespace
}  // namespace lockstep::report
