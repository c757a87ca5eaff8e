#include "shared/query/whynot.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

using replay::Actor;

// `out[i] = 1` for i < n, by two blocks of four threads; n is 6. Thread 1 of block 1, whose i is 5, still waits.
trace::Recording GuardedRecording() {
  replay::RecordingBuilder b("f.cu",
                             "__global__ void f(int* out, int n) {\n"
                             "  int i = blockIdx.x * 4 + threadIdx.x;\n"
                             "  if (i < n)\n"
                             "    out[i] = 1;\n"
                             "}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId f = b.AddFunction("f", 1);
  const trace::VariableId out = b.AddVariable("out", b.AddPointer(integer), trace::VariableKind::kParameter, f, 1);
  const trace::VariableId n = b.AddVariable("n", integer, trace::VariableKind::kParameter, f, 1);
  const trace::VariableId i = b.AddVariable("i", integer, trace::VariableKind::kLocal, f, 2);
  const trace::ObjectId d_out = b.AddAllocation("d_out", integer, {}, std::vector<std::uint8_t>(4 * 12));
  b.BeginLaunch(b.AddKernel("f", f, {out, n}), {2, 1, 1}, {4, 1, 1}, {{0, 0, 0}, {1, 0, 0}});
  b.AddArgument(b.AddressOf(d_out));
  b.AddArgument(std::int32_t{6});
  for (std::uint32_t k = 0; k < 8; ++k) {
    const Actor actor{k / 4, k % 4};
    b.Enter(actor, f);
    b.Line(actor, 2);
    b.Write(actor, 2, b.Declare(actor, i), 0, std::int32_t(k));
    b.Line(actor, 3);
    if (k == 5) {
      b.Arrive(actor, 3);
      continue;
    }
    if (k < 6) {
      b.Line(actor, 4);
      b.Write(actor, 4, d_out, 4 * k, std::int32_t{1});
    }
    b.Leave(actor, f);
    b.Exit(actor);
  }
  return b.Finish();
}

class WhyNot : public testing::Test {
 protected:
  std::vector<Reason> Ask(std::string_view target) {
    const auto query = Parse("whynot " + std::string(target));
    EXPECT_TRUE(query);
    auto reasons = FindWhyNot(model_, *query->target, {});
    EXPECT_TRUE(reasons) << reasons.error().message;
    return reasons ? std::move(*reasons) : std::vector<Reason>{};
  }
  replay::Model model_{GuardedRecording()};
};

TEST_F(WhyNot, NamesTheGuardWithItsNumbers) {
  const auto reasons = Ask("d_out[7]");
  ASSERT_EQ(reasons.size(), 2U);
  EXPECT_EQ(reasons[0].sentence,
            "Line 4 writes `d_out`; nearest to 7 it wrote element 4, by thread (0,0,0) of block (1,0,0).");
  EXPECT_EQ(
      reasons[1].sentence,
      "In thread (3,0,0) of block (1,0,0), `i` is 7, but it did not come to line 4: line 3 decided, `i < n`, that is "
      "7 < 6: false.");
  EXPECT_EQ(reasons[1].moment.thread, (trace::Dim3{3, 0, 0}));
  EXPECT_EQ(reasons[1].moment.line.number, 3U);
}

TEST_F(WhyNot, NamesABarrierAtWhichTheThreadWaits) {
  EXPECT_EQ(Ask("d_out[5]").back().sentence,
            "In thread (1,0,0) of block (1,0,0), `i` is 5, but it still waits at the barrier on line 3.");
}

TEST_F(WhyNot, SaysThatNoThreadHasTheIndex) {
  const auto reasons = Ask("d_out[9]");
  ASSERT_EQ(reasons.size(), 3U);
  EXPECT_EQ(reasons[1].sentence,
            "In no recorded thread `i` is 9: on line 4 the largest was 4, in thread (0,0,0) of block (1,0,0).");
  EXPECT_EQ(reasons[2].sentence, "Launch 0 has 8 threads: 2 blocks of 4.");
}

TEST_F(WhyNot, SaysThatItWasWritten) {
  EXPECT_EQ(Ask("d_out[2]").back().sentence,
            "It was written: thread (2,0,0) of block (0,0,0) wrote 1 to d_out[2] (was 0). `why d_out[2]` shows from "
            "what.");
}

// Two launches of `if (i < n) out[i] = 1;` by four threads: n is 3, then 2.
trace::Recording OneLineRecording() {
  replay::RecordingBuilder b("f.cu",
                             "__global__ void f(int* out, int n) {\n"
                             "  int i = threadIdx.x;\n"
                             "  if (i < n) out[i] = 1;\n"
                             "  if (n > 9) i = 0;\n"
                             "}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId f = b.AddFunction("f", 1);
  const trace::VariableId out = b.AddVariable("out", b.AddPointer(integer), trace::VariableKind::kParameter, f, 1);
  const trace::VariableId n = b.AddVariable("n", integer, trace::VariableKind::kParameter, f, 1);
  const trace::VariableId i = b.AddVariable("i", integer, trace::VariableKind::kLocal, f, 2);
  const trace::ObjectId d_out = b.AddAllocation("d_out", integer, {}, std::vector<std::uint8_t>(4 * 12));
  const trace::KernelId kernel = b.AddKernel("f", f, {out, n});
  for (const std::int32_t bound : {3, 2}) {
    b.BeginLaunch(kernel, {1, 1, 1}, {4, 1, 1}, {{0, 0, 0}}).number = bound == 3 ? 0 : 1;
    b.AddArgument(b.AddressOf(d_out));
    b.AddArgument(bound);
    for (std::int32_t k = 0; k < 4; ++k) {
      const Actor actor{0, static_cast<std::uint32_t>(k)};
      b.Enter(actor, f);
      b.Line(actor, 2);
      b.Write(actor, 2, b.Declare(actor, i), 0, k);
      b.Line(actor, 3);
      if (k < bound) b.Write(actor, 3, d_out, 4 * static_cast<std::uint64_t>(k), std::int32_t{1});
      b.Line(actor, 4);
      b.Leave(actor, f);
      b.Exit(actor);
    }
  }
  return b.Finish();
}

std::vector<Reason> AskOneLine(std::string_view target) {
  replay::Model model(OneLineRecording());
  const auto query = Parse("whynot " + std::string(target));
  const auto reasons = FindWhyNot(model, *query->target, {});
  EXPECT_TRUE(reasons);
  return reasons ? *reasons : std::vector<Reason>{};
}

TEST(WhyNotOnOneLine, NamesTheConditionInFrontOfTheWrite) {
  EXPECT_EQ(AskOneLine("d_out[3]").back().sentence,
            "In thread (3,0,0) of block (0,0,0), `i` is 3, but line 3 wrote nothing: its condition is `i < n`, that is "
            "3 < 2: false.");
}

TEST(WhyNotOnOneLine, FindsTheLaunchThatWroteIt) {
  const auto reasons = AskOneLine("d_out[2]");
  EXPECT_TRUE(
      reasons.back().sentence.starts_with("It was written: thread (2,0,0) of block (0,0,0) wrote 1 to d_out[2]"))
      << reasons.back().sentence;
  EXPECT_EQ(reasons.back().moment.launch, 0U);
  EXPECT_EQ(AskOneLine("d_out[5]").back().sentence, "Launch 1 has 4 threads: 1 block of 4.");
}

// The map of writers has one cell for all of `d_out[4]` to `d_out[7]`, of which the last was not written.
TEST(WhyNotOfAPart, DoesNotTakeTheWriterOfAnotherPartForItsOwn) {
  trace::Recording recording = GuardedRecording();
  recording.launches[0].writers.push_back({.object = trace::ObjectId{0}, .cell = 16, .writer = {1, 5, 0}});
  replay::Model model(std::move(recording));
  const auto reasons = FindWhyNot(model, *Parse("whynot d_out[7]")->target, {});
  ASSERT_TRUE(reasons);
  EXPECT_TRUE(reasons->back().sentence.contains("line 3 decided")) << reasons->back().sentence;
}

TEST_F(WhyNot, AsksAboutOneCell) {
  const auto query = Parse("whynot d_out");
  EXPECT_EQ(FindWhyNot(model_, *query->target, {}).error().message, "whynot asks about one cell: `d_out[0]`");
}

}  // namespace
}  // namespace lockstep::query
