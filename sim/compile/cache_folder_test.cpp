#include "sim/compile/cache_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Cache : public testing::Test {
 protected:
  Cache() : folder_(fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (const char* variable : {"LOCKSTEP_CACHE", "XDG_CACHE_HOME", "HOME"}) unsetenv(variable);
    setenv("TMPDIR", folder_.c_str(), 1);
  }
  ~Cache() override { unsetenv("TMPDIR"); }

  fs::path InTemporary() const { return folder_ / ("lockstep-cache-" + std::to_string(geteuid())); }
  static mode_t ModeOf(const fs::path& path) {
    struct stat info{};
    stat(path.c_str(), &info);
    return info.st_mode & 07777;
  }
  static void ExpectRefused(const std::string& why) {
    const auto cache = CacheFolder();
    ASSERT_FALSE(cache);
    EXPECT_THAT(cache.error().message, AllOf(HasSubstr(why), HasSubstr("set LOCKSTEP_CACHE")));
  }

  fs::path folder_;
};

TEST_F(Cache, IsPrivateWhateverTheUmask) {
  setenv("HOME", folder_.c_str(), 1);
  const mode_t before = umask(0);
  const auto cache = CacheFolder();
  ASSERT_TRUE(cache) << cache.error().message;
  ASSERT_TRUE(MakeOwnFolder(*cache / "entry"));
  umask(before);
  EXPECT_EQ(*cache, folder_ / ".cache/lockstep");
  EXPECT_EQ(ModeOf(*cache), 0700u);
  EXPECT_EQ(ModeOf(*cache / "entry"), 0700u);
}

TEST_F(Cache, SaysWhyItCannotBeMadeInAHomeOfOthers) {
  setenv("HOME", "/sys/nobody", 1);  // where no user makes folders
  const auto cache = CacheFolder();
  ASSERT_FALSE(cache);
  EXPECT_THAT(cache.error().message, Not(HasSubstr("No such file")));
}

TEST_F(Cache, IsNotMadeInAHomeThatDoesNotExist) {
  setenv("HOME", (folder_ / "nobody").c_str(), 1);
  ExpectRefused("HOME names a folder that does not exist");
  EXPECT_FALSE(fs::exists(folder_ / "nobody"));
}

TEST_F(Cache, IsClosedIfItWasOpen) {
  setenv("HOME", folder_.c_str(), 1);
  fs::create_directories(folder_ / ".cache/lockstep");
  fs::permissions(folder_ / ".cache/lockstep", fs::perms(0777));
  ASSERT_TRUE(CacheFolder());
  EXPECT_EQ(ModeOf(folder_ / ".cache/lockstep"), 0700u);
}

TEST_F(Cache, IsInTheFolderForTemporaryFilesWithoutAHome) {
  const auto cache = CacheFolder();
  ASSERT_TRUE(cache) << cache.error().message;
  EXPECT_EQ(*cache, InTemporary());
  EXPECT_EQ(ModeOf(*cache), 0700u);
}

TEST_F(Cache, IsNeverAnotherUsers) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can act as another user";
  fs::create_directories(InTemporary());
  ASSERT_EQ(chown(InTemporary().c_str(), 1, 1), 0);
  ExpectRefused("it belongs to another user");
}

TEST_F(Cache, DoesNotFollowALinkInAPublicFolder) {
  fs::create_directories(folder_ / "elsewhere");
  fs::create_directory_symlink(folder_ / "elsewhere", InTemporary());
  ExpectRefused("it is not a folder");
}

TEST_F(Cache, NamesTheVariableIfItCannotBeCreated) {
  std::ofstream(folder_ / "file").close();
  setenv("HOME", (folder_ / "file").c_str(), 1);
  ExpectRefused((folder_ / "file").string());
  unsetenv("HOME");
  setenv("TMPDIR", "/no/such/folder", 1);
  ExpectRefused("neither HOME nor TMPDIR");
}

TEST_F(Cache, LeavesTheUsersFolderUnchanged) {
  setenv("LOCKSTEP_CACHE", folder_.c_str(), 1);
  fs::permissions(folder_, fs::perms(0775));
  EXPECT_TRUE(CacheFolder());
  EXPECT_EQ(ModeOf(folder_), 0775u);
  fs::permissions(folder_, fs::perms(0777));
  ExpectRefused("others may write to it");
}

TEST_F(Cache, EmptiesAnEntryThatOthersMayHaveWrittenTo) {
  fs::create_directories(folder_ / "entry");
  std::ofstream(folder_ / "entry/program") << "evil";
  fs::permissions(folder_ / "entry", fs::perms(0777));
  ASSERT_TRUE(MakeOwnFolder(folder_ / "entry"));
  EXPECT_FALSE(fs::exists(folder_ / "entry/program"));
  EXPECT_EQ(ModeOf(folder_ / "entry"), 0700u);
}

TEST_F(Cache, ReplacesAFileByAFolder) {
  std::ofstream(folder_ / "entry") << "text";
  ASSERT_TRUE(MakeOwnFolder(folder_ / "entry"));
  EXPECT_TRUE(fs::is_directory(folder_ / "entry"));
}

}  // namespace
}  // namespace lockstep::compile
