#include "sim/compile/precompiled.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <thread>

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

TEST(NamesLargeHeaders, OfThrustAndCubOnly) {
  EXPECT_TRUE(NamesLargeHeaders("#include <vector>\n#include <thrust/sort.h>\n"));
  EXPECT_TRUE(NamesLargeHeaders("#include <cub/cub.cuh>\n"));
  EXPECT_FALSE(NamesLargeHeaders("#include <vector>\n#include <cuda_runtime.h>\n"));
}

TEST(LeadingIncludes, LeaveOutWhatBelongsToTheProgram) {
  for (const char* text : {"#include \"mine.h\"\n", "#include </etc/passwd>\n", "#include <../mine.h>\n",
                           "#include HEADER\n", "#include <vec\\\ntor>\n", "#include <a.h> int n;\n", ""})
    EXPECT_EQ(LeadingIncludes(text, {}), "") << text;
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
  // What is being written is not kept.
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

TEST(WithoutOurHeaders, KeepsTheProgramsOwnLines) {
  const std::string ours =
                        "In file included from /home/a/.cache/lockstep/headers/0123456789abcdef0123456789abcdef.h:2:\n",
                    first = "In file included from a.cu:1:\n",
                    rest = "In file included from /usr/include/b:61:\nb:3: error\n";
  EXPECT_EQ(WithoutOurHeaders(first + ours + rest), first + rest);
  EXPECT_EQ(WithoutOurHeaders("/headers/ at the end"), "/headers/ at the end\n");
}

}  // namespace
}  // namespace lockstep::compile
