#include "sim/compile/manifest.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

class Manifests : public testing::Test {
 protected:
  Manifests() : folder_(fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Write("source", "one");
    Write("product", "made of one");
  }

  void Write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  fs::path Path(const std::string& name) const { return folder_ / name; }

  // A moment that is certainly later than the files written before.
  static Moment Later() {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return Moment::Now();
  }

  bool Keep(const Moment& start) const {
    return WriteManifest(Path("manifest"),
                         {.sources = {Path("source")}, .products = {"product"}, .absent = {Path("absent")}}, start);
  }
  bool Holds() const { return ManifestHolds(Path("manifest")); }

  // Replaces the contents of the file and keeps its size, number and time of writing.
  void Exchange(const std::string& name, const std::string& text) const {
    const auto time = fs::last_write_time(Path(name));
    std::fstream(Path(name), std::ios::in | std::ios::out) << text;
    fs::last_write_time(Path(name), time);
  }

  fs::path folder_;
};

TEST_F(Manifests, HoldWhileNothingChanges) {
  EXPECT_FALSE(Holds());
  ASSERT_TRUE(Keep(Later()));
  EXPECT_TRUE(Holds());
  EXPECT_TRUE(IsUntouched(Path("manifest")));
}

TEST_F(Manifests, HoldIfOnlyTimesChange) {
  ASSERT_TRUE(Keep(Later()));
  fs::last_write_time(Path("source"), fs::file_time_type::clock::now());
  EXPECT_TRUE(Holds());
  EXPECT_FALSE(IsUntouched(Path("manifest")));
}

TEST_F(Manifests, DoNotHoldIfASourceChanges) {
  ASSERT_TRUE(Keep(Later()));
  Write("source", "two");
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DetectAChangeThatKeepsSizeAndTime) {
  ASSERT_TRUE(Keep(Later()));
  Exchange("source", "two");
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DoNotHoldIfAFileIsMissing) {
  ASSERT_TRUE(Keep(Later()));
  fs::remove(Path("product"));
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DoNotHoldIfAnAbsentFileExists) {
  ASSERT_TRUE(Keep(Later()));
  fs::create_directory(Path("absent"));
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DoNotHoldIfTheProductIsNotExecutable) {
  chmod(Path("product").c_str(), 0755);
  ASSERT_TRUE(Keep(Later()));
  chmod(Path("product").c_str(), 0);
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, AreNotWrittenIfASourceChangesMeanwhile) {
  const Moment start = Later();
  Write("source", "two");
  EXPECT_FALSE(Keep(start));
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, AreNotWrittenIfAnOlderFileReplacesASourceMeanwhile) {
  Write("older", "two");
  const Moment start = Later();
  fs::rename(Path("older"), Path("source"));
  EXPECT_FALSE(Keep(start));
}

TEST_F(Manifests, AreNotWrittenForAMissingFile) {
  for (const char* source : {"/dev/zero", "/no/such/file", "/tmp"})
    EXPECT_FALSE(WriteManifest(Path("manifest"), {.sources = {source}}, Later()));
}

TEST_F(Manifests, MoveWithTheirProducts) {
  fs::create_directories(Path("entry"));
  std::ofstream(Path("entry/product")) << "made";
  ASSERT_TRUE(WriteManifest(Path("entry/manifest"), {.products = {"product"}}, Later()));
  fs::rename(Path("entry"), Path("moved"));
  EXPECT_TRUE(ManifestHolds(Path("moved/manifest")));
  std::ofstream(Path("moved/product")) << "damaged";
  EXPECT_FALSE(ManifestHolds(Path("moved/manifest")));
}

TEST_F(Manifests, AcceptAnyNames) {
  const std::string name = "a\nb\t \"'\\\xff$#";
  Write(name, "one");
  ASSERT_TRUE(WriteManifest(Path("manifest"), {.sources = {Path(name)}}, Later()));
  EXPECT_TRUE(Holds());
  Write(name, "two");
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DoNotHoldIfTruncatedAnywhere) {
  ASSERT_TRUE(Keep(Later()));
  for (auto size = fs::file_size(Path("manifest")); size-- > 0;) {
    fs::resize_file(Path("manifest"), size);
    EXPECT_FALSE(Holds()) << size;
  }
}

}  // namespace
}  // namespace lockstep::compile
