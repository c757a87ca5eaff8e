#include "shared/query/tables.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "shared/replay/testing/recording_builder.h"
#include "shared/trace/build_command.h"
#include "shared/trace/sample_recording.h"

namespace lockstep::query {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Tables : public testing::Test {
 protected:
  void Open(trace::Recording recording) { model_ = std::make_unique<replay::Model>(std::move(recording)); }
  replay::Model& model() { return *model_; }

  Expected<Table> Try(std::string_view text, const std::optional<replay::Cursor>& from = {}) {
    const auto query = Parse(text);
    if (!query) return std::unexpected(query.error());
    return query::Run(model(), *query, from);
  }
  Table Ask(std::string_view text, const std::optional<replay::Cursor>& from = {}) {
    auto table = Try(text, from);
    EXPECT_TRUE(table) << table.error().message;
    return table.value_or(Table{});
  }
  static std::vector<std::string> Texts(const TableRow& row) {
    std::vector<std::string> texts;
    for (const Value& value : row.values) texts.push_back(value.known() ? value.text : "-");
    return texts;
  }
  static std::vector<std::string> ColumnOf(const Table& table, std::size_t at) {
    std::vector<std::string> texts;
    for (const TableRow& row : table.rows) texts.push_back(Texts(row)[at]);
    return texts;
  }

 private:
  std::unique_ptr<replay::Model> model_ = std::make_unique<replay::Model>(replay::ReduceRecording());
};

TEST_F(Tables, CountHowOftenEachLineWasReached) {
  const Table table = Ask("hits");
  EXPECT_THAT(ColumnOf(table, 0), ElementsAre("2", "7", "8", "9", "10", "11", "13"));
  EXPECT_THAT(ColumnOf(table, 1), ElementsAre("64", "64", "64", "64", "64", "16", "64"));
  EXPECT_THAT(Texts(table.rows[5]), ElementsAre("11", "16", "16", "16", "tile[t] += tile[t + 16];"));
  EXPECT_THAT(ColumnOf(Ask("hits where lane < 4"), 1), ElementsAre("8", "8", "8", "8", "8", "4", "8"));
}

TEST_F(Tables, NameLinesThatNobodyReached) {
  trace::Recording recording = replay::ReduceRecording();
  trace::Site unreached = recording.sites.back();
  unreached.line = 12;
  unreached.function = recording.kernels[0].function;
  recording.sites.push_back(unreached);
  Open(std::move(recording));
  EXPECT_THAT(Texts(Ask("hits").rows[6]), ElementsAre("12", "0", "0", "-", "}"));
}

TEST_F(Tables, ShowAnExpressionInTheLanesOfAWarp) {
  const replay::Cursor at{.launch = 0, .step = model().end() / 2, .thread = {33, 0, 0}};
  const Table table = Ask("threads of warp print threadIdx.x * 2", at);
  ASSERT_EQ(table.rows.size(), 32u);
  EXPECT_EQ(table.rows[1].values.back().text, "66");
  EXPECT_EQ(table.rows[1].place.thread, (trace::Dim3{33, 0, 0}));
  EXPECT_EQ(Ask("threads", at).rows.size(), 64u);
  EXPECT_EQ(Ask("threads of grid where thread.x >= 60", at).rows.size(), 4u);
  EXPECT_THAT(Try("threads").error().message, HasSubstr("--at"));
  EXPECT_THAT(Try("threads of house").error().message, HasSubstr("warp, block or grid"));
}

TEST_F(Tables, FollowALoopIterationByIteration) {
  Open(trace::SampleRecording());
  const Table table = Ask("loop 8 print k, sum");
  EXPECT_THAT(table.columns, ElementsAre("iteration", "step", "k", "sum"));
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_THAT(ColumnOf(table, 2), ElementsAre("0", "1", "2"));
  EXPECT_NE(table.rows[0].values[3].text, table.rows[1].values[3].text);
  EXPECT_EQ(Ask("loop 8 where thread.x == 5 limit 1").rows[0].place.thread, (trace::Dim3{5, 0, 0}));
  EXPECT_THAT(Ask("loop 8").columns, ElementsAre("iteration", "step", "k", "sum"));
  EXPECT_THAT(Try("loop 99").error().message, HasSubstr("comes to line 99"));
}

TEST_F(Tables, FollowTheLoopOfAThreadThatComesToItIfTheChosenOneDoesNot) {
  const replay::Cursor at{.step = 1, .thread = {40, 0, 0}};
  const Table table = Ask("loop 11", at);
  EXPECT_THAT(table.notes, testing::Contains("thread (40,0,0) of block (0,0,0) does not come to line 11"));
  EXPECT_THAT(table.notes,
              testing::Contains(HasSubstr("thread (0,0,0) of block (0,0,0) in launch 0, which came to line 11")));
  const replay::Cursor other{.step = 1, .thread = {3, 0, 0}};
  EXPECT_THAT(Ask("loop 11", other).notes, ElementsAre(HasSubstr("thread (3,0,0)")));
}

TEST_F(Tables, CompareTheVariablesOfTwoMoments) {
  Open(trace::SampleRecording());
  const Table loop = Ask("loop 8");
  const std::string first = loop.rows[0].values[1].text;
  const Table table = Ask("since 0:" + first, loop.rows[2].place);
  const auto k = std::ranges::find(table.rows, "k", [](const TableRow& row) { return row.values[0].text; });
  ASSERT_NE(k, table.rows.end());
  EXPECT_THAT(Texts(*k), ElementsAre("k", "-", "2", "-"));
  const auto i = std::ranges::find(table.rows, "i", [](const TableRow& row) { return row.values[0].text; });
  EXPECT_THAT(Texts(*i), ElementsAre("i", "0", "0", ""));
  EXPECT_THAT(Texts(Ask("since " + first + " print k * 10", loop.rows[2].place).rows.back()),
              ElementsAre("k * 10", "-", "20", "-"));
  EXPECT_THAT(Try("since 0:99999999").error().message, HasSubstr("there is no step"));
}

TEST_F(Tables, DivideABlockAtItsBarriers) {
  const Table table = Ask("phases");
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.columns, ElementsAre("block", "phase", "from", "to", "line", "arrived", "first", "last", "lag"));
  const auto first = Texts(table.rows[0]);
  EXPECT_EQ(first[2], "0");
  EXPECT_EQ(first[4], "9");
  EXPECT_EQ(first[5], "64");
  EXPECT_EQ(first[6], "(0,0,0)");
  EXPECT_EQ(first[7], "(63,0,0)");
  EXPECT_EQ(std::stoul(Texts(table.rows[1])[2]), std::stoul(first[3]) + 1);
  EXPECT_EQ(Texts(table.rows[1])[4], "-");
}

TEST_F(Tables, CountAllThreadsOfABarrierWhereSomeRunAheadToTheNext) {
  replay::RecordingBuilder b("meet.cu", "__global__ void meet() {\n  __syncthreads();\n  __syncthreads();\n}\n");
  const trace::FunctionId kernel = b.AddFunction("meet", 1);
  b.BeginLaunch(b.AddKernel("meet", kernel, {}), {1, 1, 1}, {2, 1, 1}, {{0, 0, 0}});
  const replay::Actor ahead{0, 0}, behind{0, 1};
  for (const replay::Actor actor : {ahead, behind}) b.Enter(actor, kernel), b.Arrive(actor, 2);
  b.Pass(ahead, 2), b.Arrive(ahead, 3);
  b.Pass(behind, 2), b.Arrive(behind, 3);
  for (const replay::Actor actor : {ahead, behind}) b.Pass(actor, 3), b.Leave(actor, kernel), b.Exit(actor);
  Open(b.Finish());
  const Table table = Ask("phases");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(Texts(table.rows[0])[5], "2");
  EXPECT_EQ(Texts(table.rows[1])[4], "3");
  EXPECT_EQ(Texts(table.rows[1])[5], "2");
  EXPECT_EQ(Texts(table.rows[2])[5], "-");
}

TEST_F(Tables, ShowBothTimesOfARaceAndTheOtherOrder) {
  EXPECT_THAT(Try("races").error().message, HasSubstr("lockstep check"));
  Open(replay::RacyRecording());
  const Table table = Ask("races");
  ASSERT_EQ(table.rows.size(), 1u);
  const auto row = Texts(table.rows[0]);
  EXPECT_EQ(row[0], "race-shared");
  EXPECT_LT(std::stoul(row[2]), std::stoul(row[3]));
  EXPECT_THAT(row[6], HasSubstr("a barrier after line 5 and before line 4"));
  EXPECT_THAT(row[7], HasSubstr("instead of"));
  EXPECT_THAT(table.notes.at(0),
              HasSubstr(fmt::format("`lockstep record {} --order", trace::BuildCommand(model().recording()))));
}

TEST_F(Tables, NameTheAtomicOperationThatALostUpdateLacks) {
  trace::Recording recording = replay::RacyRecording();
  recording.findings.at(0).kind = "lost-update";
  Open(std::move(recording));
  const Table table = Ask("races");
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_THAT(Texts(table.rows[0])[6], HasSubstr("an atomic operation"));
}

TEST(TableQueries, RefuseClausesThatTheyDoNotHave) {
  EXPECT_THAT(Parse("phases where lane == 0").error().message, HasSubstr("phases has no"));
  EXPECT_THAT(Parse("hits print i").error().message, HasSubstr("hits has"));
  EXPECT_FALSE(Parse("loop"));
  EXPECT_FALSE(Parse("since"));
  EXPECT_FALSE(Parse("since 1:x"));
  EXPECT_EQ(Parse("since 3:12")->since->launch, 3u);
  EXPECT_EQ(Parse("loop at line 12")->line, 12u);
}

}  // namespace
}  // namespace lockstep::query
