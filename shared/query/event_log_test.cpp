#include "shared/query/event_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "shared/query/describe_moment.h"
#include "shared/query/format.h"
#include "shared/query/host_history.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using trace::HostEventKind;
using trace::ObjectId;

// d_in was copied from d_raw, whose first half the host copied and whose second half it filled.
trace::Recording WithHost() {
  trace::Recording recording = replay::ReduceRecording();
  recording.objects.push_back({.name = "d_raw", .element = recording.objects[0].element, .size = 256});
  const ObjectId in{0}, raw{2};
  recording.host_events = {
      {.kind = HostEventKind::kAllocate, .call = "cudaMalloc", .caller = 10, .width = 256, .to = {.object = raw}},
      {.kind = HostEventKind::kCopy,
       .call = "cudaMemcpy2D",
       .caller = 20,
       .width = 16,
       .height = 8,
       .to = {.object = raw, .pitch = 16},
       .from = {.pitch = 32}},
      {.kind = HostEventKind::kFill,
       .call = "cudaMemset",
       .caller = 30,
       .width = 128,
       .to = {.object = raw, .offset = 128},
       .value = 7,
       .value_size = 1},
      {.kind = HostEventKind::kCopy,
       .call = "cudaMemcpyAsync",
       .caller = 40,
       .stream = 2,
       .width = 256,
       .to = {.object = in},
       .from = {.object = raw}},
      {.kind = HostEventKind::kFree, .call = "cudaFree", .caller = 50, .error = 1},
      {.kind = HostEventKind::kLaunch, .call = "<<<...>>>", .caller = 60, .width = 0, .kernel = "reduce"},
      {.kind = HostEventKind::kCopy, .call = "cudaMemcpy", .caller = 70, .width = 4, .from = {.object = ObjectId{1}}}};
  recording.host_places = {{.caller = 20, .file = "/a/main.cu", .line = 22, .function = "main"},
                           {.caller = 40, .file = "/a/main.cu", .line = 24, .function = "main"}};
  EXPECT_EQ(recording.launches[0].number, 0u);
  return recording;
}

class Events : public testing::Test {
 protected:
  Table Ask(std::string_view text) {
    const auto query = Parse(text);
    EXPECT_TRUE(query) << query.error().message;
    const auto table = query::Run(model(), *query, {});
    EXPECT_TRUE(table) << table.error().message;
    return table.value_or(Table{});
  }
  std::vector<std::string> Column(std::string_view text, std::size_t at) {
    std::vector<std::string> values;
    for (const TableRow& row : Ask(text).rows) values.push_back(row.values[at].text);
    return values;
  }
  std::string Why(std::string_view target) {
    const auto query = Parse("why " + std::string(target));
    const auto link = FindOrigin(model(), *query->target, {});
    EXPECT_TRUE(link) << link.error().message;
    return link ? FormatOrigin(*link, Format::kText) : "";
  }
  void Open(trace::Recording recording) { opened_ = std::make_unique<replay::Model>(std::move(recording)); }
  replay::Model& model() { return *opened_; }

  std::unique_ptr<replay::Model> opened_ = std::make_unique<replay::Model>(WithHost());
  static constexpr std::size_t kLine = 3, kKind = 4, kWhat = 6;
};

TEST_F(Events, AreInTheOrderOfTime) {
  EXPECT_THAT(Column("events", kKind), ElementsAre("allocate", "copy", "fill", "copy", "free", "launch", "copy"));
  EXPECT_THAT(Column("events", kLine), ElementsAre("", "22", "", "24", "", "", ""));
  EXPECT_THAT(Column("events where kind == copy", kWhat),
              ElementsAre("copied 8 rows of 16 bytes from the host to d_raw[0:32]",
                          "copied 256 bytes from d_raw to d_in", "copied 4 bytes from d_out to the host"));
}

TEST_F(Events, HaveFieldsOfTheirOwn) {
  EXPECT_THAT(Column("events where stream > 0 print call, array, source, size", 4), ElementsAre("cudaMemcpyAsync"));
  EXPECT_THAT(Column("events where source == d_raw print array", 4), ElementsAre("d_in"));
  EXPECT_THAT(Column("events where error != 0", kWhat), ElementsAre("failed with error 1: nothing was freed"));
  EXPECT_EQ(Ask("events limit 2").rows.size(), 2u);
  EXPECT_EQ(Ask("events limit 2").selected, 7u);
  EXPECT_FALSE(Parse("events order by line"));
}

TEST_F(Events, LieAtTheLaunchThatFollows) {
  const Table table = Ask("events");
  EXPECT_EQ(table.rows.front().place.step, 0u);
  EXPECT_EQ(table.rows.back().place.step, model().launch().steps.size());
}

TEST_F(Events, NameWhatThreadsPrintedAndFindings) {
  trace::Recording recording = WithHost();
  trace::RecordedLaunch& launch = recording.launches[0];
  launch.texts.emplace_back("hello");
  launch.steps.Change(9) = {.kind = trace::StepKind::kPrint,
                            .thread = launch.steps[9].thread,
                            .site = launch.steps[9].site,
                            .offset = static_cast<std::uint32_t>(launch.texts.size() - 1)};
  recording.findings.push_back({.kind = "race-shared", .fact = "two threads", .sides = {{.launch = 0, .step = 5}}});
  Open(std::move(recording));
  EXPECT_THAT(Column("events where step >= 0", kKind), ElementsAre("finding", "print"));
  EXPECT_THAT(Column("events where kind == print", kWhat)[0], HasSubstr("printed: hello"));
}

TEST_F(Events, AreWhereAChainOfOriginsEnds) {
  const std::string copied = Why("d_in[3]");
  EXPECT_THAT(copied, HasSubstr("d_in[3] = 3: copied from d_raw[3] by cudaMemcpyAsync at main.cu:24"));
  EXPECT_THAT(copied, HasSubstr("d_raw[3] = 3: copied from the host by cudaMemcpy2D at main.cu:22"));
  EXPECT_THAT(Why("d_in[40]"), HasSubstr("d_raw[40] = 40: filled with 0x07 by cudaMemset"));
}

TEST_F(Events, AreWhatAMomentMentions) {
  const MomentText moment = DescribePlace(model(), {.launch = 0, .step = 3});
  EXPECT_EQ(moment.host, "cudaFree failed with error 1: nothing was freed");
  EXPECT_THAT(FormatMoment(moment), HasSubstr("Before the launch, the host's cudaFree failed"));
}

TEST_F(Events, OfAnOlderRecordingAreNotThere) {
  Open(replay::ReduceRecording());
  const Table table = Ask("events");
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].values[kKind].text, "launch");
  EXPECT_THAT(table.notes.at(0), HasSubstr("older Lockstep"));
}

TEST(HostHistory, FindsRowsOfASliceAndNotTheGapsBetween) {
  trace::Recording recording = WithHost();
  recording.host_events = {{.kind = HostEventKind::kCopy,
                            .call = "cudaMemcpy3D",
                            .width = 8,
                            .height = 2,
                            .depth = 2,
                            .to = {.object = ObjectId{0}, .offset = 4, .pitch = 16, .slice = 64},
                            .from = {.object = ObjectId{2}, .offset = 0, .pitch = 8, .slice = 16}}};
  const HostHistory history(recording);
  const auto find = [&](std::uint64_t at) { return history.Find({ObjectId{0}, at, at + 4}, 0, 1); };
  EXPECT_EQ(find(0).kind, HostCauseKind::kNone);
  EXPECT_EQ(find(4).source.begin, 0u);
  EXPECT_EQ(find(12).kind, HostCauseKind::kNone);
  EXPECT_EQ(find(24).source.begin, 12u);
  EXPECT_EQ(find(4 + 64 + 16).source.begin, 24u);
  EXPECT_EQ(find(100).kind, HostCauseKind::kNone);
}

TEST(HostHistory, StopsAtALaunchThatWasNotRecorded) {
  trace::Recording recording = WithHost();
  recording.host_events.insert(recording.host_events.begin() + 4,
                               {.kind = HostEventKind::kLaunch, .launch = 7, .kernel = "other"});
  const HostHistory history(recording);
  EXPECT_EQ(history.EventOf(0), 6u);
  EXPECT_EQ(history.Find({ObjectId{0}, 0, 4}, 0, 6).kind, HostCauseKind::kLaunch);
  EXPECT_EQ(history.Find({ObjectId{0}, 0, 4}, 0, 4).kind, HostCauseKind::kCopied);
}

}  // namespace
}  // namespace lockstep::query
