#include "shared/replay/evaluate.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

struct Cell2 {
  std::int32_t weight;
  std::int32_t parts[2];
};

// Two threads of a kernel `f(Cell* cells, int n, int* nothing)` with `__shared__ int tile[2][4]`, `float half` and
// `Cell own`. Thread 1 runs a function `g(int v)` at the end.
trace::Recording CellsRecording() {
  RecordingBuilder b("f.cu", "#define SIZE 16\n__global__ void f(Cell* cells, int n) {\n\n\n}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::TypeId single = b.AddType(trace::TypeKind::kFloat, "float", 4);
  const trace::TypeId parts = b.AddArray(integer, 2), row = b.AddArray(integer, 4);
  const trace::TypeId table = b.AddArray(row, 2);
  const trace::TypeId cell = b.AddType(trace::TypeKind::kStruct, "Cell", sizeof(Cell2));
  b.recording().types[trace::Index(cell)].members = {{"weight", integer, 0}, {"parts", parts, 4}};
  const trace::TypeId to_cell = b.AddPointer(cell), to_int = b.AddPointer(integer);
  const trace::FunctionId f = b.AddFunction("f", 2), g = b.AddFunction("g", 4);
  const trace::VariableId cells = b.AddVariable("cells", to_cell, trace::VariableKind::kParameter, f, 2);
  const trace::VariableId n = b.AddVariable("n", integer, trace::VariableKind::kParameter, f, 2);
  const trace::VariableId nothing = b.AddVariable("nothing", to_int, trace::VariableKind::kParameter, f, 2);
  const trace::VariableId tile = b.AddVariable("tile", table, trace::VariableKind::kShared, f, 3);
  const trace::VariableId half = b.AddVariable("half", single, trace::VariableKind::kLocal, f, 3);
  const trace::VariableId own = b.AddVariable("own", cell, trace::VariableKind::kLocal, f, 3);
  const trace::VariableId v = b.AddVariable("v", integer, trace::VariableKind::kParameter, g, 4);
  std::vector<std::uint8_t> bytes(3 * sizeof(Cell2));
  for (std::int32_t i = 0; i < 9; ++i) std::memcpy(&bytes[4 * i], &i, 4);
  const trace::ObjectId memory = b.AddAllocation("d_cells", cell, {}, bytes);
  b.BeginLaunch(b.AddKernel("f", f, {cells, n, nothing}), {1, 1, 1}, {2, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(memory));
  b.AddArgument(std::int32_t{3});
  b.AddArgument(std::uint64_t{0});
  const trace::ObjectId shared = b.AddShared(0, tile, 32);
  const Actor first{0, 0}, second{0, 1};
  b.Enter(first, f);
  b.Line(first, 3);
  const trace::ObjectId its_half = b.Declare(first, half);
  b.Line(first, 4);  // 4 steps
  b.Write(first, 4, its_half, 0, 0.5f);
  const trace::ObjectId its_own = b.Declare(first, own);
  b.Write(first, 4, its_own, 0, std::int32_t{70});
  b.Write(first, 4, its_own, 8, std::int32_t{72});
  b.Write(first, 4, shared, 4 * 6, std::int32_t{46});
  b.Write(first, 4, memory, 4, std::int32_t{11});
  b.Enter(second, f);
  b.Line(second, 4);
  b.Enter(second, g);
  b.Write(second, 4, b.Declare(second, v), 0, std::int32_t{9});
  b.Line(second, 4);
  return b.Finish();
}

class Expressions : public testing::Test {
 protected:
  Expressions() { model_.MoveTo(0, model_.end()); }
  std::string At(ThreadSlot thread, std::string_view expression, std::optional<std::size_t> frame = {}) const {
    const auto value = Evaluate(model_, thread, expression, frame);
    return value ? value->text : "error: " + value.error().message;
  }
  std::string Of(std::string_view expression) const { return At(ThreadSlot{0}, expression); }
  Model model_{CellsRecording()};
};

TEST_F(Expressions, KnowBuiltInsParametersLocalsAndConstants) {
  EXPECT_EQ(At(ThreadSlot{1}, "blockIdx.x * blockDim.x + threadIdx.x"), "1");
  EXPECT_EQ(Of("n + 1"), "4");
  EXPECT_EQ(Of("half * n"), "1.5");
  EXPECT_EQ(Of("n < 4 ? SIZE / warpSize : -1"), "0");
  EXPECT_EQ(Of("n < SIZE && half != 0"), "true");
  EXPECT_EQ(Of("(float)n / 2"), "1.5");
  EXPECT_EQ(Of("min(n, 2) + max(n, 7)"), "9");
}

TEST_F(Expressions, FollowPointersArraysAndMembers) {
  EXPECT_EQ(Of("tile[1][n - 1]"), "46");
  EXPECT_EQ(Of("cells[2].weight"), "6");
  EXPECT_EQ(Of("cells[n - 2].parts[1] + 1"), "6");
  EXPECT_EQ(Of("cells->parts[0]"), "11");
  EXPECT_EQ(Of("own.weight + own.parts[1]"), "142");
  EXPECT_EQ(Of("own"), "{weight: 70, parts: {?, 72}}");
  EXPECT_EQ(Of("own.parts[0]"), "error: `own.parts[0]` has not been written yet");
  EXPECT_EQ(Of("own.weight + own.parts[0]"), "error: `own.parts[0]` has not been written yet");
}

TEST_F(Expressions, ShowWhatIsNoNumber) {
  const auto value = Evaluate(model_, ThreadSlot{0}, "cells[2].parts");
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_FALSE(value->number);
  EXPECT_EQ(model_.type(value->type)->name, "int[2]");
  EXPECT_NE(value->text.find('7'), std::string::npos);
  EXPECT_TRUE(Evaluate(model_, ThreadSlot{0}, "cells"));
}

TEST_F(Expressions, AreOfTheMoment) {
  EXPECT_EQ(Of("cells[0].parts[0]"), "11");
  model_.MoveTo(0, 4);
  EXPECT_EQ(Of("cells[0].parts[0]"), "1");
  EXPECT_EQ(Of("half"), "error: `half` has no value yet");
  model_.MoveTo(0, 0);
  EXPECT_EQ(Of("n"), "3");
  EXPECT_EQ(Of("half"), "error: `half` is no name that the thread sees here");
}

TEST_F(Expressions, BelongToAFrame) {
  EXPECT_EQ(At(ThreadSlot{1}, "v"), "9");
  EXPECT_EQ(At(ThreadSlot{1}, "v", 0), "error: `v` is no name that the thread sees here");
  EXPECT_EQ(At(ThreadSlot{1}, "n", 0), "3");
  EXPECT_EQ(At(ThreadSlot{1}, "n", 5), "error: the thread is in no function of that number");
  EXPECT_EQ(At(ThreadSlot::kNone, "n"), "error: the thread's block was not recorded");
}

TEST_F(Expressions, SayWhyTheyHaveNoValue) {
  EXPECT_EQ(Of("g(n)"), "error: `g` is called, and calls are not evaluated");
  EXPECT_EQ(Of("&n"), "error: addresses are not evaluated");
  EXPECT_EQ(Of("n++"), "error: an expression changes nothing, so no `++`");
  EXPECT_EQ(Of("n = 3"), "error: `=` is not expected there");
  EXPECT_EQ(Of("(n"), "error: the expression ends too early");
  EXPECT_EQ(Of(""), "error: there is no expression");
  EXPECT_EQ(Of("n / 0"), "error: `n / 0` has no value: C++ leaves it undefined");
  EXPECT_EQ(Of("missing + 1"), "error: `missing` is no name that the thread sees here");
  EXPECT_EQ(Of("nothing[0]"), "error: `nothing` is null");
  EXPECT_EQ(Of("tile[1][4]"), "error: `tile[1][4]` is outside: `tile[1]` has 4 elements");
  EXPECT_EQ(Of("tile[half][0]"), "error: the index of `tile` is no whole number");
  EXPECT_EQ(Of("cells[3].weight"), "error: `cells[3]` lies in no memory that was recorded");
  EXPECT_EQ(Of("own.height"), "error: `own` has no member `height`");
  EXPECT_EQ(Of("n.x"), "error: `n` has no members");
  EXPECT_EQ(Of("n[0]"), "error: `n` is neither an array nor a pointer");
  EXPECT_EQ(Of("cells + 1"), "error: `cells` is no number");
}

}  // namespace
}  // namespace lockstep::replay
