#include "shared/replay/source_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Shape = std::vector<std::uint64_t>;

// width is 64, height is 8, zero is 0; other names are parts.
std::vector<std::uint64_t> StridesOf(std::string_view index) {
  return Strides(index, [](std::string_view name) -> std::optional<Number> {
    const auto number = [](std::int64_t n) { return Number::OfSigned(Number::Kind::kInt, n); };
    if (name == "width") return number(64);
    if (name == "height") return number(8);
    if (name == "zero") return number(0);
    if (name == "p.width") return number(32);
    return std::nullopt;
  });
}

TEST(Strides, AreTheFactorsOfThePartsOfAnIndex) {
  EXPECT_THAT(StridesOf("y * width + x"), ElementsAre(64));
  EXPECT_THAT(StridesOf("x + width * y"), ElementsAre(64));
  EXPECT_THAT(StridesOf("y*width+t+threadIdx.x"), ElementsAre(64));
  EXPECT_THAT(StridesOf("(y + dy) * width + x - 1"), ElementsAre(64));
  EXPECT_THAT(StridesOf("(z * height + y) * width + x"), ElementsAre(64, 512));
  EXPECT_THAT(StridesOf("c * width * height + y * width + x"), ElementsAre(64, 512));
  EXPECT_THAT(StridesOf("(y * width + x) * 3 + c"), ElementsAre(3, 192));
  EXPECT_THAT(StridesOf("(y << 6) + x"), ElementsAre(64));
  EXPECT_THAT(StridesOf("(blockIdx.y * blockDim.y + threadIdx.y) * p.width + x"), ElementsAre(32));
  EXPECT_THAT(StridesOf("y * (2 * width) + x"), ElementsAre(128));
  EXPECT_THAT(StridesOf("row[y] * width + f(x, 2)"), ElementsAre(64));
}

TEST(Strides, AreNoneWithoutAKnownFactor) {
  EXPECT_THAT(StridesOf("i"), IsEmpty());
  EXPECT_THAT(StridesOf("width * 3"), IsEmpty());
  EXPECT_THAT(StridesOf("blockIdx.x * blockDim.x + threadIdx.x"), IsEmpty());
  EXPECT_THAT(StridesOf("y * n + x"), IsEmpty());
  EXPECT_THAT(StridesOf("y * zero + x"), IsEmpty());
  EXPECT_THAT(StridesOf("i % width"), IsEmpty());
}

TEST(Strides, AreNoneOfTextThatIsNoSum) {
  for (const char* text : {"", "y *", "(y * width + x", "y * width + x)", "a ? y * width : 0", "&in", "y * width ]",
                           "y * 1e300", "y * -64", "f(", "a.", "\"", "y * 0x7fffffffffffffff * 64"}) {
    EXPECT_THAT(StridesOf(text), IsEmpty()) << text;
  }
  EXPECT_THAT(StridesOf(std::string(100'000, '(')), IsEmpty());
}

TEST(ShapeOfStrides, DividesTheArrayWithoutRemainder) {
  EXPECT_EQ(ShapeOfStrides({64}, 4096), (Shape{64, 64}));
  EXPECT_EQ(ShapeOfStrides({3, 192}, 192 * 48), (Shape{48, 64, 3}));
  EXPECT_EQ(ShapeOfStrides({64, 64 * 48}, 3 * 64 * 48), (Shape{3, 48, 64}));
  EXPECT_EQ(ShapeOfStrides({}, 4096), std::nullopt);
  EXPECT_EQ(ShapeOfStrides({64}, 64), std::nullopt);
  EXPECT_EQ(ShapeOfStrides({64}, 100), std::nullopt);
  EXPECT_EQ(ShapeOfStrides({6, 64}, 4096), std::nullopt);
  EXPECT_EQ(ShapeOfStrides({64}, 0), std::nullopt);
}

constexpr trace::ObjectId kOut{1};

// The recording of the grey kernel without the shapes of its arrays.
trace::Recording Flat(std::string_view index, std::string_view before = "") {
  trace::Recording recording = GreyRecording({});
  for (trace::Object& object : recording.objects) object.shape.clear();
  std::string& text = recording.files[0].text;
  const std::string store = "out[i] = ";
  text.replace(text.find(store), store.size(), "out[" + std::string(index) + "] = ");
  text.insert(0, before);
  return recording;
}

std::vector<Shape> ShapesOfOut(trace::Recording recording) {
  const Model model(std::move(recording));
  return SourceShapes(model, *DescribeArray(model, kOut));
}

TEST(SourceShapes, ComeFromTheLinesThatUseTheArray) {
  EXPECT_THAT(ShapesOfOut(Flat("y * 64 + x")), ElementsAre(Shape{48, 64}));
  EXPECT_THAT(ShapesOfOut(Flat("y * 48 + x")), ElementsAre(Shape{64, 48}));
  EXPECT_THAT(ShapesOfOut(Flat("i")), IsEmpty()) << "its definition counts threads";
  EXPECT_THAT(ShapesOfOut(Flat("y * 100 + x")), IsEmpty()) << "there is a remainder";
}

TEST(SourceShapes, KnowTheConstantsOfTheFile) {
  EXPECT_THAT(ShapesOfOut(Flat("y * kWidth + x", "constexpr int kWidth = 64; ")), ElementsAre(Shape{48, 64}));
  EXPECT_THAT(ShapesOfOut(Flat("y * kWidth + x", "#define kWidth 64 //")), ElementsAre(Shape{48, 64}));
  EXPECT_THAT(ShapesOfOut(Flat("y * kWidth + x", "int kWidth = 64; ")), IsEmpty());
}

TEST(SourceShapes, DoNotTreatTheThreadsOfARowOfBlocksAsAShape) {
  EXPECT_THAT(ShapesOfOut(Flat("blockIdx.x * 16 + threadIdx.x")), ElementsAre(Shape{192, 16}));
  trace::Recording recording = Flat("blockIdx.x * 64 + threadIdx.x");
  EXPECT_THAT(ShapesOfOut(std::move(recording)), IsEmpty());
}

// `c[row * n + x] = a[row * n + t * 2 + k];` with n = 8, by one thread.
TEST(SourceShapes, LeaveOutTilesIfAnotherArrayHasWholeRows) {
  RecordingBuilder b(
      "m.cu", "__global__ void m(const float* a, float* c, int n) {\n  c[row * n + x] = a[row * n + t * 2 + k];\n}\n");
  const trace::TypeId real = b.AddType(trace::TypeKind::kFloat, "float", 4),
                      integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId m = b.AddFunction("m", 1);
  const auto parameter = [&](const char* name, trace::TypeId type) {
    return b.AddVariable(name, type, trace::VariableKind::kParameter, m, 1);
  };
  const trace::VariableId a = parameter("a", b.AddPointer(real)), c = parameter("c", b.AddPointer(real)),
                          n = parameter("n", integer);
  const trace::ObjectId from = b.AddAllocation("a", real, {}, std::vector<std::uint8_t>(256)),
                        to = b.AddAllocation("c", real, {}, std::vector<std::uint8_t>(256));
  b.BeginLaunch(b.AddKernel("m", m, {a, c, n}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(from));
  b.AddArgument(b.AddressOf(to));
  b.AddArgument(std::int32_t{8});
  b.Enter({}, m);
  b.Line({}, 2);
  b.Read({}, 2, from, 0, 4);
  b.Write({}, 2, to, 0, 1.0f);
  b.Leave({}, m);
  b.Exit({});
  const Model model(b.Finish());
  EXPECT_THAT(SourceShapes(model, *DescribeArray(model, to)), ElementsAre(Shape{8, 8}));
  EXPECT_THAT(SourceShapes(model, *DescribeArray(model, from)), ElementsAre(Shape{8, 8}, Shape{8, 4, 2}));
}

TEST(SourceShapes, LeaveArraysWithAShapeAlone) {
  const Model model(GreyRecording({}));
  EXPECT_THAT(SourceShapes(model, *DescribeArray(model, kOut)), IsEmpty());
}

}  // namespace
}  // namespace lockstep::replay
