#include "sim/compile/precompiled.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "shared/base/find_tool.h"
#include "shared/base/process.h"
#include "sim/compile/manifest.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

TEST(LeadingIncludes, EndWhereTheProgramBegins) {
  EXPECT_EQ(LeadingIncludes("// A program.\n\n#include <cuda_runtime.h>\r\n  # include <vector>  // cells\n"
                            "#include \"lockstep/input.h\"\nint n;\n#include <cstdio>\n",
                            {}),
            "#include <cuda_runtime.h>\n#include <vector>\n#include \"lockstep/input.h\"\n");
  // A macro before a header may change what the header means.
  EXPECT_EQ(LeadingIncludes("#include <cstdio>\n#define NDEBUG\n#include <cassert>\n", {}), "#include <cstdio>\n");
}

TEST(LeadingIncludes, AreFoundAfterALongComment) {
  EXPECT_EQ(LeadingIncludes("/* A program,\n * #include <not_me>\n */\n#include <vector>\n/* one */ // two\n"
                            "#include <cstdio>\n/* a */ int n;\n#include <cmath>\n",
                            {}),
            "#include <vector>\n#include <cstdio>\n");
  EXPECT_EQ(LeadingIncludes("/* without an end\n#include <vector>\n", {}), "");
}

TEST(LeadingIncludes, MayComeFromAFolderOfNvidiasLibraries) {
  const fs::path folder = fs::absolute("leading_cub");
  fs::create_directories(folder / "cub");
  std::ofstream(folder / "cub/cub.cuh") << "// CUB.\n";
  EXPECT_EQ(LeadingIncludes("#include <cub/cub.cuh>\n", {folder.string()}), "#include <cub/cub.cuh>\n");
  fs::remove_all(folder);
}

TEST(LeadingIncludes, MayComeFromAFolderOfPyTorch) {
  const fs::path folder = fs::absolute("leading_torch");
  fs::create_directories(folder / "torch");
  for (const char* name : {"extension.h", "lockstep.h"}) std::ofstream(folder / "torch" / name) << "// PyTorch.\n";
  EXPECT_EQ(LeadingIncludes("#include <torch/lockstep.h>\n#undef NAME\n", {folder.string()}),
            "#include <torch/lockstep.h>\n");
  fs::remove(folder / "torch/extension.h");
  EXPECT_EQ(LeadingIncludes("#include <torch/lockstep.h>\n", {folder.string()}), "");
  fs::remove_all(folder);
}

TEST(BeginsWithPyTorchsHeaders, OfExtensionsOnPyTorchsTensors) {
  std::ofstream("extension.cu") << "#include <torch/lockstep.h>\n#include \"cuda.cu\"\n";
  std::ofstream("other.cu") << "#include <torch/extension.h>\n";
  EXPECT_TRUE(BeginsWithPyTorchsHeaders("extension.cu"));
  EXPECT_FALSE(BeginsWithPyTorchsHeaders("other.cu"));
  EXPECT_FALSE(BeginsWithPyTorchsHeaders("missing.cu"));
}

TEST(NamesLargeHeaders, OfThrustCubAndPyTorchOnly) {
  EXPECT_TRUE(NamesLargeHeaders("#include <vector>\n#include <thrust/sort.h>\n"));
  EXPECT_TRUE(NamesLargeHeaders("#include <cub/cub.cuh>\n"));
  EXPECT_TRUE(NamesLargeHeaders("#include <torch/extension.h>\n"));
  EXPECT_FALSE(NamesLargeHeaders("#include <vector>\n#include <cuda_runtime.h>\n"));
}

TEST(LeadingIncludes, LeaveOutWhatBelongsToTheProgram) {
  for (const char* text : {"#include \"mine.h\"\n", "#include </etc/passwd>\n", "#include <../mine.h>\n",
                           "#include HEADER\n", "#include <vec\\\ntor>\n", "#include <a.h> int n;\n", ""})
    EXPECT_EQ(LeadingIncludes(text, {}), "") << text;
}

TEST(LeadingIncludes, LeaveOutLinesThatGoOn) {
  for (const char* text : {"// a comment \\\n#include <a.h>\n", "// a comment \\ \r\n#include <a.h>\n",
                           "#include <a.h>  // goes on \\\t\n"})
    EXPECT_EQ(LeadingIncludes(text, {}), "") << text;
}

// A source has lines of any length.
TEST(LeadingIncludes, AreFoundInLongLines) {
  const std::string much(1 << 20, 'x'), blanks(1 << 20, ' ');
  EXPECT_EQ(LeadingIncludes("#include <vector> //" + much + "\n#include <cmath>\n", {}),
            "#include <vector>\n#include <cmath>\n");
  EXPECT_EQ(LeadingIncludes(blanks + "#" + blanks + "include" + blanks + "<vector>" + blanks + "\n", {}),
            "#include <vector>\n");
  EXPECT_EQ(LeadingIncludes("#include <" + much + ".h>\n", {}), "#include <" + much + ".h>\n");
  EXPECT_EQ(LeadingIncludes("#include <" + much, {}), "");
}

TEST(LeadingIncludes, EndAtAHeaderThatIsFoundElsewhereFirst) {
  const fs::path folder = fs::absolute("leading_includes");
  fs::create_directories(folder / "lockstep");
  std::ofstream(folder / "lockstep/input.h") << "// The program's own.\n";
  EXPECT_EQ(LeadingIncludes("#include <vector>\n#include \"lockstep/input.h\"\n", {folder.string()}),
            "#include <vector>\n");
  fs::remove_all(folder);
}

// A new header of Lockstep's may take the place of a system's.
TEST(IncludeHeaders, BelongToTheirToolchain) {
  const fs::path folder = fs::absolute("BelongToTheirToolchain");
  fs::remove_all(folder);
  fs::create_directories(folder / "headers/cuda");
  const auto write = [&](const fs::path& name, std::string_view text) { std::ofstream(folder / name) << text; };
  write("headers/cuda_runtime.h", "struct Dim3 {};\n");
  // Those of libcu++ are precompiled without the CUDA headers, which depend on the version anyway.
  write("headers/cuda/version.h", "// A library's.\n");
  write("sums.cu", "#include <cuda/version.h>\nint main() {}\n");
  // An entry that is being written is not kept.
  while (Moment::Now().IsBefore(folder / "sums.cu")) std::this_thread::yield();
  setenv("LOCKSTEP_CACHE", (folder / "cache").c_str(), 1);
  fs::create_directories(folder / "cache");
  const auto headers_of = [&](const std::string& version) {
    Toolchain toolchain;
    toolchain.headers = toolchain.publish = folder / "headers";
    toolchain.version = version;
    return IncludeHeaders(toolchain, {.half = {FindTool("clang++-19").string(), "-x", "c++-header", "-isystem",
                                               toolchain.headers.string()},
                                      .source = folder / "sums.cu"});
  };
  const auto old = headers_of("old");
  EXPECT_EQ(old.at(1), "-include-pch");
  EXPECT_EQ(headers_of("old"), old);
  EXPECT_NE(headers_of("new"), old);
  unsetenv("LOCKSTEP_CACHE");
}

// A damaged file is made anew, and clang refuses what was built upon it.
TEST(IncludeHeaders, AreMadeAnewWithThoseThatTheyBuildUpon) {
  const fs::path folder = fs::absolute("AreMadeAnew");
  fs::remove_all(folder);
  fs::create_directories(folder / "headers");
  const auto write = [&](const fs::path& name, std::string_view text) { std::ofstream(folder / name) << text; };
  write("headers/cuda_runtime.h", "struct Dim3 {};\n");
  write("headers/more.h", "using More = Dim3;\n");
  write("sums.cu", "#include <more.h>\nMore more;\n");
  setenv("LOCKSTEP_CACHE", (folder / "cache").c_str(), 1);
  fs::create_directories(folder / "cache");
  Toolchain toolchain;
  toolchain.headers = toolchain.publish = folder / "headers";
  const std::vector<std::string> half = {FindTool("clang++-19").string(), "-x", "c++-header", "-isystem",
                                         toolchain.headers.string()};
  const auto compiles = [&] {
    std::vector<std::string> command = {half[0], "-fsyntax-only", "-isystem", toolchain.headers.string()};
    const auto headers = IncludeHeaders(toolchain, {.half = half, .source = folder / "sums.cu"});
    EXPECT_EQ(headers.at(1), "-include-pch");
    command.insert(command.end(), headers.begin(), headers.end());
    command.insert(command.end(), {"-x", "c++", (folder / "sums.cu").string()});
    const auto ran = RunProcess({.command = command, .capture_errors = true});
    return ran && ran->status == 0;
  };
  EXPECT_TRUE(compiles());
  const auto base = IncludeHeaders(toolchain, {.half = half});
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // clang compares seconds
  ASSERT_TRUE(DropPrecompiledHeaders(base, true));
  EXPECT_EQ(IncludeHeaders(toolchain, {.half = half}), base);
  EXPECT_TRUE(compiles());
  unsetenv("LOCKSTEP_CACHE");
}

TEST(WithoutOurHeaders, KeepsTheProgramsOwnLines) {
  const std::string ours =
                        "In file included from /home/a/.cache/lockstep/headers/0123456789abcdef0123456789abcdef.h:2:\n",
                    first = "In file included from a.cu:1:\n",
                    rest = "In file included from /usr/include/b:61:\nb:3: error\n";
  EXPECT_EQ(WithoutOurHeaders(first + ours + rest), first + rest);
  EXPECT_EQ(WithoutOurHeaders("/headers/ at the end"), "/headers/ at the end\n");
  for (const char* other : {"In file included from /headers/0123456789abcdef0123456789abcde.h:2:\n",
                            "In file included from /headers/0123456789abcdef0123456789abcdef0.h:2:\n",
                            "In file included from /other/0123456789abcdef0123456789abcdef.h:2:\n/headers/\n",
                            "In file included from /headers/0123456789abcdef0123456789abcdef.h:\n",
                            "In file included from /headers/:2:\n", "In file included from :\n/headers/\n"})
    EXPECT_EQ(WithoutOurHeaders(other), other);
}

TEST(WithoutOurHeaders, ReadsLongLines) {
  const std::string much(1 << 20, 'a'), line = "In file included from /headers/" + much + ":2:\n";
  EXPECT_EQ(WithoutOurHeaders(line), line);
  EXPECT_EQ(WithoutOurHeaders("In file included from /" + much + "/headers/0123456789abcdef0123456789abcdef.h:12:\n"),
            "");
}

}  // namespace
}  // namespace lockstep::compile
