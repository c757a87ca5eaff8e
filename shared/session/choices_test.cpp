#include "shared/session/choices.h"

#include <gtest/gtest.h>

#include "shared/base/environment.h"

namespace lockstep::session {
namespace {

TEST(VariableAtStart, KeepsTheValueFromTheStartOfTheProgram) {
  const char* path = VariableAtStart("PATH");
  ASSERT_NE(path, nullptr);
  const std::string before = path;
  setenv("PATH", "changed", 1);
  setenv("LOCKSTEP_ORDER", "nonsense", 1);
  EXPECT_EQ(VariableAtStart("PATH"), before);
  EXPECT_EQ(VariableAtStart("LOCKSTEP_ORDER"), nullptr);
  EXPECT_TRUE(ReadRunChoices());
  setenv("PATH", before.c_str(), 1);
}

TEST(RunChoices, HaveDefaults) {
  const auto choices = ReadRunChoices();
  ASSERT_TRUE(choices) << choices.error().message;
  EXPECT_FALSE(choices->order);
  EXPECT_EQ(OrderOfRun().kind, OrderKind::kSerial);
  EXPECT_FALSE(choices->workers);
  EXPECT_FALSE(choices->device_memory);
  EXPECT_GE(WorkerCount(), 1u);
}

TEST(Devices, AreFoundHoweverTheirNamesAreWritten) {
  ASSERT_NE(FindDevice("a100"), nullptr);
  EXPECT_EQ(FindDevice("a100")->capability, 80);
  EXPECT_EQ(FindDevice("rtx-4090"), FindDevice("RTX 4090"));
  EXPECT_EQ(FindDevice("A11"), nullptr);
  EXPECT_TRUE(DeviceNames().starts_with("P100, GTX 1080, "));
}

}  // namespace
}  // namespace lockstep::session
