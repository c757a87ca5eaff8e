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

// `make` writes x, `other` does not know it, and `use` reads it. The host filled it before; it changed between the two
// only if asked for.
trace::Recording ThreeLaunches(bool is_changed_between) {
  replay::RecordingBuilder b("pipe.cu",
                             "__global__ void make(int* x) {\n  x[0] = 6;\n}\n__global__ void use(int* x, int* z) {\n"
                             "  z[0] = x[0] + 1;\n}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId make = b.AddFunction("make", 1), use = b.AddFunction("use", 4);
  const trace::KernelId maker = b.AddKernel("make", make, {}), user = b.AddKernel("use", use, {});
  const trace::ObjectId x = b.AddAllocation("x", integer, {1}, std::vector<std::uint8_t>(4));
  const trace::ObjectId z = b.AddAllocation("z", integer, {1}, std::vector<std::uint8_t>(4));
  const auto bytes = [&] { return trace::Snapshot{.object = x, .bytes = b.Bytes(x)}; };
  b.BeginLaunch(maker, {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}}).memory_before = {bytes()};
  b.Enter({}, make);
  b.Line({}, 2);
  b.Write({}, 2, x, 0, 6);
  b.launch().memory_after = {bytes()};
  b.BeginLaunch(maker, {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}}).memory_before.clear();
  b.BeginLaunch(user, {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  if (is_changed_between) b.launch().memory_before[0].bytes[1] = 1;
  b.Enter({}, use);
  b.Line({}, 5);
  const trace::SiteId reads = b.AddSite(5, 10), sets = b.AddSite(5, 8);
  b.Read({}, 5, x, 0, 4), b.At(reads);
  b.Write({}, 5, z, 0, 7), b.At(sets);
  b.From({.site = sets, .kind = trace::OperandKind::kRead, .size = 4, .length = 4, .from = reads, .from_count = 1});
  trace::Recording recording = b.Finish();
  recording.host_events = {
      {.kind = trace::HostEventKind::kCopy, .call = "cudaMemcpy", .width = 4, .to = {.object = x}},
      {.kind = trace::HostEventKind::kLaunch, .call = "<<<...>>>", .launch = 0},
      {.kind = trace::HostEventKind::kLaunch, .call = "<<<...>>>", .launch = 1},
      {.kind = trace::HostEventKind::kLaunch, .call = "<<<...>>>", .launch = 2},
  };
  return recording;
}

Link OriginOf(trace::Recording recording, std::string_view target) {
  replay::Model model(std::move(recording));
  const auto link = FindOrigin(model, *Parse("why " + std::string(target))->target, {});
  EXPECT_TRUE(link) << link.error().message;
  return link.value_or(Link{});
}

TEST(OriginOverLaunches, SaysWhatIsNotFollowedWhereTheRecordingDoesNotKnow) {
  trace::Recording recording = ThreeLaunches(false);
  recording.operands.clear();
  const Link root = OriginOf(std::move(recording), "z[0]");
  ASSERT_EQ(root.inputs.size(), 1U);
  EXPECT_EQ(root.inputs[0].kind, LinkKind::kNotFollowed);
  EXPECT_EQ(root.inputs[0].note, "not followed: a recording of version 6 or older does not say");
}

TEST(OriginOverLaunches, PassesALaunchThatDoesNotKnowTheArray) {
  const Link root = OriginOf(ThreeLaunches(false), "z[0]");
  ASSERT_EQ(root.inputs.size(), 1U);
  EXPECT_EQ(root.inputs[0].kind, LinkKind::kComputed);
  EXPECT_EQ(root.inputs[0].moment.launch, 0U);
  EXPECT_EQ(root.inputs[0].statement, "x[0] = 6;");
}

TEST(OriginOverLaunches, SeesThatTheHostChangedItSinceTheLastLaunchThatKnewIt) {
  const Link root = OriginOf(ThreeLaunches(true), "z[0]");
  ASSERT_EQ(root.inputs.size(), 1U);
  EXPECT_EQ(root.inputs[0].kind, LinkKind::kHost);
  EXPECT_EQ(root.inputs[0].note, "the host put it there before launch 2");
}

TEST(OriginOverLaunches, NamesTheCopyThatLiesLaunchesBack) {
  trace::Recording recording = ThreeLaunches(false);
  recording.launches[0] = {.kernel = recording.launches[0].kernel, .grid = {1, 1, 1}, .block = {1, 1, 1}};
  const Link root = OriginOf(std::move(recording), "z[0]");
  ASSERT_EQ(root.inputs.size(), 1U);
  EXPECT_EQ(root.inputs[0].note, "copied from the host by cudaMemcpy");
}

}  // namespace
}  // namespace lockstep::query
