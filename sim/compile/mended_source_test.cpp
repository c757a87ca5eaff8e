#include "sim/compile/mended_source.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

// A file of the test's own, and clang's message about it.
class MendedSource : public testing::Test {
 protected:
  MendedSource() { fs::create_directories(folder_ / "copies"); }
  ~MendedSource() override { fs::remove_all(folder_); }

  // `^` marks the places in `text` that clang complains about.
  bool Mend(const std::string& text, const std::string& complaint = "expected expression") {
    std::string source, errors;
    std::size_t line = 1, column = 1;
    for (char c : text) {
      if (c == '^') {
        errors += fmt::format("{}:{}:{}: error: {}\n", file_, line, column, complaint);
        continue;
      }
      source += c;
      ++column;
      if (c == '\n') ++line, column = 1;
    }
    std::ofstream(file_) << source;
    return mender_.Mend(errors);
  }
  // The copy that clang would read.
  std::string Mended() const {
    std::ifstream copy(folder_ / "copies" / "mended-1");
    return {std::istreambuf_iterator<char>(copy), {}};
  }
  std::string Restored(std::size_t line, std::size_t column) const {
    const std::string message = fmt::format("{}:{}:{}: error: x\n", file_, line, column);
    const std::string restored = mender_.AtOriginalColumns(message);
    return restored.substr(file_.size());
  }

  const fs::path folder_ = fs::absolute(fmt::format("mended-{}", getpid()));
  const std::string file_ = (folder_ / "k.cu").string();
  SourceMender mender_{(folder_ / "copies").string()};
};

TEST_F(MendedSource, JoinsTheBracketsOfALaunchAndMovesNothingElse) {
  ASSERT_TRUE(Mend("k << ^<grid, block >> ^> (x);\n"));
  EXPECT_EQ(Mended(), "k <<< grid, block >>>  (x);\n");
}

TEST_F(MendedSource, LooksUpAMemberOfAClassTemplateWhereItIsUsed) {
  ASSERT_TRUE(Mend("void f() { this->^g(1); }\n", "no member named 'g' in 'A<T>'"));
  EXPECT_EQ(Mended(), "void f() { static_cast<__remove_cvref(decltype(*this))*>(this)->g(1); }\n");
  EXPECT_FALSE(Mend("void f() { this->^g(1); }\n", "no member named 'g' in 'A'"));
  EXPECT_FALSE(Mend("void f() { a.^g(1); }\n", "no member named 'g' in 'A<T>'"));
}

constexpr char kKernelInDeviceCode[] = "reference to __global__ function 'k' in __global__ function";

TEST_F(MendedSource, PutsALaunchInDeviceCodeIntoALambda) {
  ASSERT_TRUE(Mend("if (n > 1) a::^k<T, (1 > 0)> <<<dim3(1, 2), f(\">>>\")>>> (g(x), y); z();\n", kKernelInDeviceCode));
  EXPECT_EQ(Mended(),
            "if (n > 1) [&]() __attribute__((annotate(\"lockstep_launch\"))) "
            "{ a::k<T, (1 > 0)> <<<dim3(1, 2), f(\">>>\")>>> (g(x), y); }(); z();\n");
  EXPECT_EQ(Restored(1, 160), ":1:102: error: x\n");
}

TEST_F(MendedSource, PutsTheNameOfAKernelInDeviceCodeIntoALambda) {
  ASSERT_TRUE(Mend("f(&a, &^k<int>);\n", kKernelInDeviceCode));
  EXPECT_EQ(Mended(), "f(&a, [&]() __attribute__((annotate(\"lockstep_launch\"))) { return &k<int>; }());\n");
}

TEST_F(MendedSource, LeavesACallOfAKernelAsItIs) { EXPECT_FALSE(Mend("^k(x);\n", kKernelInDeviceCode)); }

TEST_F(MendedSource, LeavesALaunchThatItHasMended) {
  ASSERT_TRUE(Mend("^k<<<1, 1>>>();\n", kKernelInDeviceCode));
  const std::string mended = Mended();
  EXPECT_FALSE(mender_.Mend(fmt::format("{}:1:{}: error: {}\n", file_, mended.find('k', 50) + 1, kKernelInDeviceCode)));
}

TEST_F(MendedSource, TakesThePlaceOfAnErrorWhoseNoteSaysWhy) {
  std::ofstream(file_) << "__global__ void k(T) {}\nk<<<1, 1>>>(3);\n";
  ASSERT_TRUE(
      mender_.Mend(fmt::format("{0}:2:1: error: no matching function for call to 'k'\n{0}:1:17: note: candidate "
                               "function template not viable: call to __global__ function from __global__ "
                               "function\n",
                               file_)));
  EXPECT_TRUE(Mended().ends_with("{ k<<<1, 1>>>(3); }();\n")) << Mended();
}

TEST_F(MendedSource, JoinsBracketsThatAreFartherApart) {
  ASSERT_TRUE(Mend("k<< \t ^<grid,b>> ^>(x);\n"));
  EXPECT_EQ(Mended(), "k<<<\t  grid,b>>> (x);\n");
}

TEST_F(MendedSource, JoinsBracketsWithACommentBetween) {
  ASSERT_TRUE(Mend("k <</* two */^<g, b >> /* more */ ^> (x);\n"));
  EXPECT_EQ(Mended(), "k <<</* two */g, b >>>/* more */   (x);\n");
}

TEST_F(MendedSource, LeavesShiftsAndOtherMistakesAlone) {
  EXPECT_FALSE(Mend("int a = 1 < ^< 2;\n"));
  EXPECT_FALSE(Mend("int a = 1 <<\n ^< 2;\n"));
  EXPECT_FALSE(Mend("int a = (^);\n"));
  EXPECT_FALSE(Mend("int a = b > ^>;\n"));
  EXPECT_TRUE(mender_.Flags().empty());
}

TEST_F(MendedSource, NamesTheShapesThatALaunchGivesInBraces) {
  ASSERT_TRUE(Mend("k<<<^{g(1, 2), 4}, ^{32}, 0>>>(x);\n"));
  EXPECT_EQ(Mended(), "k<<<dim3{g(1, 2), 4}, dim3{32}, 0>>>(x);\n");
}

TEST_F(MendedSource, LeavesBracesOutsideOfALaunchAlone) {
  EXPECT_FALSE(Mend("int a = 1 + ^{2};\n"));
  EXPECT_FALSE(Mend("k<<<1, 1>>>(x); a = (1, ^{2});\n"));
  EXPECT_FALSE(Mend("k<<<1, 1, ^{2}>>>(x);\n"));
}

TEST_F(MendedSource, TranslatesMessagesToTheColumnsOfTheFile) {
  ASSERT_TRUE(Mend("k<<<^{1}, ^{32}>>>(x);\nk<<<1, 1>>>(x);\n"));
  //                k<<<dim3{1}, dim3{32}>>>(x);
  EXPECT_EQ(Restored(1, 3), ":1:3: error: x\n");
  EXPECT_EQ(Restored(1, 9), ":1:5: error: x\n");
  EXPECT_EQ(Restored(1, 18), ":1:10: error: x\n");
  EXPECT_EQ(Restored(1, 26), ":1:18: error: x\n");
  EXPECT_EQ(Restored(2, 26), ":2:26: error: x\n");
}

TEST_F(MendedSource, CorrectsFurtherErrorsThatTheFirstCopyShows) {
  ASSERT_TRUE(Mend("k<<<^{1}, {32}>>>(x);\n"));
  // The second complaint refers to the copy.
  ASSERT_TRUE(mender_.Mend(fmt::format("{}:1:14: error: expected expression\n", file_)));
  EXPECT_EQ(Mended(), "k<<<dim3{1}, dim3{32}>>>(x);\n");
  EXPECT_EQ(Restored(1, 26), ":1:18: error: x\n");
}

TEST_F(MendedSource, ReplacesAlignasByTheOlderWord) {
  ASSERT_TRUE(Mend("__shared__ ^alignas(16) int a;\n", "an attribute list cannot appear here"));
  EXPECT_EQ(Mended(), "__shared__ _Alignas(16) int a;\n");
  EXPECT_EQ(Restored(1, 29), ":1:28: error: x\n");
}

TEST_F(MendedSource, GivesSharedVariablesOfClassesWithConstructorsRoom) {
  constexpr const char* kComplaint = "initialization is not supported for __shared__ variables";
  ASSERT_TRUE(Mend("__shared__ cuda::barrier<Scope> ^bar;\n", kComplaint));
  EXPECT_EQ(Mended(),
            "__shared__ ::__lockstep_room<cuda::barrier<Scope> > __lockstep_room_of_bar; auto& bar = "
            "__lockstep_room_of_bar.value;\n");
}

TEST_F(MendedSource, GivesArraysOfThemRoom) {
  constexpr const char* kComplaint = "initialization is not supported for __shared__ variables";
  ASSERT_TRUE(Mend("__shared__ alignas(8) B ^bars[2][N];\n", kComplaint));
  EXPECT_EQ(Mended(),
            "__shared__ alignas(8) ::__lockstep_room<B [2][N]> __lockstep_room_of_bars; auto& bars = "
            "__lockstep_room_of_bars.value;\n");
}

TEST_F(MendedSource, DefinesASharedObjectThatIsDeclaredExtern) {
  constexpr const char* kComplaint = "__shared__ variable 'tiles' cannot be 'extern'";
  ASSERT_TRUE(Mend("int extern_of; extern __shared__ __align__(128) Tiles<N> ^tiles;\n", kComplaint));
  EXPECT_EQ(Mended(), "int extern_of;        __shared__ __align__(128) Tiles<N> tiles;\n");
  EXPECT_FALSE(Mend("extern int a; __shared__ Tiles<N> ^tiles;\n", kComplaint));
}

TEST_F(MendedSource, LeavesInitialisedSharedVariables) {
  constexpr const char* kComplaint = "initialization is not supported for __shared__ variables";
  for (const char* text : {"__shared__ int ^a = 3;\n", "__shared__ B ^a{1};\n", "__shared__ B ^a, b;\n", "B ^a;\n"})
    EXPECT_FALSE(Mend(text, kComplaint)) << text;
}

TEST_F(MendedSource, ReadsLongLines) {
  const std::string much(1 << 20, 'x');
  ASSERT_TRUE(Mend("k<<<^{1}, 32>>>(x);\n", "expected expression" + much + ":1:2: x"));
  EXPECT_EQ(Restored(1, 9), ":1:5: error: x\n");
  EXPECT_EQ(mender_.AtOriginalColumns("\x1b[" + much), "\x1b[" + much + "\n");
  EXPECT_FALSE(mender_.Mend(std::string(1 << 20, ':') + "1:1: error: expected expression\n"));
}

// As clang writes them for a terminal.
TEST_F(MendedSource, TranslatesColumnsInColor) {
  ASSERT_TRUE(Mend("k<<<^{1}, 32>>>(x);\n"));
  EXPECT_EQ(mender_.AtOriginalColumns("\x1b[0m\x1b[1m" + file_ + ":1:9: \x1b[0merror\n"),
            "\x1b[0m\x1b[1m" + file_ + ":1:5: \x1b[0merror\n");
  EXPECT_EQ(mender_.AtOriginalColumns(file_ + ":1:1234567890: x\n"), file_ + ":1:1234567890: x\n");
}

TEST_F(MendedSource, DoublesThePercentSignsOfPtx) {
  ASSERT_TRUE(Mend("asm(\"mov.u32 %0, %l^aneid;\" : \"=r\"(x));\n", "invalid % escape in inline assembly string"));
  EXPECT_EQ(Mended(), "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));\n");
}

}  // namespace
}  // namespace lockstep::compile
