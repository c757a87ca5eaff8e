#include "shared/replay/constants.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

trace::Recording Tiled(const std::string& head) {
  RecordingBuilder b("tiled.cu", head + "__global__ void tiled() {}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId tiled = b.AddFunction("tiled", 1), other = b.AddFunction("other", 2);
  b.BeginLaunch(b.AddKernel("tiled", tiled, {}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  b.Line({0, 0}, 1);
  const auto add = [&](const char* name, trace::FunctionId function, std::uint8_t value) {
    b.recording().constants.push_back({name, integer, function, {value, 0, 0, 0}});
  };
  add("kTile", trace::FunctionId::kNone, 16);
  add("kWidth", tiled, 64);
  add("kWidth", other, 32);
  add("Shape::kTile", trace::FunctionId::kNone, 8);
  return b.Finish();
}

std::string Value(const Model& model, std::uint32_t function, std::string_view name) {
  const auto number = ConstantNamed(model, trace::FunctionId{function}, trace::FileId{0}, name);
  return number ? number->Text() : "";
}

TEST(Constants, ComeFromTheRecording) {
  const Model model(Tiled(""));
  EXPECT_EQ(Value(model, 0, "kTile"), "16");
  EXPECT_EQ(Value(model, 0, "Shape::kTile"), "8");
  EXPECT_EQ(Value(model, 0, "sizes::kTile"), "16") << "a namespace";
  EXPECT_EQ(Value(model, 0, "kOther"), "");
}

TEST(Constants, OfATemplateBelongToItsFunction) {
  const Model model(Tiled(""));
  EXPECT_EQ(Value(model, 0, "kWidth"), "64");
  EXPECT_EQ(Value(model, 1, "kWidth"), "32");
}

TEST(Constants, IncludeMacrosDefinedOnceAndUnconditionally) {
  const Model model(
      Tiled("#define TILE 16  // threads\n"
            "#  define AREA (16 * 16)\n"
            "#define TWICE(x) (2 * x)\n"
            "#define NOTHING\n"
            "#define CHANGED 1\n#undef CHANGED\n"
            "#ifdef WIDE\n#define WIDTH 64\n#endif\n"
            "#define OTHER TILE\n"));
  EXPECT_EQ(Value(model, 0, "TILE"), "16");
  EXPECT_EQ(Value(model, 0, "AREA"), "256");
  for (const char* name : {"TWICE", "NOTHING", "CHANGED", "WIDTH", "OTHER", "x"}) EXPECT_EQ(Value(model, 0, name), "");
}

}  // namespace
}  // namespace lockstep::replay
