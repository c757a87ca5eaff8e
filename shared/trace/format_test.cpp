// Values, places and dumps as text.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "shared/base/half.h"
#include "shared/base/printable.h"
#include "shared/trace/chunk.h"
#include "shared/trace/dump.h"
#include "shared/trace/fields.h"
#include "shared/trace/format_place.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/step_word.h"
#include "shared/trace/trace.h"
#include "shared/trace/validate.h"

namespace lockstep::trace {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The page that describes every byte.
std::string FirstLineOfPage() {
  std::ifstream page(LOCKSTEP_SOURCE_DIR "/shared/trace/FORMAT.md");
  std::string line;
  std::getline(page, line);
  return line;
}

TEST(Format, IsDescribedInItsPresentVersion) {
  EXPECT_EQ(FirstLineOfPage(), "# The trace file, version " + std::to_string(kTraceVersion));
}

class Values : public testing::Test {
 protected:
  TypeId Add(Type type) {
    r_.types.push_back(std::move(type));
    return static_cast<TypeId>(r_.types.size() - 1);
  }
  TypeId Scalar(TypeKind kind, std::uint64_t size) { return Add({.kind = kind, .size = size}); }

  template <class T>
  std::string Text(TypeId type, T value, std::size_t size = sizeof(T)) {
    EXPECT_TRUE(ValidateTables(r_)) << ValidateTables(r_).error().message;
    std::uint8_t bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    return FormatValue(r_, type, bytes, size);
  }

  Recording r_;
};

TEST_F(Values, OfIntegersKeepTheirSign) {
  EXPECT_EQ(Text(Scalar(TypeKind::kSigned, 4), std::int32_t{-53}), "-53");
  EXPECT_EQ(Text(Scalar(TypeKind::kSigned, 1), std::int8_t{-1}), "-1");
  EXPECT_EQ(Text(Scalar(TypeKind::kSigned, 8), std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(Text(Scalar(TypeKind::kUnsigned, 2), std::uint16_t{65535}), "65535");
  EXPECT_EQ(Text(Scalar(TypeKind::kUnsigned, 8), ~std::uint64_t{0}), "18446744073709551615");
}

TEST_F(Values, OfFloatsLookLikeFloats) {
  const TypeId f = Scalar(TypeKind::kFloat, 4), d = Scalar(TypeKind::kFloat, 8);
  EXPECT_EQ(Text(f, 0.299f), "0.299f");
  EXPECT_EQ(Text(f, 2.0f), "2.0f");
  EXPECT_EQ(Text(f, -0.0f), "-0.0f");
  EXPECT_EQ(Text(f, 1e20f), "1e+20f");
  EXPECT_EQ(Text(d, 0.1), "0.1");
  EXPECT_EQ(Text(d, 3.0), "3.0");
  EXPECT_EQ(Text(f, std::numeric_limits<float>::infinity()), "inf");
  EXPECT_EQ(Text(d, -std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(Text(f, std::numeric_limits<float>::quiet_NaN()), "nan");
}

TEST_F(Values, OfHalvesAndBfloats) {
  EXPECT_EQ(Text(Scalar(TypeKind::kHalf, 2), std::uint16_t{0x3e00}), "1.5f");
  EXPECT_EQ(Text(Scalar(TypeKind::kBfloat16, 2), std::uint16_t{0xbfc0}), "-1.5f");
}

TEST_F(Values, OfCharactersAreQuoted) {
  const TypeId c = Scalar(TypeKind::kCharacter, 1);
  EXPECT_EQ(Text(c, 'a'), "'a'");
  EXPECT_EQ(Text(c, '\0'), "'\\0'");
  EXPECT_EQ(Text(c, '\n'), "'\\n'");
  EXPECT_EQ(Text(c, '\''), "'\\''");
  EXPECT_EQ(Text(c, '\xff'), "'\\xff'");
}

TEST_F(Values, OfBoolsShowWhatIsNeither) {
  const TypeId b = Scalar(TypeKind::kBool, 1);
  EXPECT_EQ(Text(b, true), "true");
  EXPECT_EQ(Text(b, false), "false");
  EXPECT_EQ(Text(b, std::uint8_t{0x55}), "0x55");
}

TEST_F(Values, OfPointersNameWhatTheyPointTo) {
  const TypeId f = Scalar(TypeKind::kFloat, 4);
  const TypeId p = Add({.kind = TypeKind::kPointer, .size = 8, .element = f});
  r_.objects = {{.name = "d_out", .element = f, .shape = {8}, .address = 0x1000, .size = 32}};
  EXPECT_EQ(Text(p, std::uint64_t{0}), "nullptr");
  EXPECT_EQ(Text(p, std::uint64_t{0x1010}), "&d_out[4]");
  EXPECT_EQ(Text(p, std::uint64_t{0x1012}), "&d_out[4]+0x2");
  EXPECT_EQ(Text(p, std::uint64_t{0x2000}), "0x2000");
}

TEST_F(Values, OfPointersMeanTheLastAllocationAtAnAddress) {
  const TypeId p = Add({.kind = TypeKind::kPointer, .size = 8});
  r_.objects = {{.name = "old", .address = 0x1000, .size = 32}, {.name = "new", .address = 0x1000, .size = 32}};
  EXPECT_EQ(Text(p, std::uint64_t{0x1000}), "&new");
}

TEST_F(Values, OfStructsAndArraysShowTheirParts) {
  const TypeId i = Scalar(TypeKind::kSigned, 4);
  const TypeId point =
      Add({.kind = TypeKind::kStruct, .name = "Point", .size = 8, .members = {{"x", i, 0}, {"y", i, 4}}});
  const TypeId row = Add({.kind = TypeKind::kArray, .size = 16, .element = point, .count = 2});
  struct {
    int v[4];
  } bytes = {{1, 2, 3, 4}};
  EXPECT_EQ(Text(row, bytes), "{{x: 1, y: 2}, {x: 3, y: 4}}");
  EXPECT_EQ(Text(row, bytes, 12), "{{x: 1, y: 2}, {x: 3, y: ?}}");
}

TEST_F(Values, OfLongArraysAreCutShort) {
  const TypeId i = Scalar(TypeKind::kSigned, 4);
  const TypeId a = Add({.kind = TypeKind::kArray, .size = 400, .element = i, .count = 100});
  struct {
    int v[100];
  } bytes = {};
  EXPECT_THAT(Text(a, bytes), testing::EndsWith("0, ...}"));
  EXPECT_LT(Text(a, bytes).size(), 100u);
}

TEST_F(Values, OfDeeplySharedTypesStayShort) {
  TypeId inner = Scalar(TypeKind::kSigned, 4);
  for (int i = 0; i < 60; ++i) {
    inner = Add({.kind = TypeKind::kStruct, .size = 4, .members = {{"a", inner, 0}, {"b", inner, 0}}});
  }
  EXPECT_LT(Text(inner, 7).size(), 10000u);
}

TEST_F(Values, OfEnumsAreNumbers) {
  const TypeId i = Scalar(TypeKind::kSigned, 4);
  EXPECT_EQ(Text(Add({.kind = TypeKind::kEnum, .size = 4, .element = i}), -2), "-2");
  EXPECT_EQ(Text(Add({.kind = TypeKind::kEnum, .size = 4}), 2), "2");
}

TEST_F(Values, OfUnknownTypeAreBytes) {
  EXPECT_EQ(Text(TypeId::kNone, std::uint16_t{0x1234}), "0x1234");
  EXPECT_EQ(Text(Scalar(TypeKind::kUnknown, 2), std::uint16_t{0x1234}), "0x1234");
  EXPECT_EQ(FormatValue(r_, TypeId::kNone, nullptr, 0), "?");
}

TEST_F(Values, ThatAreNotWholeShowAQuestionMark) { EXPECT_EQ(Text(Scalar(TypeKind::kFloat, 4), 1.0f, 3), "?"); }

class Places : public Values {
 protected:
  std::string At(const Object& object, std::uint64_t offset, std::uint64_t size) {
    return FormatPlace(r_, object, offset, size);
  }
};

TEST_F(Places, InArraysHaveAnIndexForEachDimension) {
  const TypeId f = Scalar(TypeKind::kFloat, 4);
  const Object flat{.name = "out", .element = f, .shape = {8}, .size = 32};
  const Object image{.name = "image", .element = f, .shape = {3, 4, 5}, .size = 240};
  EXPECT_EQ(At(flat, 12, 4), "out[3]");
  EXPECT_EQ(At(flat, 13, 1), "out[3]+0x1");
  EXPECT_EQ(At(image, 4 * (1 * 20 + 2 * 5 + 3), 4), "image[1][2][3]");
}

TEST_F(Places, InArrayTypesHaveThemToo) {
  const TypeId f = Scalar(TypeKind::kFloat, 4);
  const TypeId row = Add({.kind = TypeKind::kArray, .size = 16, .element = f, .count = 4});
  const TypeId tile = Add({.kind = TypeKind::kArray, .size = 32, .element = row, .count = 2});
  const Object object{.kind = ObjectKind::kShared, .name = "tile", .element = tile, .size = 32};
  EXPECT_EQ(At(object, 20, 4), "tile[1][1]");
  EXPECT_EQ(At(object, 0, 32), "tile");
  EXPECT_EQ(TypeAt(r_, object, 20, 4), f);
  EXPECT_EQ(TypeAt(r_, object, 22, 4), TypeId::kNone);
}

TEST_F(Places, InStructsHaveTheMembersName) {
  const TypeId f = Scalar(TypeKind::kFloat, 4);
  const TypeId rgb = Add({.kind = TypeKind::kArray, .size = 12, .element = f, .count = 3});
  const TypeId pixel = Add({.kind = TypeKind::kStruct, .size = 16, .members = {{"rgb", rgb, 0}, {"a", f, 12}}});
  const Object array{.name = "p", .element = pixel, .shape = {4}, .size = 64};
  EXPECT_EQ(At(array, 36, 4), "p[2].rgb[1]");
  EXPECT_EQ(At(array, 44, 4), "p[2].a");
  EXPECT_EQ(At(array, 32, 16), "p[2]");
  const Object one{.kind = ObjectKind::kLocal, .name = "q", .element = pixel, .size = 16};
  EXPECT_EQ(At(one, 12, 4), "q.a");
  EXPECT_EQ(TypeAt(r_, one, 12, 4), f);
}

TEST_F(Places, PastTheEndAreOffsets) {
  const Object object{.name = "out", .element = Scalar(TypeKind::kFloat, 4), .shape = {2}, .size = 8};
  EXPECT_EQ(At(object, 8, 4), "out+0x8");
}

TEST_F(Places, OfNamelessAllocationsHaveAName) {
  EXPECT_EQ(At({.address = 0x7f00, .size = 8}, 4, 4), "allocation_0x7f00+0x4");
}

TEST(Half, AgreesWithTheFormatsDefinition) {
  EXPECT_EQ(FloatFromHalf(0x0000), 0.0f);
  EXPECT_EQ(FloatFromHalf(0x3c00), 1.0f);
  EXPECT_EQ(FloatFromHalf(0xc000), -2.0f);
  EXPECT_EQ(FloatFromHalf(0x7bff), 65504.0f);
  EXPECT_EQ(FloatFromHalf(0x0001), 0x1p-24f);
  EXPECT_EQ(FloatFromHalf(0x03ff), 0x3ffp-24f);
  EXPECT_EQ(FloatFromHalf(0x7c00), std::numeric_limits<float>::infinity());
  EXPECT_NE(FloatFromHalf(0x7c01), FloatFromHalf(0x7c01));
}

TEST(DumpTrace, SaysOneStepALine) {
  const Recording recording = SampleRecording();
  const std::string text = DumpTrace(recording, false);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  EXPECT_EQ(lines, recording.launches[0].steps.size() + 2);  // its headline, and a note
  EXPECT_THAT(text, HasSubstr("block (0,0,0) thread (5,0,0)  grey.cu:5:3      write    i  1431655765 -> 5\n"));
  EXPECT_THAT(text, HasSubstr("read     d_in[5]  = {r: "));
  EXPECT_THAT(text, HasSubstr("read     weight[1]  = 0.587f\n"));
  EXPECT_THAT(text, HasSubstr("print    last \"thread\" of the block\\n\n"));
  EXPECT_THAT(text, HasSubstr("arrive   block 0x40\n"));
}

TEST(DumpTrace, IsValidJson) {
  const Recording recording = SampleRecording({.launches = 2});
  const auto json = nlohmann::json::parse(DumpTrace(recording, true));
  ASSERT_EQ(json["launches"].size(), 2u);
  EXPECT_EQ(json["launches"][1]["steps"].size(), recording.launches[1].steps.size());
  EXPECT_EQ(json["launches"][0]["arguments"][0]["value"], "&d_out[0]");
  EXPECT_EQ(json["complete"], true);
}

TEST(DumpTrace, StaysJsonWhateverBytesAreInTheStrings) {
  Recording recording = SampleRecording();
  recording.program = "\xff\"\n";
  recording.launches[0].texts[0] = "\xc3\x28";
  EXPECT_NO_THROW((void)nlohmann::json::parse(DumpTrace(recording, true)));
}

std::vector<nlohmann::json> LinesOf(const Recording& recording, const StepChoice& choice) {
  std::string text;
  DumpStepsTo(recording, choice, DumpFormat::kJsonLines, [&](std::string_view piece) {
    text += piece;
    return true;
  });
  std::vector<nlohmann::json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

TEST(DumpSteps, HaveALineOfJsonForEach) {
  const Recording recording = SampleRecording({.launches = 2});
  const auto lines = LinesOf(recording, {});
  ASSERT_EQ(lines.size(), recording.launches[0].steps.size() + recording.launches[1].steps.size());
  EXPECT_EQ(lines.back().at("launch"), recording.launches[1].number);
  EXPECT_EQ(lines.back().at("step"), recording.launches[1].steps.size() - 1);
}

TEST(DumpSteps, FitEveryPartOfTheChoice) {
  const Recording recording = SampleRecording({.launches = 2});
  const std::size_t all = LinesOf(recording, {}).size();
  const StepChoice choice{.launch = recording.launches[1].number,
                          .block = Dim3{1, 0, 0},
                          .thread = Dim3{5, 0, 0},
                          .array = "tile",
                          .first = 10};
  const auto lines = LinesOf(recording, choice);
  ASSERT_FALSE(lines.empty());
  ASSERT_LT(lines.size(), all);
  for (const auto& line : lines) {
    EXPECT_EQ(line.at("launch"), recording.launches[1].number);
    EXPECT_EQ(line.at("block"), "(1,0,0)");
    EXPECT_EQ(line.at("thread"), "(5,0,0)");
    EXPECT_THAT(line.at("place").get<std::string>(), testing::StartsWith("tile["));
    EXPECT_GE(line.at("step"), 10);
  }
  EXPECT_EQ(LinesOf(recording, {.first = 3, .last = 4}).size(), 4u);
  EXPECT_TRUE(LinesOf(recording, {.line = 9999}).empty());
  EXPECT_TRUE(LinesOf(recording, {.first = ~0ull}).empty());
}

TEST(DumpTraceTo, StopsWhenItsSinkStops) {
  int pieces = 0;
  DumpTraceTo(SampleRecording(), false, [&](std::string_view) { return ++pieces < 3; });
  EXPECT_EQ(pieces, 3);
}

TEST(DescribeTrace, NamesWhatIsMissing) {
  Recording recording = SampleRecording();
  recording.complete = false;
  recording.launches[0].truncated = true;
  recording.launches[0].truncated_why = "the budget of steps ended; --steps N records more";
  const std::string text = DescribeTrace(recording);
  EXPECT_THAT(text, HasSubstr("not complete"));
  EXPECT_THAT(text, HasSubstr("cut short: the budget of steps ended; --steps N records more"));
  EXPECT_THAT(text, HasSubstr("note: only the first launch"));
  EXPECT_THAT(text, HasSubstr("launch 0: grey<<<(2,1,1), (64,1,1)>>> at grey.cu:15:7"));
  EXPECT_THAT(DescribeTrace(SampleRecording()), Not(HasSubstr("not complete")));
}

TEST(DescribeTrace, NamesAnArrayAsKernelsDo) {
  Recording recording = SampleRecording();
  const std::uint64_t address = recording.objects.at(0).address + 4;
  recording.kernels[0].parameters = {VariableId{0}};
  recording.variables[0].name = "pixels";
  recording.variables[0].type = TypeId{static_cast<std::uint32_t>(recording.types.size())};
  recording.types.push_back({.kind = TypeKind::kPointer, .name = "float*", .size = 8});
  recording.launches[0].arguments = {std::vector<std::uint8_t>(8)};
  std::memcpy(recording.launches[0].arguments[0].data(), &address, sizeof address);
  EXPECT_THAT(DescribeTrace(recording), HasSubstr("; kernels call it pixels\n"));
}

// Walks the fields of a recording as a reader does, and replaces each text by `text`.
class WriteEverywhere {
 public:
  explicit WriteEverywhere(std::string text) : text_(std::move(text)) {}
  template <class... Ts>
  void operator()(Ts&... values) {
    (Put(values), ...);
  }

 private:
  void Put(std::string& text) { text = text_; }
  void Put(std::vector<std::uint8_t>&) {}
  template <class T>
  void Put(std::vector<T>& values) {
    for (T& value : values) Put(value);
  }
  void Put(Objects& objects) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
      Object object = objects[i].Copy();
      Put(object);
      objects.Change(i, object);
    }
  }
  template <class T>
  void Put(T& value) {
    if constexpr (!std::is_enum_v<T> && !std::is_integral_v<T>) Fields(*this, value);
  }
  std::string text_;
};

Recording WithTextEverywhere(const std::string& text) {
  Recording r = SampleRecording({.findings = true});
  r.arguments = {"one"};
  r.notes = {"one"};
  r.launches[0].truncated = true;
  WriteEverywhere write(text);
  write(r.program, r.arguments, r.order, r.files, r.sites, r.types, r.functions, r.variables, r.kernels, r.objects,
        r.notes, r.findings, r.launches[0].truncated_why);
  HeadFields(write, r.launches[0]);
  return r;
}

constexpr char kHostile[] = "name\x1b]0;owned\x07\n\r\u009b2J\u202e";

TEST(DescribeTrace, AndDumpTraceSendNoControlCharactersToATerminal) {
  const Recording forged = WithTextEverywhere(kHostile), plain = WithTextEverywhere("name");
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  for (auto* view : {+[](const Recording& r) { return DescribeTrace(r); },
                     +[](const Recording& r) { return DumpTrace(r, false); }}) {
    const std::string text = view(forged);
    EXPECT_EQ(text, PrintableLines(text));
    EXPECT_EQ(lines(text), lines(view(plain))) << "a line was forged";
    EXPECT_THAT(text, HasSubstr("\\x1b]0;owned\\x07\\n"));
  }
}

TEST(DumpTrace, KeepsTextExactInJson) {
  const auto json = nlohmann::json::parse(DumpTrace(WithTextEverywhere(kHostile), true));
  EXPECT_EQ(json["program"], kHostile);
  EXPECT_EQ(json["launches"][0]["kernel"], kHostile);
  EXPECT_EQ(json["findings"][0]["fact"], kHostile);
}

TEST(DumpTrace, RepeatsOnlyTheStartOfALongName) {
  const std::string name(100'000, 'n');
  std::istringstream text(DumpTrace(WithTextEverywhere(name), false));
  for (std::string line; std::getline(text, line);) {
    // The text that a kernel printed, and the reason of a truncation, appear once and in full.
    const bool comes_once = line.contains(" print ") || line.starts_with("cut short") || line.starts_with("note");
    if (!comes_once) ASSERT_LT(line.size(), 5000u);
  }
  EXPECT_THAT(DescribeTrace(WithTextEverywhere(name)), HasSubstr("cut short: " + name));
}

TEST(StepKinds, HaveAWordAndAMeaningEach) {
  for (int i = 0; i < kStepKinds; ++i) {
    EXPECT_NE(Word(static_cast<StepKind>(i)), "?");
    EXPECT_FALSE(Meaning(static_cast<StepKind>(i)).empty());
  }
}

}  // namespace
}  // namespace lockstep::trace
