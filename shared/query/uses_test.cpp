#include <gtest/gtest.h>

#include "shared/query/query.h"
#include "shared/query/table.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

// The moment after the first write to x[0].
Table UsesAfterTheWrite(trace::Recording recording) {
  replay::Model model(std::move(recording));
  const auto written = query::Run(model, *Parse("first write to x[0]"), {});
  EXPECT_TRUE(written) << written.error().message;
  const auto uses = query::Run(model, *Parse("uses of x[0]"), written->rows.at(0).place);
  EXPECT_TRUE(uses) << uses.error().message;
  return uses.value_or(Table{});
}

trace::Recording WithEvent(trace::HostEvent event) {
  trace::Recording recording = replay::PipeRecording(false);
  recording.host_events.insert(recording.host_events.begin() + 2, std::move(event));
  return recording;
}

TEST(Uses, AreFollowedIntoLaterLaunches) {
  const Table uses = UsesAfterTheWrite(replay::PipeRecording(false));
  ASSERT_EQ(uses.rows.size(), 1U);
  EXPECT_EQ(uses.rows[0].place.launch, 2U);
  EXPECT_EQ(uses.rows[0].values.back().text, "wrote 7 to z[0] (was 0)");
  EXPECT_TRUE(uses.notes.empty());
}

TEST(Uses, EndWhereTheHostChangesTheValue) {
  EXPECT_TRUE(UsesAfterTheWrite(replay::PipeRecording(true)).rows.empty());
  // The same bytes, but another value.
  EXPECT_TRUE(UsesAfterTheWrite(WithEvent({.kind = trace::HostEventKind::kFill,
                                           .call = "cudaMemset",
                                           .width = 4,
                                           .to = {.object = trace::ObjectId{0}}}))
                  .rows.empty());
}

TEST(Uses, SayThatALaunchWasNotRecorded) {
  const Table uses =
      UsesAfterTheWrite(WithEvent({.kind = trace::HostEventKind::kLaunch, .call = "<<<...>>>", .launch = 7}));
  EXPECT_EQ(uses.rows.size(), 1U);
  ASSERT_EQ(uses.notes.size(), 1U);
  EXPECT_EQ(uses.notes[0], "uses in launches that were not recorded are not among these");
}

TEST(Uses, OfABlocksSharedMemoryAreThoseOfTheBlock) {
  replay::Model model(replay::ReduceRecording());
  const auto written = query::Run(model, *Parse("first write to tile[19]"), {});
  ASSERT_TRUE(written);
  replay::Cursor elsewhere = written->rows.at(0).place;
  EXPECT_EQ(query::Run(model, *Parse("uses of tile[19]"), elsewhere)->rows.size(), 1U);
  elsewhere.block = {5, 0, 0};
  EXPECT_TRUE(query::Run(model, *Parse("uses of tile[19]"), elsewhere)->rows.empty());
}

}  // namespace
}  // namespace lockstep::query
