#include "sim/compile/dependencies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(MakeRule, SplitsNamesAtSpacesAndContinuedLines) {
  EXPECT_THAT(ReadMakeRule("unit: a.cu b.h \\\n  /usr/c.h d.h\n"), ElementsAre("a.cu", "b.h", "/usr/c.h", "d.h"));
}

TEST(MakeRule, UndoesTheEscapesForMake) {
  EXPECT_THAT(ReadMakeRule("unit: my\\ file.cu a\\#b.h $$HOME.h x$$$$y.h\n"),
              ElementsAre("my file.cu", "a#b.h", "$HOME.h", "x$$y.h"));
}

TEST(MakeRule, KeepsTabsAndNewlinesOfNames) {
  EXPECT_THAT(ReadMakeRule("unit: a\tb.cu c\nd.h \\\n  e.h\n"), ElementsAre("a\tb.cu", "c\nd.h", "e.h"));
}

TEST(MakeRule, LeavesOutTheRulesThatFollow) {
  EXPECT_THAT(ReadMakeRule("out: \\\n  a.o \\\n  b.o\n\na.o:\n\nb.o:\n"), ElementsAre("a.o", "b.o"));
}

TEST(MakeRule, HasNoNamesWithoutARule) {
  EXPECT_THAT(ReadMakeRule(""), IsEmpty());
  EXPECT_THAT(ReadMakeRule("unit:"), IsEmpty());
}

TEST(HeaderFolders, AreReadFromFlagsInBothSpellings) {
  unsetenv("CPATH");
  EXPECT_THAT(HeaderFolders({"-Iinc", "-DX=1", "-isystem", "sys", "-I", "more"}), ElementsAre("inc", "sys", "more"));
}

TEST(HeaderFolders, AreReadFromTheEnvironment) {
  setenv("CPATH", "one::two", 1);
  EXPECT_THAT(HeaderFolders({}), ElementsAre("one", ".", "two"));
  unsetenv("CPATH");
}

class AbsentFiles : public testing::Test {
 protected:
  AbsentFiles() : folder_(fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
  }
  std::string Write(const std::string& name, const std::string& text = "") {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  std::string Path(const std::string& name) const { return folder_ / name; }

  fs::path folder_;
};

TEST_F(AbsentFiles, WouldBeFoundEarlierOnThePath) {
  fs::create_directories(folder_ / "i1/deep");
  const Absent absent =
      FindAbsent({.files = {Write("k.cu"), Write("i2/x.h"), Write("i2/deep/y.h"), Write("i2/sub/z.h")},
                  .folders = {Path("i1"), Path("i2")}});
  for (const char* name : {"i1/x.h", "i1/deep/y.h", "i1/sub", "x.h"}) EXPECT_THAT(absent.names, Contains(Path(name)));
  EXPECT_THAT(absent.names, Not(Contains(Path("i2/x.h"))));
  EXPECT_TRUE(absent.complete);
}

TEST_F(AbsentFiles, AreNotLookedForBesidePyTorchsHeaders) {
  Write("torch/torch/extension.h");
  Write("own/own.h");
  const std::vector<std::string> folders = {Path("own"), Path("torch")};
  EXPECT_EQ(FoldersOfPyTorch(folders), std::vector<std::string>{Path("torch") + "/"});
  const Absent absent = FindAbsent({.files = {Write("k.cu"), Write("torch/ATen/deep/a.h")},
                                    .folders = folders,
                                    .system = FoldersOfPyTorch(folders)});
  EXPECT_THAT(absent.names, testing::Contains(Path("own/ATen")));
  EXPECT_THAT(absent.names, testing::Not(testing::Contains(Path("torch/ATen/deep/k.cu"))));
}

TEST_F(AbsentFiles, IncludeThoseThatTheSourceTests) {
  const std::string source = Write("k.cu", "#if defined(__has_include) && __has_include(\"config.h\")\n#endif\n");
  const Absent absent = FindAbsent({.files = {source}, .folders = {Path("inc")}});
  EXPECT_THAT(absent.names, Contains(Path("config.h")));
  EXPECT_THAT(absent.names, Contains(Path("inc")));  // it would have to be created first
  EXPECT_TRUE(absent.complete);
}

TEST_F(AbsentFiles, AreIncompleteIfAMacroIsTested) {
  EXPECT_FALSE(FindAbsent({.files = {Write("k.cu", "#if __has_include(CONFIG)\n#endif\n")}}).complete);
}

TEST_F(AbsentFiles, AreFoundInLongLines) {
  const std::string blanks(1 << 20, ' ');
  const Absent absent =
      FindAbsent({.files = {Write("k.cu", "#if __has_include" + blanks + "(" + blanks +
                                              "<config.h>)\n#endif\n"
                                              "#if defined(__has_include_next) && __has_include_next(\"next.h\")\n")}});
  EXPECT_THAT(absent.names, Contains(Path("config.h")));
  EXPECT_THAT(absent.names, Contains(Path("next.h")));
  EXPECT_TRUE(absent.complete);
  for (const std::string& rest : {"(\"" + std::string(1 << 20, 'x') + "\n", "(" + blanks, std::string("(<>)\n")})
    EXPECT_FALSE(FindAbsent({.files = {Write("k.cu", "#if __has_include" + rest)}}).complete);
}

TEST_F(AbsentFiles, IncludeLibraries) {
  fs::create_directories(folder_ / "lib1");
  const Absent absent =
      FindAbsent({.files = {Write("k.cu")}, .libraries = {"-L" + Path("lib1"), "-L" + Path("lib2"), "-lm"}});
  EXPECT_THAT(absent.names, Contains(Path("lib1/libm.a")));
  EXPECT_THAT(absent.names, Contains(Path("lib2")));
}

}  // namespace
}  // namespace lockstep::compile
