// Dynamic shared memory as a recorder finds it, and the arrays that come of it.

#include "sim/record/carved_arrays.h"

#include <gtest/gtest.h>

#include "shared/trace/format_place.h"

namespace lockstep::record {
namespace {

constexpr std::uint64_t kBase = 0x10000;
constexpr std::uint32_t kThreads = 4;

// One block whose kernel has `extern __shared__ TYPE raw[]`.
class Kernel {
 public:
  Kernel(trace::TypeId element, std::uint64_t size) {
    tables.types = {{.kind = trace::TypeKind::kCharacter, .name = "char", .size = 1},
                    {.kind = trace::TypeKind::kFloat, .name = "float", .size = 4},
                    {.kind = trace::TypeKind::kSigned, .name = "int", .size = 4},
                    {.kind = trace::TypeKind::kStruct,
                     .name = "Particle",
                     .size = 12,
                     .members = {{"x", kFloat, 0}, {"y", kFloat, 4}, {"id", kInt, 8}}}};
    for (std::uint32_t i = 0; i < 4; ++i)
      tables.types.push_back(
          {.kind = trace::TypeKind::kPointer, .name = "pointer", .size = 8, .element = trace::TypeId{i}});
    tables.variables.push_back({.name = "raw", .kind = trace::VariableKind::kDynamicShared});
    launch.grid = {1};
    launch.block = {kThreads};
    launch.blocks = {{}};
    launch.objects.Add({.kind = trace::ObjectKind::kShared,
                        .name = "raw",
                        .variable = trace::VariableId{0},
                        .element = element,
                        .address = kBase,
                        .size = size,
                        .block = 0});
  }

  // Each thread stores an address in a pointer of its own: `type* name = raw + offset + thread * stride`.
  void Point(const std::string& name, trace::TypeId type, std::uint64_t offset, std::uint64_t stride = 0) {
    const trace::VariableId variable{static_cast<std::uint32_t>(tables.variables.size())};
    tables.variables.push_back({.name = name, .type = trace::TypeId{trace::Index(type) + 4}});
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
      const auto local = static_cast<std::uint32_t>(launch.objects.size());
      launch.objects.Add(
          {.kind = trace::ObjectKind::kLocal, .variable = variable, .size = 8, .block = 0, .thread = thread});
      launch.steps.Add({.kind = trace::StepKind::kWrite,
                        .size = 8,
                        .thread = thread,
                        .object = static_cast<trace::ObjectId>(local | trace::kLaunchObjectBit),
                        .after = kBase + offset + thread * stride});
    }
  }

  // An expression of the source, at `site`, that touches these bytes.
  void Touch(std::uint32_t site, std::uint32_t offset, std::uint16_t size,
             trace::StepKind kind = trace::StepKind::kWrite) {
    launch.steps.Add({.kind = kind,
                      .size = size,
                      .site = trace::SiteId{site},
                      .object = trace::ObjectId{trace::kLaunchObjectBit},
                      .offset = offset});
  }

  // The objects of shared memory: "sums: float, 256 bytes".
  std::vector<std::string> Arrays() {
    CarveArrays(tables, launch);
    std::vector<std::string> arrays;
    for (const trace::ObjectView object : launch.objects) {
      if (object.kind != trace::ObjectKind::kShared) continue;
      const std::string type =
          object.element == trace::TypeId::kNone ? "bytes" : tables.types[trace::Index(object.element)].name;
      arrays.push_back(std::string(object.name) + ": " + type + ", " + std::to_string(object.size) + " bytes");
    }
    return arrays;
  }
  std::string PlaceOf(const trace::Step& step) const {
    return trace::FormatPlace(tables, launch.objects[trace::LaunchObjectIndex(step.object)], step.offset, step.size);
  }

  static constexpr trace::TypeId kChar{0}, kFloat{1}, kInt{2}, kParticle{3};
  trace::Recording tables;
  trace::RecordedLaunch launch;
};

using Texts = std::vector<std::string>;

TEST(CarvedArrays, WhatIsDeclaredWithItsTypeStaysAsItIs) {
  Kernel kernel(Kernel::kFloat, 256);
  kernel.Touch(0, 20, 4);
  EXPECT_EQ(kernel.Arrays(), Texts{"raw: float, 256 bytes"});
}

TEST(CarvedArrays, APointerGivesRawMemoryItsType) {
  Kernel kernel(Kernel::kChar, 256);
  kernel.Point("sums", Kernel::kFloat, 0);
  EXPECT_EQ(kernel.Arrays(), Texts{"raw: float, 256 bytes"});
}

TEST(CarvedArrays, ArraysOfSeveralTypesBecomeArraysOfTheirOwn) {
  Kernel kernel(Kernel::kChar, 64 + 32 + 48);
  kernel.Point("sums", Kernel::kFloat, 0);
  kernel.Point("counts", Kernel::kInt, 64);
  kernel.Point("ps", Kernel::kParticle, 96);
  kernel.Touch(0, 20, 4);
  kernel.Touch(1, 64 + 12, 4, trace::StepKind::kRead);
  kernel.Touch(2, 96 + 12 + 4, 4);
  EXPECT_EQ(kernel.Arrays(), (Texts{"sums: float, 64 bytes", "counts: int, 32 bytes", "ps: Particle, 48 bytes"}));
  const auto& steps = kernel.launch.steps;
  EXPECT_EQ(kernel.PlaceOf(steps[steps.size() - 3]), "sums[5]");
  EXPECT_EQ(kernel.PlaceOf(steps[steps.size() - 2]), "counts[3]");
  EXPECT_EQ(kernel.PlaceOf(steps[steps.size() - 1]), "ps[1].y");
  for (const trace::ObjectView object : kernel.launch.objects) {
    if (object.name == "counts") EXPECT_EQ(object.address, kBase + 64);
  }
}

TEST(CarvedArrays, TwoTilesOfOneTypeAreTwoArrays) {
  Kernel kernel(Kernel::kFloat, 128);
  kernel.Point("As", Kernel::kFloat, 0);
  kernel.Point("Bs", Kernel::kFloat, 64);
  kernel.Touch(0, 4, 4);
  kernel.Touch(1, 68, 4);
  EXPECT_EQ(kernel.Arrays(), (Texts{"As: float, 64 bytes", "Bs: float, 64 bytes"}));
}

TEST(CarvedArrays, APlaceInAnArrayIsNoArray) {
  Kernel kernel(Kernel::kFloat, 128);
  kernel.Point("half", Kernel::kFloat, 64);
  kernel.Touch(0, 4, 4), kernel.Touch(0, 100, 4);  // part[t] = ...
  EXPECT_EQ(kernel.Arrays(), Texts{"raw: float, 128 bytes"});
}

TEST(CarvedArrays, APointerOfEachThreadsOwnIsNoArray) {
  Kernel kernel(Kernel::kFloat, 128);
  kernel.Point("mine", Kernel::kFloat, 0, 4);
  kernel.Point("bits", Kernel::kInt, 0, 4);
  EXPECT_EQ(kernel.Arrays(), Texts{"raw: float, 128 bytes"});
}

TEST(CarvedArrays, PointersPastTheEndAndElsewhereAreNoArrays) {
  Kernel kernel(Kernel::kFloat, 128);
  kernel.Point("end", Kernel::kInt, 128);
  kernel.Point("last_byte", Kernel::kInt, 126);
  kernel.Point("elsewhere", Kernel::kInt, 4096);
  EXPECT_EQ(kernel.Arrays(), Texts{"raw: float, 128 bytes"});
}

TEST(CarvedArrays, AnAccessThatSpansTwoJoinsThem) {
  Kernel kernel(Kernel::kChar, 128);
  kernel.Point("a", Kernel::kFloat, 0);
  kernel.Point("b", Kernel::kInt, 64);
  kernel.Touch(0, 60, 8);
  EXPECT_EQ(kernel.Arrays(), Texts{"raw: float, 128 bytes"});
}

TEST(CarvedArrays, AFaultIsCountedFromTheArrayThatItMissed) {
  Kernel kernel(Kernel::kChar, 128);
  kernel.Point("a", Kernel::kFloat, 0);
  kernel.Point("b", Kernel::kInt, 64);
  kernel.launch.steps.Add(
      {.kind = trace::StepKind::kFault, .size = 4, .object = trace::ObjectId{trace::kLaunchObjectBit}, .before = 132});
  kernel.Arrays();
  const trace::Step& fault = kernel.launch.steps.back();
  EXPECT_EQ(kernel.launch.objects[trace::LaunchObjectIndex(fault.object)].name, "b");
  EXPECT_EQ(fault.before, 68u);
}

}  // namespace
}  // namespace lockstep::record
