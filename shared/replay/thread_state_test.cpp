#include "shared/replay/thread_state.h"

#include <gtest/gtest.h>

#include <array>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

// Moves to the moment just after the first step of `kind` of a thread.
void MoveAfter(Model& model, ThreadSlot thread, trace::StepKind kind, std::uint32_t line) {
  for (const StepIndex i : model.index().StepsOf(thread)) {
    const trace::Step& step = model.launch().steps[i];
    if (step.kind != kind || (line != 0 && model.LineOfSite(step.site).number != line)) continue;
    model.MoveTo(0, i + 1);
    return;
  }
  FAIL() << "no such step";
}

std::string ValueOf(const Model& model, ThreadSlot thread, const std::string& name) {
  const auto stack = CallStack(model, thread, model.position());
  for (const VariableRow& row : DescribeVariables(model, thread, stack.back())) {
    if (row.name == name) return row.known ? row.value : "(unknown)";
  }
  return "(none)";
}

TEST(ThreadState, ShowsRunningWaitingAndFinishedThreads) {
  Model model(ReduceRecording());
  EXPECT_EQ(PhaseOf(model, ThreadSlot{3}), ThreadPhase::kNotStarted);
  EXPECT_EQ(PhaseOf(model, ThreadSlot::kNone), ThreadPhase::kNotRecorded);
  MoveAfter(model, ThreadSlot{3}, trace::StepKind::kArrive, 0);
  EXPECT_EQ(PhaseOf(model, ThreadSlot{3}), ThreadPhase::kWaiting);
  EXPECT_EQ(PhaseOf(model, ThreadSlot{40}), ThreadPhase::kNotStarted);
  MoveAfter(model, ThreadSlot{3}, trace::StepKind::kPass, 0);
  EXPECT_EQ(PhaseOf(model, ThreadSlot{3}), ThreadPhase::kRunning);
  model.MoveTo(0, model.end());
  EXPECT_EQ(PhaseOf(model, ThreadSlot{3}), ThreadPhase::kExited);
}

TEST(ThreadState, KnowsTheCallsThatAThreadIsIn) {
  Model model(ReduceRecording());
  MoveAfter(model, ThreadSlot{9}, trace::StepKind::kLine, 2);
  const auto stack = CallStack(model, ThreadSlot{9}, model.position());
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_EQ(model.function(stack[0].function)->name, "reduce");
  EXPECT_EQ(stack[0].line.number, 8u);
  EXPECT_EQ(model.function(stack[1].function)->name, "twice");
  EXPECT_EQ(ValueOf(model, ThreadSlot{9}, "v"), "9");
  MoveAfter(model, ThreadSlot{9}, trace::StepKind::kLine, 9);
  EXPECT_EQ(CallStack(model, ThreadSlot{9}, model.position()).size(), 1u);
}

TEST(ThreadState, APointerIntoSharedMemoryNamesItsPlace) {
  const Model model(ReduceRecording());
  const trace::Objects& objects = model.launch().objects;
  const trace::ObjectView tile = objects[objects.shared()[0]];
  const trace::TypeId pointer = model.variable(model.kernel()->parameters[0])->type;
  const auto text_of = [&](std::uint64_t address, ThreadSlot thread) {
    return FormatValueOf(model, thread, pointer, {reinterpret_cast<const std::uint8_t*>(&address), sizeof address});
  };
  EXPECT_EQ(text_of(tile.address + 64, ThreadSlot{3}), "&tile[16]");
  EXPECT_EQ(text_of(tile.address + 64, ThreadSlot::kNone).substr(0, 2), "0x") << "of no block";
  EXPECT_EQ(text_of(model.recording().objects[0].address + 8, ThreadSlot{3}), "&d_in[2]");
  EXPECT_EQ(text_of(0, ThreadSlot{3}), "nullptr");
}

TEST(ThreadState, AVariableHasNoValueBeforeItIsWritten) {
  Model model(GreyRecording({}));
  MoveAfter(model, ThreadSlot{5}, trace::StepKind::kDeclare, 5);
  EXPECT_EQ(ValueOf(model, ThreadSlot{5}, "i"), "(unknown)");
  MoveAfter(model, ThreadSlot{5}, trace::StepKind::kWrite, 5);
  EXPECT_EQ(ValueOf(model, ThreadSlot{5}, "i"), "5");
}

TEST(ThreadState, APartHasNoValueBeforeItIsWritten) {
  RecordingBuilder b("a.cu", "");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::TypeId three = b.AddArray(integer, 3);
  const trace::TypeId pair = b.AddStruct("Pair", 16, {{"a", integer, 0}, {"of", three, 4}});
  const trace::FunctionId f = b.AddFunction("f", 1);
  const trace::VariableId given = b.AddVariable("given", pair, trace::VariableKind::kParameter, f, 1);
  const trace::VariableId own = b.AddVariable("own", pair, trace::VariableKind::kLocal, f, 1);
  b.BeginLaunch(b.AddKernel("f", f, {given}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  b.AddArgument(std::array<std::int32_t, 4>{1, 2, 3, 4});
  b.Enter({}, f);
  const trace::ObjectId its_given = b.Declare({}, given), its_own = b.Declare({}, own);
  b.Write({}, 1, its_own, 8, std::int32_t{70});
  b.Write({}, 1, its_given, 0, std::int32_t{9});
  Model model(b.Finish());
  model.MoveTo(0, model.end());
  EXPECT_EQ(ValueOf(model, ThreadSlot{0}, "own"), "{a: ?, of: {?, 70, ?}}");
  EXPECT_EQ(ValueOf(model, ThreadSlot{0}, "given"), "{a: 9, of: {2, 3, 4}}");
}

TEST(ThreadState, ParametersHaveTheLaunchsArguments) {
  Model model(GreyRecording({.width = 10, .height = 10}));
  MoveAfter(model, ThreadSlot{5}, trace::StepKind::kLine, 5);
  EXPECT_EQ(ValueOf(model, ThreadSlot{5}, "n"), "100");
}

TEST(ThreadState, FindsTheScalarInsideNestedTypes) {
  RecordingBuilder builder("a.cu", "");
  const trace::TypeId real = builder.AddType(trace::TypeKind::kFloat, "float", 4);
  const trace::TypeId row = builder.AddArray(real, 17), tile = builder.AddArray(row, 16);
  const trace::TypeId pair = builder.AddType(trace::TypeKind::kStruct, "Pair", 8);
  builder.recording().types[trace::Index(pair)].members = {{"a", real, 0}, {"b", real, 4}};
  builder.BeginLaunch(trace::KernelId::kNone, {1, 1, 1}, {1, 1, 1}, {});
  const Model model(builder.Finish());
  EXPECT_EQ(ScalarAt(model, tile, 17 * 4 + 8, 4), real);
  EXPECT_EQ(ScalarAt(model, pair, 4, 4), real);
  EXPECT_EQ(ScalarAt(model, pair, 2, 4), trace::TypeId::kNone);
}

}  // namespace
}  // namespace lockstep::replay
