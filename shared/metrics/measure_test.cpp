#include "shared/metrics/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace lockstep::metrics {
namespace {

using testing::HasSubstr;

LineCounts Line(RequestKind kind, CountedMemory memory, Counts counts) {
  return {.file = "a.cu", .line = 1, .kind = kind, .memory = memory, .counts = counts};
}

// Every counter has a different value.
RunCounts Sample() {
  KernelCounts add{
      .name = "void add<16>(float const*, float*)",
      .static_shared = 8192,
      .shapes = {{.grid = {2, 1, 1}, .block = {64, 1, 1}, .launches = 3}},
      .lines = {Line(RequestKind::kLoad, CountedMemory::kGlobal, {.requests = 4, .sectors = 16}),
                Line(RequestKind::kStore, CountedMemory::kShared,
                     {.requests = 6, .wavefronts = 20, .ideal_wavefronts = 7}),
                Line(RequestKind::kAtomic, CountedMemory::kGlobal, {.requests = 1, .sectors = 5, .same_address = 11}),
                Line(RequestKind::kLoad, CountedMemory::kLocal, {.requests = 31, .sectors = 32}),
                Line(RequestKind::kBranch, CountedMemory::kNone, {.requests = 100, .divergent = 9})},
      .arrays = {{"in", CountedMemory::kGlobal, 50, 0, 0, 200, 0}, {"tile", CountedMemory::kShared, 8, 12, 3, 44, 60}},
      .work = {.operations = 100,
               .barriers = 10,
               .most_barriers = 5,
               .shuffles = 14,
               .votes = 15,
               .busiest_thread = 17,
               .longest_stretch = 16,
               .async_copies = 33,
               .async_bytes = 132,
               .reads_of_copiers = 8,
               .groups_at_reads = 12,
               .fetches = 18}};
  KernelCounts other{.name = "other(int)",
                     .shapes = {{.grid = {1, 1, 1}, .block = {1, 1, 1}, .launches = 1}},
                     .arrays = {{"in", CountedMemory::kGlobal, 1, 0, 0, 4, 0}}};
  return {.kernels = {add, other}, .host = {1, 21, 2, 22, 3, 23, 24, 400, 1000}};
}

const std::map<std::string, double> kOfAdd = {{"launches", 3},
                                              {"blocks", 6},
                                              {"threads", 384},
                                              {"blocks_at_once", 25},
                                              {"warps_at_once", 50},
                                              {"shared_bytes", 8192},
                                              {"reads", 58},
                                              {"writes", 12},
                                              {"atomics", 3},
                                              {"accesses", 73},
                                              {"bytes_read", 244},
                                              {"bytes_written", 60},
                                              {"bytes", 304},
                                              {"busiest_thread", 17},
                                              {"longest_stretch", 16},
                                              {"requests", 11},
                                              {"sectors", 21},
                                              {"sectors_per_request", 4.2},
                                              {"local_requests", 31},
                                              {"local_sectors", 32},
                                              {"ways", 20},
                                              {"bank_conflicts", 13},
                                              {"same_address", 11},
                                              {"divergent_branches", 9},
                                              {"barriers", 10},
                                              {"barriers_per_block", 5},
                                              {"shuffles", 14},
                                              {"votes", 15},
                                              {"fetches", 18},
                                              {"async_copies", 33},
                                              {"async_bytes", 132},
                                              {"copies_ahead", 1.5},
                                              {"operations", 100},
                                              {"operations_per_byte", 0.5},
                                              {"copies_to_device", 1},
                                              {"bytes_to_device", 21},
                                              {"copies_to_host", 2},
                                              {"bytes_to_host", 22},
                                              {"copies_on_device", 3},
                                              {"bytes_on_device", 23},
                                              {"handed_bytes", 1421},
                                              {"peak_bytes", 24}};

TEST(Measure, FindsEachNumberOfAKernelByItsName) {
  for (const std::string_view name : MetricNames()) {
    const auto expected = kOfAdd.find(std::string(name));
    ASSERT_NE(expected, kOfAdd.end()) << name << " has no test";
    const auto found = Measure(Sample(), {.name = std::string(name), .kernel = "add"});
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_DOUBLE_EQ(*found, expected->second) << name;
  }
  EXPECT_EQ(MetricNames().size(), kOfAdd.size());
}

TEST(Measure, KnowsCountsFromQuotients) {
  EXPECT_TRUE(IsCount({.name = "barriers_per_block"}));
  EXPECT_FALSE(IsCount({.name = "sectors_per_request"}));
  EXPECT_FALSE(IsCount({.name = "operations_per_byte"}));
}

TEST(Measure, TellsANumberInAClause) {
  EXPECT_EQ(ClauseOn("busiest_thread", "67"), "one thread makes 67 accesses");
  EXPECT_EQ(ClauseOn("busiest_thread", "1"), "one thread makes 1 access");
  EXPECT_EQ(ClauseOn("launches", "1"), "there is 1 launch");
  EXPECT_EQ(ClauseOn("copies_to_device", "2"), "the host makes 2 copies to the device");
  for (const std::string_view name : MetricNames()) {
    EXPECT_NE(ClauseOn(name, "42").find("42"), std::string::npos) << name;
    EXPECT_EQ(ClauseOn(name, "42").find_first_of("[]{}|"), std::string::npos) << name;
  }
}

TEST(Measure, RefusesWhatNoKernelThatTheHostPlaysCanDo) {
  RunCounts counts = Sample();
  counts.kernels[0].is_played = true;
  const std::string played = PlainName(counts.kernels[0].name);
  for (const std::string& kernel : {played, std::string()}) {
    const auto shuffles = Measure(counts, {.name = "shuffles", .kernel = kernel});
    ASSERT_FALSE(shuffles);
    EXPECT_EQ(shuffles.error().message, "the host plays `" + played + "`, and threads of the host have no `shuffles`");
  }
  for (const char* name : {"launches", "reads", "sectors", "operations", "blocks_at_once"})
    EXPECT_TRUE(Measure(counts, {.name = name, .kernel = played})) << name;
}

TEST(Measure, SumsAllKernelsIfNoneIsNamed) {
  EXPECT_EQ(*Measure(Sample(), {.name = "launches"}), 4);
  EXPECT_EQ(*Measure(Sample(), {.name = "reads", .array = "in"}), 51);
}

TEST(Measure, SeparatesMemoriesAndArrays) {
  EXPECT_EQ(*Measure(Sample(), {.name = "reads", .kernel = "add", .memory = CountedMemory::kShared}), 8);
  EXPECT_EQ(*Measure(Sample(), {.name = "bytes", .kernel = "add", .array = "in"}), 200);
  EXPECT_EQ(*Measure(Sample(), {.name = "requests", .kernel = "add", .memory = CountedMemory::kShared}), 6);
  EXPECT_EQ(*Measure(Sample(), {.name = "reads", .kernel = "add", .array = "gone"}), 0);
}

TEST(Measure, TakesTheOccupancyOfTheDeviceThatIsNamed) {
  EXPECT_EQ(*Measure(Sample(), {.name = "blocks_at_once", .kernel = "add", .device = "T4"}), 8);
  EXPECT_EQ(*Measure(Sample(), {.name = "blocks_at_once", .kernel = "add", .device = "RTX 3090"}), 11);
}

TEST(Measure, TakesTheLaunchThatFillsAMultiprocessorLeast) {
  RunCounts counts = Sample();
  counts.kernels[0].shapes.push_back({.grid = {1, 1, 1}, .block = {64, 1, 1}, .dynamic_shared = 24576, .launches = 1});
  EXPECT_EQ(*Measure(counts, {.name = "blocks_at_once", .kernel = "add", .device = "T4"}), 2);
  EXPECT_EQ(*Measure(counts, {.name = "warps_at_once", .device = "T4"}), 4);
}

TEST(Measure, DistinguishesInstancesOfATemplateThatAreNamedWithTheirArguments) {
  RunCounts counts = Sample();
  counts.kernels.push_back(
      {.name = "void add<1>(float const*, float*)", .arrays = {{"in", CountedMemory::kGlobal, 7, 0, 0, 28, 0}}});
  EXPECT_EQ(*Measure(counts, {.name = "reads", .kernel = "add"}), 65);
  EXPECT_EQ(*Measure(counts, {.name = "reads", .kernel = "add<16>"}), 58);
  EXPECT_EQ(*Measure(counts, {.name = "reads", .kernel = "add<1>"}), 7);
  EXPECT_THAT(Measure(counts, {.name = "reads", .kernel = "add<2>"}).error().message, HasSubstr("`add<2>`"));
}

TEST(Measure, NamesTheKernelThatHasNotRun) {
  EXPECT_THAT(Measure(Sample(), {.name = "reads", .kernel = "gone"}).error().message, HasSubstr("`gone`"));
}

TEST(Measure, RefusesWhatIsNotCounted) {
  EXPECT_TRUE(Judge({.name = "reads", .array = "in"}));
  EXPECT_THAT(Judge({.name = "speed"}).error().message, HasSubstr("unknown metric `speed`; known are launches"));
  EXPECT_THAT(Judge({.name = "barriers", .array = "in"}).error().message, HasSubstr("not counted by array"));
  EXPECT_THAT(Judge({.name = "shuffles", .memory = CountedMemory::kShared}).error().message,
              HasSubstr("not counted by memory"));
  EXPECT_TRUE(Judge({.name = "warps_at_once", .device = "rtx3090"}));
  EXPECT_THAT(Judge({.name = "warps_at_once", .device = "abacus"}).error().message,
              HasSubstr("unknown device `abacus`"));
  EXPECT_THAT(Judge({.name = "reads", .device = "T4"}).error().message, HasSubstr("does not depend on the device"));
}

TEST(PlainName, LeavesOutTypesAndArguments) {
  EXPECT_EQ(PlainName("void add<16>(float const*, float*)"), "add");
  EXPECT_EQ(PlainName("grey_1d(unsigned char const*, int)"), "grey_1d");
  EXPECT_EQ(PlainName("k"), "k");
}

}  // namespace
}  // namespace lockstep::metrics
