#include "jobs/silence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace lockstep::jobs {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Listed(const std::string& text) {
  std::ofstream("list", std::ios::binary) << text;
  return "list";
}

// The number of two races, at heap.cu:7 and heap.cu:8, that the list leaves.
std::size_t Left(const std::string& text) {
  const auto silence = Silence::Read(Listed(text));
  EXPECT_TRUE(silence) << silence.error().message;
  report::Report report{.findings = {{.kind = report::FindingKind::kSharedRace, .place = {"/a/heap.cu", 7}},
                                     {.kind = report::FindingKind::kSharedRace, .place = {"/a/heap.cu", 8}}}};
  silence->Apply(report, {.most = 100});
  return report.findings.size();
}

std::string Complaint(const std::string& text) {
  const auto silence = Silence::Read(Listed(text));
  return silence ? "none" : silence.error().message;
}

TEST(Silence, LeavesOutWhatIsListed) {
  EXPECT_EQ(Left(""), 2u);
  EXPECT_EQ(Left("# a comment\n\n  race-shared heap.cu # all of it\n"), 0u);
  EXPECT_EQ(Left("* heap.cu:7\r\n"), 1u);
  EXPECT_EQ(Left("race-shared a/heap.cu:8\nrace-shared *:7\n"), 0u);
  EXPECT_EQ(Left("race-global heap.cu\n* eap.cu\n* heap.cu:4294967295\n"), 2u);
}

TEST(Silence, TakesAByteOrderMark) { EXPECT_EQ(Left("\xef\xbb\xbf* heap.cu:7\n"), 1u); }

TEST(Silence, RefusesAnInvalidLineNumber) {
  for (const char* line : {"abc", "4294967296", "4294967303", "-1", "0", "", "7x", "99999999999999999999", "7.5"})
    EXPECT_THAT(Complaint(std::string("\n* heap.cu:") + line), StartsWith("list:2: `")) << line;
}

TEST(Silence, NamesTheInvalidLine) {
  EXPECT_THAT(Complaint("* a.cu\nrace-shared\n"), StartsWith("list:2: a line is"));
  EXPECT_THAT(Complaint("races a.cu\n"), StartsWith("list:1: unknown kind"));
}

TEST(Silence, RefusesFilesThatAreNoListsOrHaveNoEnd) {
  EXPECT_THAT(Silence::Read("no_such_list").error().message, HasSubstr("`no_such_list`: No such file"));
  EXPECT_THAT(Silence::Read(".").error().message, HasSubstr("folder"));
  EXPECT_THAT(Silence::Read("/dev/zero").error().message, HasSubstr("device"));
  EXPECT_THAT(Complaint(std::string(4, '\0')), HasSubstr("not a text file"));
  EXPECT_THAT(Complaint(std::string((1 << 20) + 1, '\n')), HasSubstr("more than 1048576 bytes"));
}

}  // namespace
}  // namespace lockstep::jobs
