#include "shared/query/origin.h"

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
