#include "shared/replay/line_notes.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

LineNote NoteAt(const Model& model, ThreadSlot thread, std::uint32_t line) {
  for (const LineNote& note : NotesOf(model, thread)) {
    if (note.line.number == line) return note;
  }
  return {};
}

void MoveToLine(Model& model, ThreadSlot thread, std::uint32_t line) {
  for (const StepIndex i : model.index().StepsOf(thread)) {
    if (model.launch().steps[i].kind == trace::StepKind::kLine &&
        model.LineOfSite(model.launch().steps[i].site).number == line) {
      model.MoveTo(0, i + 1);
      return;
    }
  }
  FAIL() << "the thread never reaches line " << line;
}

constexpr ThreadSlot kSecondBlockFifth{64 + 5};

TEST(LineNotes, ShowTheIndexFormulaWithNumbersAndResult) {
  Model model(GreyRecording({}));
  MoveToLine(model, kSecondBlockFifth, 6);
  const LineNote note = NoteAt(model, kSecondBlockFifth, 5);
  EXPECT_EQ(note.numbers, "1*64+5");
  EXPECT_EQ(note.result, "69");
  EXPECT_TRUE(note.done);
}

TEST(LineNotes, MarkAResultThatIsStillToCome) {
  Model model(GreyRecording({}));
  MoveToLine(model, kSecondBlockFifth, 5);
  EXPECT_FALSE(NoteAt(model, kSecondBlockFifth, 5).done);
}

TEST(LineNotes, DecideConditions) {
  Model model(GreyRecording({}));
  MoveToLine(model, kSecondBlockFifth, 7);
  const LineNote note = NoteAt(model, kSecondBlockFifth, 6);
  EXPECT_EQ(note.numbers, "69 < 3072");
  EXPECT_EQ(note.result, "true");
}

TEST(LineNotes, ShowTheElementsThatWereRead) {
  Model model(
      GreyRecording({.picture = [](auto, auto, auto channel) { return static_cast<std::uint8_t>(channel + 7); }}));
  MoveToLine(model, kSecondBlockFifth, 9);
  EXPECT_EQ(NoteAt(model, kSecondBlockFifth, 8).numbers, "8");
  EXPECT_EQ(NoteAt(model, kSecondBlockFifth, 8).result, "8");
  MoveToLine(model, kSecondBlockFifth, 12);
  const LineNote grey = NoteAt(model, kSecondBlockFifth, 10);
  EXPECT_EQ(grey.numbers, "0.2989f * 7 + 0.5870f * 8 + 0.1140f * 9");
  EXPECT_EQ(grey.result, "7");
}

TEST(LineNotes, ShowTheOldValueOfACompoundAssignment) {
  Model model(ReduceRecording());
  MoveToLine(model, ThreadSlot{3}, 13);
  const LineNote note = NoteAt(model, ThreadSlot{3}, 11);
  EXPECT_EQ(note.numbers, "6 + 38");
  EXPECT_EQ(note.result, "44");
}

TEST(LineNotes, ShowWhatAConditionLetHappenOnItsLine) {
  RecordingBuilder b("f.cu", "__global__ void f(int* out, int n) {\n  if (n > 0) out[1] = n + 4;\n}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId f = b.AddFunction("f", 1);
  const trace::VariableId out = b.AddVariable("out", b.AddPointer(integer), trace::VariableKind::kParameter, f, 1);
  const trace::VariableId n = b.AddVariable("n", integer, trace::VariableKind::kParameter, f, 1);
  const trace::ObjectId cells = b.AddAllocation("out", integer, {}, std::vector<std::uint8_t>(16));
  b.BeginLaunch(b.AddKernel("f", f, {out, n}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(cells));
  b.AddArgument(std::int32_t{2});
  b.Enter({}, f);
  b.Write({}, 1, b.Declare({}, n), 0, std::int32_t{2});
  b.Line({}, 2);
  b.Write({}, 2, cells, 4, std::int32_t{6});
  b.Leave({}, f);
  Model model(b.Finish());
  MoveToLine(model, ThreadSlot{0}, 2);
  EXPECT_EQ(NoteAt(model, ThreadSlot{0}, 2).numbers, "2 > 0");
  model.MoveTo(0, model.position() + 1);
  EXPECT_EQ(NoteAt(model, ThreadSlot{0}, 2).numbers, "2 + 4");
  EXPECT_EQ(NoteAt(model, ThreadSlot{0}, 2).result, "6");
}

TEST(LineNotes, SayThatAPartOfALocalVariableIsUnwritten) {
  RecordingBuilder b("a.cu", "__global__ void f(int* out) {\n  out[0] = p.a + p.b + r[1] + r[2];\n  n = p.b + n;\n}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::TypeId pair = b.AddStruct("Pair", 8, {{"a", integer, 0}, {"b", integer, 4}});
  const trace::FunctionId f = b.AddFunction("f", 1);
  const trace::VariableId out = b.AddVariable("out", b.AddPointer(integer), trace::VariableKind::kParameter, f, 1);
  const trace::VariableId p = b.AddVariable("p", pair, trace::VariableKind::kLocal, f, 1);
  const trace::VariableId r = b.AddVariable("r", b.AddArray(integer, 3), trace::VariableKind::kLocal, f, 1);
  const trace::VariableId n = b.AddVariable("n", integer, trace::VariableKind::kLocal, f, 1);
  const trace::ObjectId cells = b.AddAllocation("out", integer, {}, std::vector<std::uint8_t>(16));
  b.BeginLaunch(b.AddKernel("f", f, {out}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(cells));
  b.Enter({}, f);
  const trace::ObjectId its_p = b.Declare({}, p), its_r = b.Declare({}, r), its_n = b.Declare({}, n);
  b.Write({}, 1, its_p, 0, std::int32_t{7});
  b.Write({}, 1, its_r, 4, std::int32_t{5});
  b.Line({}, 2);
  b.Write({}, 2, cells, 0, std::int32_t{12});
  b.Line({}, 3);
  b.Write({}, 3, its_n, 0, std::int32_t{12});
  Model model(b.Finish());
  MoveToLine(model, ThreadSlot{0}, 2);
  EXPECT_EQ(NoteAt(model, ThreadSlot{0}, 2).numbers, "7 + unwritten + 5 + unwritten");
  MoveToLine(model, ThreadSlot{0}, 3);
  EXPECT_EQ(NoteAt(model, ThreadSlot{0}, 3).numbers, "unwritten + n") << "the line writes n";
}

TEST(LineNotes, KeepToTheInnermostFunction) {
  Model model(ReduceRecording());
  MoveToLine(model, ThreadSlot{9}, 2);
  EXPECT_EQ(NoteAt(model, ThreadSlot{9}, 2).numbers, "2 * 9");
  EXPECT_EQ(NoteAt(model, ThreadSlot{9}, 2).result, "18");
  EXPECT_EQ(NoteAt(model, ThreadSlot{9}, 7).result, "");
}

}  // namespace
}  // namespace lockstep::replay
