#include "shared/base/unfinished_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "shared/base/file.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// A folder of the test's own.
fs::path Folder() {
  const fs::path folder =
      fs::absolute(std::string("files-") + testing::UnitTest::GetInstance()->current_test_info()->name());
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

std::string TextOf(const fs::path& path) {
  const auto bytes = ReadFile(path);
  return bytes ? std::string(bytes->begin(), bytes->end()) : "missing";
}

std::span<const std::uint8_t> Bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::size_t CountOf(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(UnfinishedFile, HasItsFinalNameOnlyWhenComplete) {
  const fs::path path = Folder() / "x";
  auto file = UnfinishedFile::Create(path).value();
  file.Write(Bytes("one ")).value();
  EXPECT_FALSE(fs::exists(path));
  EXPECT_EQ(TextOf(UnfinishedName(path)), "one ");
  file.Write(Bytes("two")).value();
  file.Finish().value();
  EXPECT_EQ(TextOf(path), "one two");
  EXPECT_EQ(CountOf(path.parent_path()), 1u);
}

TEST(UnfinishedFile, IsNotSharedByTwoWritersOfTheSameName) {
  const fs::path path = Folder() / "x";
  auto one = UnfinishedFile::Create(path).value(), two = UnfinishedFile::Create(path).value();
  one.Write(Bytes("one")).value();
  two.Write(Bytes("two")).value();
  one.Finish().value();
  EXPECT_EQ(TextOf(path), "one");
  two.Finish().value();
  EXPECT_EQ(TextOf(path), "two");
}

TEST(UnfinishedFile, IsReopenedIfTheProgramClosesEveryDescriptor) {
  const fs::path path = Folder() / "x";
  auto file = UnfinishedFile::Create(path).value();
  file.Write(Bytes("one ")).value();
  for (int i = 3; i < 1024; ++i) close(i);
  file.Write(Bytes("two")).value();
  file.Finish().value();
  EXPECT_EQ(TextOf(path), "one two");
}

TEST(UnfinishedFile, NeverWritesToAnotherFileUnderItsDescriptor) {
  const fs::path folder = Folder(), path = folder / "x", other = folder / "other";
  auto file = UnfinishedFile::Create(path).value();
  file.Write(Bytes("one ")).value();
  for (int i = 3; i < 1024; ++i) close(i);
  const int theirs = open(other.c_str(), O_WRONLY | O_CREAT, 0644);
  for (int i = 3; i < 1024; ++i)
    if (i != theirs) dup2(theirs, i);
  file.Write(Bytes("two")).value();
  file.Finish().value();
  EXPECT_EQ(TextOf(path), "one two");
  EXPECT_EQ(TextOf(other), "");
  for (int i = 3; i < 1024; ++i) close(i);
}

TEST(UnfinishedFile, ReportsADeletedFile) {
  const fs::path path = Folder() / "x";
  auto file = UnfinishedFile::Create(path).value();
  fs::remove(UnfinishedName(path));
  for (int i = 3; i < 1024; ++i) close(i);
  const auto written = file.Write(Bytes("two"));
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("no longer exists"));
}

TEST(WriteFile, KeepsASymbolicLinkAndWritesWhereItLeads) {
  const fs::path folder = Folder();
  fs::create_directories(folder / "there");
  std::ofstream(folder / "there/target") << "old";
  fs::create_symlink("there/target", folder / "link");
  fs::create_symlink("there/new", folder / "dangling");
  WriteFile(folder / "link", "new").value();
  WriteFile(folder / "dangling", "newer").value();
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(TextOf(folder / "there/target"), "new");
  EXPECT_TRUE(fs::is_symlink(folder / "dangling"));
  EXPECT_EQ(TextOf(folder / "there/new"), "newer");
}

TEST(WriteFile, WritesIntoAPipeAndLeavesItThere) {
  const fs::path path = Folder() / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0644), 0);
  std::string read;
  std::thread reader([&] { read = TextOf(path); });
  WriteFile(path, "through the pipe").value();
  reader.join();
  EXPECT_EQ(read, "through the pipe");
  EXPECT_TRUE(fs::is_fifo(path));
  EXPECT_EQ(CountOf(path.parent_path()), 1u);
}

TEST(WriteFile, WritesIntoADeviceAndLeavesItThere) {
  const fs::path path = Folder() / "null";
  fs::path device = "/dev/null";
  // A device node of our own when run as root; with /dev/null, the permissions of /dev would hide a mistake.
  if (mknod(path.c_str(), S_IFCHR | 0666, 0x103) == 0) device = path;
  WriteFile(device, "nowhere").value();
  EXPECT_TRUE(fs::is_character_file(device));
}

TEST(WriteFile, ReportsAFullDisk) {
  const auto written = WriteFile("/dev/full", "too much");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write `/dev/full`: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(WriteFile, RefusesAFolderAndAMissingFolder) {
  const fs::path folder = Folder();
  fs::create_directories(folder / "empty");
  EXPECT_THAT(WriteFile(folder / "empty", "x").error().message, HasSubstr("it is a folder"));
  EXPECT_THAT(WriteFile(folder / "new/", "x").error().message, HasSubstr("it is a folder"));
  EXPECT_THAT(WriteFile(folder / "no/such", "x").error().message, HasSubstr("No such file or directory"));
  EXPECT_THAT(WriteFile("", "x").error().message, HasSubstr("without a name"));
  EXPECT_TRUE(fs::is_directory(folder / "empty"));
  EXPECT_EQ(CountOf(folder), 1u);
}

TEST(WriteFile, KeepsThePermissionsOfTheReplacedFile) {
  const fs::path path = Folder() / "x";
  std::ofstream(path) << "old";
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  WriteFile(path, "new").value();
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(MoveInto, RenamesOrWritesInto) {
  const fs::path folder = Folder();
  std::ofstream(folder / "from") << "text";
  MoveInto(folder / "from", folder / "to").value();
  EXPECT_EQ(TextOf(folder / "to"), "text");
  MoveInto(folder / "to", "/dev/null").value();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_TRUE(fs::is_empty(folder));
}

}  // namespace
}  // namespace lockstep
