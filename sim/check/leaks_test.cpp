#include "sim/check/leaks.h"

#include <gtest/gtest.h>

namespace lockstep::check {
namespace {

TEST(Leaks, AreReportedWithoutAFaultWhateverTheExitStatus) {
  EXPECT_TRUE(HasLeaked({.has_failed = false, .exit_status = 0}, false));
  EXPECT_TRUE(HasLeaked({.has_failed = false, .exit_status = 1}, false));
  EXPECT_TRUE(HasLeaked({.has_failed = false, .exit_status = std::nullopt}, false));
}

TEST(Leaks, AreReportedAfterAFaultWhereTheProgramWentOnToItsEnd) {
  EXPECT_TRUE(HasLeaked({.has_failed = true, .exit_status = 0}, false));
}

TEST(Leaks, AreNotWhatAProgramOwesThatGivesUpAfterAFault) {
  EXPECT_FALSE(HasLeaked({.has_failed = true, .exit_status = 1}, false));
  EXPECT_FALSE(HasLeaked({.has_failed = true, .exit_status = std::nullopt}, false));
}

TEST(Leaks, AreNotMemoryWhoseFreeFailedForTheFault) {
  EXPECT_FALSE(HasLeaked({.has_failed = true, .exit_status = 0}, true));
}

}  // namespace
}  // namespace lockstep::check
