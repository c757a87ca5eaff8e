// The arrays that are handed over, of launches that the test plays: no kernel is compiled.

#include "sim/inspect/array_keeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "shared/trace/recording.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class KeepsArrays : public testing::Test {
 protected:
  KeepsArrays() { machine_.AddUnit(unit_); }

  std::uint8_t* Allocate(std::uint64_t size) {
    const auto* memory = machine_.memory().Allocate({.size = size});
    auto* const bytes = reinterpret_cast<std::uint8_t*>(memory->address);
    std::fill_n(bytes, size, 0);
    return bytes;
  }
  void Free(const void* bytes) { machine_.memory().Free(reinterpret_cast<std::uint64_t>(bytes)); }
  // A launch with this argument, for the parameter `out`, writes a byte.
  void Launch(std::uint8_t* argument, std::uint8_t* to, std::uint8_t value) {
    std::array<void*, 1> arguments{&argument};
    keeper_.LaunchBegins({.machine = &machine_, .unit = &unit_, .kernel = &kernel_, .arguments = arguments.data()});
    *to = value;
    keeper_.LaunchEnds();
  }
  void Publish(const void* bytes, const char* name) {
    keeper_.NotePublication(reinterpret_cast<std::uint64_t>(bytes), name);
  }
  std::vector<std::uint8_t> KeptOf(const std::string& name) const {
    for (const session::KeptArray& array : keeper_.Kept())
      if (array.name == name) return array.bytes;
    return {};
  }

  machine::Machine machine_{std::uint64_t{1} << 30};
  std::array<std::uint8_t, 2> table_{5, 5};
  LockstepType pointer_{.name = "int *", .size = 8, .kind = static_cast<std::uint32_t>(trace::TypeKind::kPointer)};
  LockstepParameter parameter_{.name = "out", .size = 8, .type = 0};
  LockstepKernel kernel_{.name = "k", .pretty_name = "k", .parameters = &parameter_, .parameter_count = 1};
  LockstepGlobal global_{.name = "table", .address = table_.data(), .size = 2, .variable = 0xffffffff};
  LockstepUnit unit_{.abi = LOCKSTEP_ABI,
                     .mode = LOCKSTEP_CHECK,
                     .id = "unit",
                     .types = &pointer_,
                     .globals = &global_,
                     .kernels = &kernel_,
                     .type_count = 1,
                     .global_count = 1,
                     .kernel_count = 1};
  const session::ArraysToKeep wanted_{.names = {"d_out", "out", "table"}, .launches = 2};
  ArrayKeeper keeper_{wanted_, machine_};
};

TEST_F(KeepsArrays, AsTheLastLaunchThatUsesThemLeavesThem) {
  std::uint8_t *const out = Allocate(2), *const other = Allocate(2);
  Publish(out, "d_out");
  Launch(out, out, 7);
  out[0] = 9;  // The host goes on.
  Launch(other, other, 1);
  Free(out);
  EXPECT_THAT(KeptOf("d_out"), ElementsAre(7, 0));
  EXPECT_THAT(KeptOf("out"), ElementsAre(1, 0));
}

TEST_F(KeepsArrays, UnderTheNameThatTheProgramGivesThemAtLast) {
  std::uint8_t* const out = Allocate(2);
  Launch(out, out, 7);
  EXPECT_THAT(KeptOf("out"), ElementsAre(7, 0));
  Publish(out, "d_out");
  Launch(out, out + 1, 8);
  EXPECT_THAT(KeptOf("d_out"), ElementsAre(7, 8));
  EXPECT_THAT(KeptOf("out"), IsEmpty());
}

TEST_F(KeepsArrays, WhichKernelsReachWithoutAnArgument) {
  std::uint8_t *const out = Allocate(2), *const other = Allocate(2);
  Publish(out, "d_out");
  Launch(other, table_.data(), 6);
  Launch(other, out + 1, 4);
  EXPECT_THAT(KeptOf("table"), ElementsAre(6, 5));
  EXPECT_THAT(KeptOf("d_out"), ElementsAre(0, 4));
}

TEST_F(KeepsArrays, OfTheFirstLaunchesOnly) {
  std::uint8_t* const out = Allocate(1);
  for (std::uint8_t value : {1, 2, 3}) Launch(out, out, value);
  EXPECT_THAT(KeptOf("out"), ElementsAre(2));
}

TEST_F(KeepsArrays, OfAnAddressThatIsUsedAgain) {
  std::uint8_t* const first = Allocate(2);
  Publish(first, "d_out");
  Launch(first, first, 7);
  Free(first);
  std::uint8_t* const second = Allocate(2);
  Publish(second, "d_out");
  Launch(second, second, 3);
  EXPECT_THAT(KeptOf("d_out"), ElementsAre(3, 0));
}

TEST_F(KeepsArrays, AndNothingThatIsTooLarge) {
  std::uint8_t *const large = Allocate(session::kMostKept + 1), *const out = Allocate(1);
  Publish(large, "d_out");
  Launch(large, large, 1);
  Launch(out, out, 2);
  EXPECT_THAT(KeptOf("d_out"), IsEmpty());
  EXPECT_THAT(KeptOf("out"), ElementsAre(2));
}

TEST(KeptArrays, ComeBackFromAFileAndNotFromADamagedOne) {
  const std::vector<session::KeptArray> arrays{{"d_out", {1, 2, 3}}, {"d_sum", {4}}};
  ASSERT_TRUE(session::WriteArrays(arrays, "kept.lscap"));
  const auto read = session::ReadArrays("kept.lscap");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].name, "d_out");
  EXPECT_THAT((*read)[0].bytes, ElementsAre(1, 2, 3));
  EXPECT_THAT((*read)[1].bytes, ElementsAre(4));
  std::filesystem::resize_file("kept.lscap", std::filesystem::file_size("kept.lscap") - 1);
  EXPECT_FALSE(session::ReadArrays("kept.lscap"));
  EXPECT_FALSE(session::ReadArrays("/dev/zero"));
}

}  // namespace
}  // namespace lockstep::inspect
