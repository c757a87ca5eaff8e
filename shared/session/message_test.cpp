#include "shared/session/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "shared/base/scratch_folder.h"

namespace lockstep::session {
namespace {

class Messages : public testing::Test {
 protected:
  std::vector<Message> Read(const std::string& text) {
    const auto path = scratch_->File("messages");
    std::ofstream(path) << text;
    return ReadMessages(path);
  }

  Expected<ScratchFolder> scratch_ = ScratchFolder::Make();
};

TEST_F(Messages, AreNoneWithoutAFile) {
  EXPECT_THAT(ReadMessages(scratch_->File("missing")), testing::IsEmpty());
  EXPECT_THAT(Read(""), testing::IsEmpty());
}

TEST_F(Messages, LeaveOutWhatTheProgramWroteItself) {
  const auto messages = Read(
      "lockstep: thread (0,0,0) of block (0,0,0) failed\n"
      "{\"status\":103}\n[1]\n{\"status\":\"x\",\"message\":1,\"hint\":\"\"}\n0\n"
      "{\"status\":103,\"message\":\"it failed\",\"hint\":\"mend it\"}\n{\"status\":1");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].status, ExitStatus::kProgramFailed);
  EXPECT_EQ(Format(messages[0]), "it failed; mend it");
}

TEST_F(Messages, GiveTheFirstReason) {
  EXPECT_FALSE(ReasonIn({}));
  EXPECT_FALSE(ReasonIn({{.text = "a note"}}));
  const auto reason = ReasonIn({{.text = "a note"},
                                {.status = ExitStatus::kProgramFailed, .text = "one"},
                                {.status = ExitStatus::kProgramFailed, .text = "two"}});
  ASSERT_TRUE(reason);
  EXPECT_EQ(Format(*reason), "one");
}

}  // namespace
}  // namespace lockstep::session
