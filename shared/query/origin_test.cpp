#include "shared/query/origin.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "shared/query/format.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

class Origins : public testing::Test {
 protected:
  Link Why(std::string_view target, const std::optional<replay::Cursor>& from = {}) {
    const auto query = Parse("why " + std::string(target));
    EXPECT_TRUE(query);
    const auto link = FindOrigin(model_, *query->target, from);
    EXPECT_TRUE(link) << link.error().message;
    return link.value_or(Link{});
  }
  replay::Model model_{replay::ReduceRecording()};
};

TEST_F(Origins, GoFromTheResultToTheHost) {
  const Link root = Why("d_out[0]");
  EXPECT_EQ(root.value, "32");
  EXPECT_EQ(root.kind, LinkKind::kCopied);
  EXPECT_EQ(root.moment.line.number, 13U);
  ASSERT_EQ(root.inputs.size(), 1U);
  const Link& sum = root.inputs[0];
  EXPECT_EQ(sum.place, "tile[0]");
  EXPECT_EQ(sum.statement, "tile[t] += tile[t + 16];");
  ASSERT_EQ(sum.inputs.size(), 2U);
  const Link& other = sum.inputs[0];
  EXPECT_EQ(other.place, "tile[16]");
  EXPECT_EQ(other.value, "32");
  EXPECT_EQ(other.moment.thread, (trace::Dim3{16, 0, 0}));
  // The function that made it, and what went into that.
  ASSERT_EQ(other.inputs.size(), 1U);
  const Link& returned = other.inputs[0];
  EXPECT_EQ(returned.kind, LinkKind::kReturned);
  EXPECT_EQ(returned.statement, "return 2 * v;");
  ASSERT_EQ(returned.inputs.size(), 1U);
  const Link& passed = returned.inputs[0];
  EXPECT_EQ(passed.place, "v");
  EXPECT_EQ(passed.moment.line.number, 8U);
  ASSERT_EQ(passed.inputs.size(), 1U);
  EXPECT_EQ(passed.inputs[0].place, "d_in[16]");
  EXPECT_EQ(passed.inputs[0].kind, LinkKind::kHost);
}

TEST_F(Origins, AreOfTheMoment) {
  const auto at = [&](std::uint32_t step) { return replay::Cursor{.launch = 0, .step = step, .thread = {5, 0, 0}}; };
  EXPECT_EQ(Why("tile[3]", at(model_.end())).value, "44");
  EXPECT_EQ(Why("tile[3]", at(0)).kind, LinkKind::kUnwritten);
  EXPECT_EQ(Why("t", at(model_.end())).value, "5");
}

TEST_F(Origins, StopAtTheLimit) {
  const auto query = Parse("why d_out[0]");
  const auto link = FindOrigin(model_, *query->target, {}, {.links = 2});
  ASSERT_TRUE(link);
  EXPECT_NE(FormatOrigin(*link, Format::kText).find("not followed any further"), std::string::npos);
}

TEST_F(Origins, ReadAsATree) {
  const std::string text = FormatOrigin(Why("d_out[0]"), Format::kText);
  EXPECT_TRUE(text.starts_with("d_out = 32\n│   if (t == 0) out[0] = tile[0];")) << text;
  EXPECT_NE(text.find("└── tile[0] = 32\n"), std::string::npos) << text;
  EXPECT_NE(text.find("the host put it there before launch 0"), std::string::npos) << text;
}

Link OriginOf(trace::Recording recording, std::string_view target) {
  replay::Model model(std::move(recording));
  const auto link = FindOrigin(model, *Parse("why " + std::string(target))->target, {});
  EXPECT_TRUE(link) << link.error().message;
  return link.value_or(Link{});
}

// Lane i brings 10 * i, in meetings that are numbered from `first`.
replay::Model ShuffledRecording(std::uint32_t first, std::uint32_t lanes) {
  replay::RecordingBuilder b("shuffle.cu",
                             "__global__ void k(int* out) {\n  out[threadIdx.x] = __shfl(10 * threadIdx.x);\n}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId kernel = b.AddFunction("k", 1);
  const trace::ObjectId out = b.AddAllocation("out", integer, {}, std::vector<std::uint8_t>(4 * lanes));
  b.BeginLaunch(b.AddKernel("k", kernel, {}), {1, 1, 1}, {lanes, 1, 1}, {{0, 0, 0}});
  const trace::SiteId shuffles = b.AddSite(2, 22), sets = b.AddSite(2, 20);
  using trace::OperandKind;
  b.From({.site = shuffles, .kind = OperandKind::kIndex, .size = 4, .text = "threadIdx.x"});
  b.From({.site = sets,
          .kind = OperandKind::kExchanged,
          .moves = true,
          .size = 4,
          .length = 4,
          .from = shuffles,
          .from_count = 1});
  const auto each = [&](const auto& act) {
    for (std::uint32_t i = 0; i < lanes; ++i) act(replay::Actor{0, i}, i);
  };
  const auto number = [&](std::uint32_t meeting) { return (first + meeting) % trace::WarpExchange::kMeetings; };
  each([&](replay::Actor a, std::uint32_t) { b.Enter(a, kernel), b.Line(a, 2); });
  // The same operation twice before and once after the one that counts, at the same place.
  for (std::uint32_t meeting = 0; meeting < 4; ++meeting)
    each([&](replay::Actor a, std::uint32_t i) {
      const std::uint32_t asked = meeting == 2 ? (i + 5) % 32 : i;
      b.Exchange(a, 2, {trace::WarpOperation::kShuffle, asked, number(meeting)}, 10 * i, 10 * asked), b.At(shuffles);
      if (meeting == 2) b.Write(a, 2, out, 4 * i, static_cast<int>(10 * asked)), b.At(sets);
    });
  each([&](replay::Actor a, std::uint32_t) { b.Exit(a); });
  return replay::Model(b.Finish());
}

Link WhyOut(replay::Model& model, std::uint32_t element) {
  const auto query = Parse(fmt::format("why out[{}]", element));
  return FindOrigin(model, *query->target, {}).value_or(Link{});
}

TEST(OriginOverLanes, GoesOnInTheLaneThatWasAsked) {
  // The numbers of meetings may begin anew in between.
  for (const std::uint32_t first : {1u, trace::WarpExchange::kMeetings - 1}) {
    SCOPED_TRACE(first);
    replay::Model model = ShuffledRecording(first, 32);
    const Link root = WhyOut(model, 3);
    ASSERT_EQ(root.inputs.size(), 1u);
    const Link& lane = root.inputs[0];
    EXPECT_EQ(lane.kind, LinkKind::kBrought) << lane.note;
    EXPECT_EQ(lane.place, "lane 8");
    EXPECT_EQ(lane.moment.thread, (trace::Dim3{8, 0, 0}));
    ASSERT_EQ(lane.inputs.size(), 1u);
    EXPECT_EQ(lane.inputs[0].place, "threadIdx.x");
    EXPECT_EQ(lane.inputs[0].value, "8");
  }
}

TEST(OriginOverLanes, SaysThatALaneTookNoPart) {
  replay::Model model = ShuffledRecording(1, 16);
  const Link root = WhyOut(model, 14);
  ASSERT_EQ(root.inputs.size(), 1u);
  EXPECT_EQ(root.inputs[0].kind, LinkKind::kNotFollowed);
  EXPECT_EQ(root.inputs[0].place, "lane 19");
}

TEST(OriginOverLaunches, SaysWhatIsNotFollowedWhereTheRecordingDoesNotKnow) {
  trace::Recording recording = replay::PipeRecording(false);
  recording.operands.clear();
  const Link root = OriginOf(std::move(recording), "z[0]");
  ASSERT_EQ(root.inputs.size(), 1U);
  EXPECT_EQ(root.inputs[0].kind, LinkKind::kNotFollowed);
  EXPECT_EQ(root.inputs[0].note, "not followed: a recording of version 6 or older does not say");
}

TEST(OriginOverLaunches, PassesALaunchThatDoesNotKnowTheArray) {
  const Link root = OriginOf(replay::PipeRecording(false), "z[0]");
  ASSERT_EQ(root.inputs.size(), 1U);
  EXPECT_EQ(root.inputs[0].kind, LinkKind::kComputed);
  EXPECT_EQ(root.inputs[0].moment.launch, 0U);
  EXPECT_EQ(root.inputs[0].statement, "x[0] = 6;");
}

TEST(OriginOverLaunches, SeesThatTheHostChangedItSinceTheLastLaunchThatKnewIt) {
  const Link root = OriginOf(replay::PipeRecording(true), "z[0]");
  ASSERT_EQ(root.inputs.size(), 1U);
  EXPECT_EQ(root.inputs[0].kind, LinkKind::kHost);
  EXPECT_EQ(root.inputs[0].note, "the host put it there before launch 2");
}

TEST(OriginOverLaunches, NamesTheCopyThatLiesLaunchesBack) {
  trace::Recording recording = replay::PipeRecording(false);
  recording.launches[0] = {.kernel = recording.launches[0].kernel, .grid = {1, 1, 1}, .block = {1, 1, 1}};
  const Link root = OriginOf(std::move(recording), "z[0]");
  ASSERT_EQ(root.inputs.size(), 1U);
  EXPECT_EQ(root.inputs[0].note, "copied from the host by cudaMemcpy");
}

}  // namespace
}  // namespace lockstep::query
