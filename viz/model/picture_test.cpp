#include "viz/model/picture.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

constexpr ObjectId kIn{0}, kOut{1};

TEST(Pictures, FollowTheMomentAndEqualAFreshOne) {
  Model model(GreyRecording({}));
  const auto out = *DescribeArray(model, kOut);
  const auto shape = *PictureOf(model, out);
  Picture following;
  following.Update(model, out, shape, {});
  for (const Position to : {model.end(), model.end() / 3, model.end() / 2, Position{0}}) {
    model.MoveTo(0, to);
    following.Update(model, out, shape, {});
    Picture fresh;
    fresh.Update(model, out, shape, {});
    EXPECT_EQ(following.rgba(), fresh.rgba()) << to;
  }
}

TEST(Pictures, ShowColourChannelsAndMuteWhatWasNotRecorded) {
  Model model(GreyRecording(
      {.picture = [](auto, auto, auto channel) { return static_cast<std::uint8_t>(100 * channel + 20); }}));
  Picture in, out;
  const auto in_array = *DescribeArray(model, kIn), out_array = *DescribeArray(model, kOut);
  in.Update(model, in_array, *PictureOf(model, in_array), {});
  EXPECT_EQ(in.rgba()[0], 0xff000000u | 220u << 16 | 120u << 8 | 20u);
  model.MoveTo(0, model.end());
  out.Update(model, out_array, *PictureOf(model, out_array), {.background = 0x00ffffff});
  EXPECT_NE(out.rgba()[0], out.rgba()[64 * 30]) << "the same grey, once recorded and once not";
}

// An 8x8 array of which nobody has written anything: one thread writes 1.5 into its first element, then a NaN into its
// second.
struct HalfWritten {
  HalfWritten() {
    RecordingBuilder b("fill.cu", "__global__ void fill(float* out) {\n  out[0] = 1.5f;\n  out[1] = 0.0f / 0.0f;\n}\n");
    const TypeId real = b.AddType(TypeKind::kFloat, "float", 4), pointer = b.AddPointer(real);
    const FunctionId function = b.AddFunction("fill", 1);
    const VariableId p = b.AddVariable("out", pointer, VariableKind::kParameter, function, 1);
    out = b.AddAllocation("out", real, {8, 8}, std::vector<std::uint8_t>(256));
    b.BeginLaunch(b.AddKernel("fill", function, {p}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
    b.AddArgument(b.AddressOf(out));
    b.launch().unwritten = {{out, {{0, 256}}}};
    const Actor a{0, 0};
    b.Enter(a, function);
    b.Line(a, 2);
    b.Write(a, 2, out, 0, 1.5f);
    written = static_cast<Position>(b.launch().steps.size());
    b.Line(a, 3);
    b.Write(a, 3, out, 4, std::numeric_limits<float>::quiet_NaN());
    model.emplace(b.Finish());
  }
  ObjectId out{};
  Position written = 0;
  std::optional<Model> model;
};

TEST(Pictures, AreTransparentWhereNobodyHasWrittenAndNaNsHaveTheirOwnColour) {
  HalfWritten recorded;
  Model& model = *recorded.model;
  const ArrayInfo out = *DescribeArray(model, recorded.out);
  const PictureInks inks{.background = 0xff112233, .not_finite = 0xffff00ff};
  Picture picture;
  for (const Position position : {recorded.written, model.end(), Position{0}, recorded.written}) {
    model.MoveTo(0, position);
    picture.Update(model, out, *PictureOf(model, out), inks);
    EXPECT_EQ(picture.rgba()[0], position == 0 ? 0x00112233u : 0xffffffffu);
    EXPECT_EQ(picture.rgba()[1], position == model.end() ? 0xffff00ffu : 0x00112233u);
    EXPECT_EQ(picture.rgba()[63], 0x00112233u);
  }
}

}  // namespace
}  // namespace lockstep::viz
