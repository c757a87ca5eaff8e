#include "sim/machine/machine.h"

#include <gtest/gtest.h>

#include "shared/trace/recording.h"

namespace lockstep::machine {
namespace {

struct Program {
  alignas(16) std::byte storage[64] = {};
  LockstepFunction function{.name = "scale", .file = "a.cu", .line = 3};
  LockstepSite sites[2] = {};
  LockstepGlobal global{.name = "factor",
                        .address = storage,
                        .size = 16,
                        .variable = 0xffffffff,
                        .kind = static_cast<std::uint32_t>(trace::VariableKind::kManaged)};
  LockstepUnit unit{.abi = LOCKSTEP_ABI,
                    .id = "a",
                    .sites = sites,
                    .functions = &function,
                    .globals = &global,
                    .site_count = 2,
                    .function_count = 1,
                    .global_count = 1,
                    .shared_size = 100};
};

const void* At(std::uint64_t address) { return reinterpret_cast<const void*>(address); }

TEST(Machine, NumbersUnitsAndTheirSites) {
  Machine machine(1 << 20);
  Program first, second;
  second.unit.id = "b";
  machine.AddUnit(first.unit);
  machine.AddUnit(second.unit);
  EXPECT_EQ(second.sites[1].id, 3u);
  EXPECT_EQ(second.sites[1].unit, 1u);
  EXPECT_EQ(machine.Sites()[3], &second.sites[1]);
  EXPECT_EQ(machine.FindUnit("b"), &second.unit);
  EXPECT_STREQ(machine.FunctionOf(first.sites[0]), "scale");
}

TEST(Machine, GivesEachUnitItsPartOfSharedMemory) {
  Machine machine(1 << 20);
  Program first, second;
  machine.AddUnit(first.unit);
  machine.AddUnit(second.unit);
  EXPECT_EQ(first.unit.shared_base, 0u);
  EXPECT_EQ(second.unit.shared_base, 128u);
  EXPECT_EQ(machine.static_shared(), 256u);
}

TEST(Machine, LocatesAllocationsVariablesAndTheHost) {
  Machine machine(1 << 20);
  Program program;
  machine.AddUnit(program.unit);
  memory::MemoryObject* object = machine.memory().Allocate({.size = 100});
  EXPECT_EQ(machine.Locate(At(object->address + 99)).kind, LocationKind::kDevice);
  EXPECT_EQ(machine.Locate(At(object->address + 100)).kind, LocationKind::kNowhere);
  EXPECT_EQ(machine.Locate(program.storage + 15).kind, LocationKind::kManaged);
  EXPECT_EQ(machine.Locate(program.storage + 16).kind, LocationKind::kHost);
}

}  // namespace
}  // namespace lockstep::machine
