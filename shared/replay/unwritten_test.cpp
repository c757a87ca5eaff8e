#include "shared/replay/unwritten.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "shared/replay/arrays.h"
#include "shared/replay/headline.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

// One thread copies `in` to `out`. Only the first half of `in` has been written. At the end `out[1]` is a NaN.
struct Copy {
  Copy() {
    RecordingBuilder b(
        "copy.cu",
        "__global__ void copy(float* in, float* out) {\n  out[0] = in[3] + in[0];\n  out[1] = 0.0f / 0.0f;\n}\n");
    const trace::TypeId real = b.AddType(trace::TypeKind::kFloat, "float", 4), pointer = b.AddPointer(real);
    const trace::FunctionId function = b.AddFunction("copy", 1);
    const trace::VariableId p = b.AddVariable("in", pointer, trace::VariableKind::kParameter, function, 1);
    const trace::VariableId q = b.AddVariable("out", pointer, trace::VariableKind::kParameter, function, 1);
    in = b.AddAllocation("in", real, {8, 8}, std::vector<std::uint8_t>(256));
    out = b.AddAllocation("out", real, {8, 8}, std::vector<std::uint8_t>(256));
    b.BeginLaunch(b.AddKernel("copy", function, {p, q}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
    b.AddArgument(b.AddressOf(in)), b.AddArgument(b.AddressOf(out));
    b.launch().unwritten = {{in, {{8, 256}}}, {out, {{0, 256}}}};
    const Actor a{0, 0};
    b.Enter(a, function);
    b.Line(a, 2);
    b.Read(a, 2, in, 12, 4);
    read = static_cast<Position>(b.launch().steps.size());
    b.Read(a, 2, in, 0, 4);
    b.Write(a, 2, out, 0, 1.5f);
    written = static_cast<Position>(b.launch().steps.size());
    b.Line(a, 3);
    b.Write(a, 3, out, 4, std::numeric_limits<float>::quiet_NaN());
    b.Line(a, 4);
    model.emplace(b.Finish());
  }
  trace::ObjectId in{}, out{};
  Position read = 0, written = 0;
  std::optional<Model> model;
};

TEST(Unwritten, LastsUntilTheFirstWrite) {
  Copy copy;
  const Model& model = *copy.model;
  EXPECT_FALSE(IsUnwritten(model, copy.in, 0, 4, 0));
  EXPECT_TRUE(IsUnwritten(model, copy.in, 8, 4, 0));
  EXPECT_TRUE(IsUnwritten(model, copy.in, 4, 8, 0)) << "half of it";
  EXPECT_TRUE(IsUnwritten(model, copy.out, 0, 4, copy.written - 1));
  EXPECT_FALSE(IsUnwritten(model, copy.out, 0, 4, copy.written));
  EXPECT_TRUE(IsUnwritten(model, copy.out, 4, 4, copy.written));
}

TEST(Unwritten, CellsShowNoValueOfIt) {
  Copy copy;
  Model& model = *copy.model;
  const ArrayInfo out = *DescribeArray(model, copy.out);
  model.MoveTo(0, copy.written);
  EXPECT_EQ(ReadCell(model, out, 0).text, "1.5");
  EXPECT_TRUE(ReadCell(model, out, 1).never_written);
  EXPECT_FALSE(ReadCell(model, out, 1).not_finite) << "whatever its bits say";
  model.MoveTo(0, model.end());
  EXPECT_FALSE(ReadCell(model, out, 1).never_written);
  EXPECT_TRUE(ReadCell(model, out, 1).not_finite);
}

TEST(Unwritten, LinesSayThatTheyReadNothing) {
  Copy copy;
  Model& model = *copy.model;
  model.MoveTo(0, copy.written + 1);
  const auto notes = NotesOf(model, ThreadSlot{0});
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes[0].numbers, "unwritten + 0");
  EXPECT_EQ(notes[0].result, "1.5");
  model.MoveTo(0, copy.read);
  EXPECT_EQ(DescribeMoment(model, {.step = copy.read}).does, "read in[0][3], which was never written");
}

TEST(Unwritten, SharedMemoryBeginsSo) {
  const Model model(RacyRecording());
  const auto arrays = ListArrays(model, {0, 0, 0});
  EXPECT_TRUE(IsUnwritten(model, arrays.back().object, 0, 4, 0));
  EXPECT_FALSE(IsUnwritten(model, arrays.back().object, 0, 4, model.end()));
  EXPECT_FALSE(BeginsUnwritten(model, arrays.front().object));
}

}  // namespace
}  // namespace lockstep::replay
