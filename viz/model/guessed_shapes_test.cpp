#include "viz/model/guessed_shapes.h"

#include <gtest/gtest.h>

#include "shared/replay/source_shape.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

using Shape = std::vector<std::uint64_t>;

// A kernel that writes `d_out[y * 8 + x]`, with 32 elements, and reads `d_in[y * 16 + x]` with as many.
trace::Recording Recording() {
  replay::RecordingBuilder b("shape.cu",
                             "__global__ void k(float* out, const float* in, int x, int y) {\n"
                             "  out[y * 8 + x] = in[y * 16 + x];\n"
                             "}\n");
  const trace::TypeId real = b.AddType(trace::TypeKind::kFloat, "float", 4);
  const trace::FunctionId kernel = b.AddFunction("k", 1);
  const auto out = b.AddVariable("out", b.AddPointer(real), trace::VariableKind::kParameter, kernel, 1);
  const auto in = b.AddVariable("in", b.AddPointer(real), trace::VariableKind::kParameter, kernel, 1);
  const auto d_out = b.AddAllocation("d_out", real, {}, std::vector<std::uint8_t>(32 * 4));
  const auto d_in = b.AddAllocation("d_in", real, {}, std::vector<std::uint8_t>(32 * 4));
  b.BeginLaunch(b.AddKernel("k", kernel, {out, in}), {1, 1, 1}, {4, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(d_out));
  b.AddArgument(b.AddressOf(d_in));
  for (std::uint32_t i = 0; i < 4; ++i) {
    b.Enter({0, i}, kernel);
    b.Line({0, i}, 2);
    b.Read({0, i}, 2, d_in, i * 4, 4);
    b.Write({0, i}, 2, d_out, i * 4, 1.0f);
    b.Exit({0, i});
  }
  return b.Finish();
}

TEST(GuessedShapes, AreThoseOfTheArrayOfTheSameNameOnTheDevice) {
  replay::Model model(Recording());
  const auto known = replay::SourceShapes(model, *replay::DescribeArray(model, trace::ObjectId{0}));
  ASSERT_EQ(known, (std::vector<Shape>{{4, 8}}));
  report::Comparison comparison;
  comparison.pairs = {{.number = 0, .name = "h_out", .shape = {32}, .cells = 32},
                      {.number = 1, .name = "host / h_in.data()", .shape = {32}, .cells = 32},
                      {.number = 2, .name = "neither", .shape = {32}, .cells = 32},
                      {.number = 3, .name = "h_out", .shape = {16}, .cells = 16},
                      {.number = 4, .name = "h_out", .shape = {2, 16}, .cells = 32}};
  GuessShapes(model, comparison);
  EXPECT_EQ(comparison.pairs[0].shape, (Shape{4, 8}));
  EXPECT_EQ(comparison.pairs[1].shape, (Shape{2, 16}));
  EXPECT_EQ(comparison.pairs[2].shape, (Shape{32})) << "two arrays of that size, in two shapes";
  EXPECT_EQ(comparison.pairs[3].shape, (Shape{16}));
  EXPECT_EQ(comparison.pairs[4].shape, (Shape{2, 16})) << "a shape of its own is no guess";
}

}  // namespace
}  // namespace lockstep::viz
