#include "shared/base/scratch_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <optional>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

class Scratch : public testing::Test {
 protected:
  Scratch() : temporary_(fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(temporary_);
    fs::create_directories(temporary_);
    setenv("TMPDIR", temporary_.c_str(), 1);
  }
  ~Scratch() override { unsetenv("TMPDIR"); }

  std::size_t Count() const { return std::distance(fs::directory_iterator(temporary_), {}); }

  const fs::path temporary_;
};

TEST_F(Scratch, GoesWithItsOwner) {
  {
    const auto folder = ScratchFolder::Make();
    ASSERT_TRUE(folder);
    std::ofstream(folder->File("file")) << "text";
    EXPECT_EQ(Count(), 1u);
  }
  EXPECT_EQ(Count(), 0u);
}

TEST_F(Scratch, OfAKilledProcessIsRemovedWhenTheNextIsCreated) {
  const pid_t pid = fork();
  if (pid == 0) {
    const auto folder = ScratchFolder::Make();
    std::ofstream(folder->File("file")) << "text";
    _exit(0);  // runs no destructor
  }
  waitpid(pid, nullptr, 0);
  EXPECT_EQ(Count(), 1u);
  {
    const auto folder = ScratchFolder::Make();
  }
  EXPECT_EQ(Count(), 0u);
}

TEST_F(Scratch, OfALivingProcessStays) {
  const auto first = ScratchFolder::Make(), second = ScratchFolder::Make();
  EXPECT_TRUE(fs::exists(first->path()));
  EXPECT_TRUE(fs::exists(second->path()));
}

TEST_F(Scratch, SweepsOnlyItsOwn) {
  // A user's own folder, one that its group may read, and a link to a folder.
  fs::create_directories(temporary_ / "lockstep-abcdef/work");
  fs::create_directories(temporary_ / "lockstep-scratch-shared");
  fs::permissions(temporary_ / "lockstep-scratch-shared", fs::perms(0755));
  fs::create_directory_symlink(temporary_ / "lockstep-abcdef", temporary_ / "lockstep-scratch-link");
  {
    const auto folder = ScratchFolder::Make();
  }
  EXPECT_TRUE(fs::exists(temporary_ / "lockstep-abcdef/work"));
  EXPECT_TRUE(fs::exists(temporary_ / "lockstep-scratch-shared"));
  EXPECT_TRUE(fs::exists(temporary_ / "lockstep-scratch-link"));
}

TEST_F(Scratch, NamesTheVariableIfThereIsNoFolder) {
  setenv("TMPDIR", "/no/such/folder", 1);
  const auto folder = ScratchFolder::Make();
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().message.find("set TMPDIR"), std::string::npos) << folder.error().message;
}

}  // namespace
}  // namespace lockstep
