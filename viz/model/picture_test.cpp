#include "viz/model/picture.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

constexpr trace::ObjectId kIn{0}, kOut{1};

TEST(Pictures, FollowTheMomentAndEqualAFreshOne) {
  replay::Model model(replay::GreyRecording({}));
  const auto out = *replay::DescribeArray(model, kOut);
  const auto shape = *PictureOf(model, out);
  Picture following;
  following.Update(model, out, shape, {});
  for (const replay::Position to : {model.end(), model.end() / 3, model.end() / 2, replay::Position{0}}) {
    model.MoveTo(0, to);
    following.Update(model, out, shape, {});
    Picture fresh;
    fresh.Update(model, out, shape, {});
    EXPECT_EQ(following.rgba(), fresh.rgba()) << to;
  }
}

TEST(Pictures, ShowColourChannelsAndMuteUnrecordedPixels) {
  replay::Model model(replay::GreyRecording(
      {.picture = [](auto, auto, auto channel) { return static_cast<std::uint8_t>(100 * channel + 20); }}));
  Picture in, out;
  const auto in_array = *replay::DescribeArray(model, kIn), out_array = *replay::DescribeArray(model, kOut);
  in.Update(model, in_array, *PictureOf(model, in_array), {});
  EXPECT_EQ(in.rgba()[0], 0xff000000u | 220u << 16 | 120u << 8 | 20u);
  model.MoveTo(0, model.end());
  out.Update(model, out_array, *PictureOf(model, out_array), {.background = 0x00ffffff});
  EXPECT_NE(out.rgba()[0], out.rgba()[64 * 30]) << "the same grey, once recorded and once not";
  EXPECT_EQ(out.rgba()[0] >> 24, 0xffu);
  EXPECT_LT(out.rgba()[64 * 30] >> 24, 0xc0u) << "the hatching shows through";
}

// An unwritten 8x8 array: one thread writes 1.5 into its first element, then a NaN into its second.
struct HalfWritten {
  HalfWritten() {
    replay::RecordingBuilder b("fill.cu",
                               "__global__ void fill(float* out) {\n  out[0] = 1.5f;\n  out[1] = 0.0f / 0.0f;\n}\n");
    const trace::TypeId real = b.AddType(trace::TypeKind::kFloat, "float", 4), pointer = b.AddPointer(real);
    const trace::FunctionId function = b.AddFunction("fill", 1);
    const trace::VariableId p = b.AddVariable("out", pointer, trace::VariableKind::kParameter, function, 1);
    out = b.AddAllocation("out", real, {8, 8}, std::vector<std::uint8_t>(256));
    b.BeginLaunch(b.AddKernel("fill", function, {p}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
    b.AddArgument(b.AddressOf(out));
    b.launch().unwritten = {{out, {{0, 256}}}};
    const replay::Actor a{0, 0};
    b.Enter(a, function);
    b.Line(a, 2);
    b.Write(a, 2, out, 0, 1.5f);
    written = static_cast<replay::Position>(b.launch().steps.size());
    b.Line(a, 3);
    b.Write(a, 3, out, 4, std::numeric_limits<float>::quiet_NaN());
    model.emplace(b.Finish());
  }
  trace::ObjectId out{};
  replay::Position written = 0;
  std::optional<replay::Model> model;
};

TEST(Pictures, AreTransparentIfUnwrittenAndNaNsHaveTheirOwnColour) {
  HalfWritten recorded;
  replay::Model& model = *recorded.model;
  const replay::ArrayInfo out = *replay::DescribeArray(model, recorded.out);
  const PictureInks inks{.background = 0xff112233, .not_finite = 0xffff00ff};
  Picture picture;
  for (const replay::Position position : {recorded.written, model.end(), replay::Position{0}, recorded.written}) {
    model.MoveTo(0, position);
    picture.Update(model, out, *PictureOf(model, out), inks);
    EXPECT_EQ(picture.rgba()[0], position == 0 ? 0x00112233u : 0xffffffffu);
    EXPECT_EQ(picture.rgba()[1], position == model.end() ? 0xffff00ffu : 0x00112233u);
    EXPECT_EQ(picture.rgba()[63], 0x00112233u);
  }
}

TEST(Pictures, OfAFieldShowsThatPartOfEachElement) {
  replay::RecordingBuilder b("pixels.cu", "struct Pixel { unsigned char r, g, b; };\n__global__ void k() {}\n");
  const trace::TypeId byte = b.AddType(trace::TypeKind::kUnsigned, "unsigned char", 1);
  const trace::TypeId pixel = b.AddStruct("Pixel", 3, {{"r", byte, 0}, {"g", byte, 1}, {"b", byte, 2}});
  const trace::FunctionId kernel = b.AddFunction("k", 2);
  std::vector<std::uint8_t> bytes(64 * 3);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
  const trace::ObjectId object = b.AddAllocation("pixels", pixel, {8, 8}, bytes);
  b.BeginLaunch(b.AddKernel("k", kernel, {}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  b.Enter({0, 0}, kernel);
  b.Line({0, 0}, 2);
  b.Write({0, 0}, 2, object, 3 * 9 + 1, std::uint8_t{250});
  b.Exit({0, 0});
  replay::Model model(b.Finish());
  const auto whole = replay::DescribeArray(model, object);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(replay::PictureOf(model, *whole)) << "a struct is no pixel";
  const auto fields = replay::FieldsOf(model, whole->element);
  ASSERT_EQ(fields.size(), 3u);
  const replay::ArrayInfo green = replay::WithField(*whole, fields[1]), blue = replay::WithField(*whole, fields[2]);
  const auto shape = replay::PictureOf(model, green);
  ASSERT_TRUE(shape);
  Picture picture;
  picture.Update(model, green, *shape, {});
  EXPECT_EQ(picture.rgba()[9], 0xff000000u | 0x010101u * (3 * 9 + 1));
  model.MoveTo(0, model.end());
  picture.Update(model, green, *shape, {});
  EXPECT_EQ(picture.rgba()[9], 0xff000000u | 0x010101u * 250);
  picture.Update(model, blue, *shape, {});
  EXPECT_EQ(picture.rgba()[9], 0xff000000u | 0x010101u * (3 * 9 + 2)) << "another field is another picture";
}

}  // namespace
}  // namespace lockstep::viz
