#include "sim/compile/manifest.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

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
  ASSERT_TRUE(Keep(Moment::Now()));
  EXPECT_TRUE(Holds());
  EXPECT_TRUE(IsUntouched(Path("manifest")));
}

TEST_F(Manifests, HoldIfOnlyTimesChange) {
  ASSERT_TRUE(Keep(Moment::Now()));
  fs::last_write_time(Path("source"), fs::file_time_type::clock::now());
  EXPECT_TRUE(Holds());
  EXPECT_FALSE(IsUntouched(Path("manifest")));
}

TEST_F(Manifests, DoNotHoldIfASourceChanges) {
  ASSERT_TRUE(Keep(Moment::Now()));
  Write("source", "two");
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DetectAChangeThatKeepsSizeAndTime) {
  ASSERT_TRUE(Keep(Moment::Now()));
  Exchange("source", "two");
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DoNotHoldIfAFileIsMissing) {
  ASSERT_TRUE(Keep(Moment::Now()));
  fs::remove(Path("product"));
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DoNotHoldIfAnAbsentFileExists) {
  ASSERT_TRUE(Keep(Moment::Now()));
  fs::create_directory(Path("absent"));
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DoNotHoldIfTheProductIsNotExecutable) {
  chmod(Path("product").c_str(), 0755);
  ASSERT_TRUE(Keep(Moment::Now()));
  chmod(Path("product").c_str(), 0);
  EXPECT_FALSE(Holds());
}

// However short the time between: clocks stand still for some milliseconds.
TEST_F(Manifests, AreWrittenForASourceThatHasJustChanged) {
  for (int i = 0; i < 20; ++i) {
    Write("source", std::to_string(i));
    EXPECT_TRUE(Keep(Moment::Now())) << i;
  }
}

TEST_F(Manifests, AreNotWrittenIfASourceChangesAtOnce) {
  for (int i = 0; i < 20; ++i) {
    const Moment start = Moment::Now();
    Write("source", std::to_string(i));
    EXPECT_FALSE(Keep(start)) << i;
  }
}

TEST_F(Manifests, AreNotWrittenIfASourceChangesMeanwhile) {
  const Moment start = Moment::Now();
  Write("source", "two");
  EXPECT_FALSE(Keep(start));
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, AreNotWrittenIfAnOlderFileReplacesASourceMeanwhile) {
  Write("older", "two");
  const Moment start = Moment::Now();
  fs::rename(Path("older"), Path("source"));
  EXPECT_FALSE(Keep(start));
}

TEST_F(Manifests, AreNotWrittenForAMissingFile) {
  for (const char* source : {"/dev/zero", "/no/such/file", "/tmp"})
    EXPECT_FALSE(WriteManifest(Path("manifest"), {.sources = {source}}, Moment::Now()));
}

TEST_F(Manifests, MoveWithTheirProducts) {
  fs::create_directories(Path("entry"));
  std::ofstream(Path("entry/product")) << "made";
  ASSERT_TRUE(WriteManifest(Path("entry/manifest"), {.products = {"product"}}, Moment::Now()));
  fs::rename(Path("entry"), Path("moved"));
  EXPECT_TRUE(ManifestHolds(Path("moved/manifest")));
  std::ofstream(Path("moved/product")) << "damaged";
  EXPECT_FALSE(ManifestHolds(Path("moved/manifest")));
}

TEST_F(Manifests, AcceptAnyNames) {
  const std::string name = "a\nb\t \"'\\\xff$#";
  Write(name, "one");
  ASSERT_TRUE(WriteManifest(Path("manifest"), {.sources = {Path(name)}}, Moment::Now()));
  EXPECT_TRUE(Holds());
  Write(name, "two");
  EXPECT_FALSE(Holds());
}

TEST_F(Manifests, DoNotHoldIfTruncatedAnywhere) {
  ASSERT_TRUE(Keep(Moment::Now()));
  for (auto size = fs::file_size(Path("manifest")); size-- > 0;) {
    fs::resize_file(Path("manifest"), size);
    EXPECT_FALSE(Holds()) << size;
  }
}

}  // namespace
}  // namespace lockstep::compile
