#include "sim/compile/diagnostics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::compile {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kError[] = "a.cu:3:5: error: use of undeclared identifier 'x'\n    3 |   x = 1;\n      |   ^\n";

TEST(Diagnostics, ShowAMessageOfBothHalvesOnce) {
  const std::string merged = MergeDiagnostics(std::string(kError) + "1 error generated.\n",
                                              std::string(kError) + "1 error generated when compiling for znver4.\n");
  EXPECT_EQ(merged, kError);
}

TEST(Diagnostics, KeepAMessageOfTheDeviceHalfOnly) {
  const std::string other = "a.cu:9:1: warning: only here\n";
  EXPECT_EQ(MergeDiagnostics(kError, other + kError), kError + other);
}

TEST(Diagnostics, ShowAMessageOnceWhateverItsColours) {
  const std::string coloured = "\033[1ma.cu:9:1: \033[0;1;35mwarning: \033[0mw\n";
  EXPECT_EQ(MergeDiagnostics(coloured, "a.cu:9:1: warning: w\n"), coloured);
}

constexpr char kRefused[] =
    "In file included from a.cu:1:\nx/cublas.h:1:2: error: \"Lockstep: cuBLAS is not supported yet\"\n    1 | #error\n";

TEST(CompileErrors, EndWithTheHeaderThatIsRefused) {
  const std::string before = "a.cu:1:1: warning: before\n";
  const std::string told = ExplainCompileErrors(before + kRefused + kError + "a.cu:9:1: warning: after\n" +
                                                "a.cu:9:2: error: unknown type name 'cublasHandle_t'\n");
  EXPECT_EQ(told,
            before + "lockstep: 2 more errors are left out, because the refused feature may be the cause\n" + kRefused);
}

TEST(CompileErrors, KeepEveryRefusedHeader) {
  const std::string second = "b.h:1:2: error: \"Lockstep: cuFFT is not supported yet\"\n";
  EXPECT_EQ(ExplainCompileErrors(kRefused + second), kRefused + second);
}

TEST(CompileErrors, EndWithAStrangeUseOfAKernel) {
  const std::string launch = "a.cu:3:3: error: reference to __global__ function 'Child' in __global__ function\n";
  const std::string told = ExplainCompileErrors(launch + kError);
  EXPECT_TRUE(told.starts_with(kError + launch)) << told;
  EXPECT_THAT(told, HasSubstr("device code names a kernel in a way that is not supported"));
}

TEST(CompileErrors, SayWhatFollowsAWaitOnTheDevice) {
  EXPECT_THAT(ExplainCompileErrors(
                  "a.cu:3:3: error: reference to __host__ function 'cudaDeviceSynchronize' in __global__ function\n"),
              HasSubstr("cudaStreamTailLaunch"));
  EXPECT_THAT(ExplainCompileErrors("a.cu:3:3: error: no matching function for call to 'cudaDeviceSynchronize'\n"),
              HasSubstr("cudaStreamTailLaunch"));
}

TEST(CompileErrors, NameThePackagesOfThrustAndCub) {
  const std::string missing = "a.cu:1:10: fatal error: 'cub/cub.cuh' file not found\n";
  EXPECT_THAT(ExplainCompileErrors(missing), HasSubstr("apt-get install libthrust-dev libcub-dev"));
}

TEST(ShortWarnings, HaveOneLineEachAndAreFew) {
  std::string messages;
  for (const char* line : {"1", "2", "3", "4", "5"})
    messages += std::string("a.cu:") + line +
                ":7: warning: unused variable 'x' [-Wunused]\n    5 |   int x;\n      |       ^\n";
  EXPECT_EQ(ShortWarnings(messages),
            "a.cu:1:7: warning: unused variable 'x' [-Wunused]\n"
            "a.cu:2:7: warning: unused variable 'x' [-Wunused]\n"
            "a.cu:3:7: warning: unused variable 'x' [-Wunused]\n"
            "lockstep: `lockstep build` prints 2 more of the compiler's warnings\n");
}

TEST(ShortWarnings, LeaveOneWarningAndOtherMessagesAlone) {
  const std::string one = "a.cu:1:7: warning: unused variable 'x' [-Wunused]\n    5 |   int x;\n";
  const std::string other = "a.cu:3: `k` runs on whole warps: the threads of a warp meet at each barrier together\n";
  EXPECT_EQ(ShortWarnings(one), one);
  EXPECT_EQ(ShortWarnings(kError), kError);
  EXPECT_THAT(ShortWarnings(one + one + kError), HasSubstr(kError));
  EXPECT_EQ(ShortWarnings(other), other);
}

TEST(CompileErrors, NameThePackageOfOpenMp) {
  for (const std::string& told : {ExplainCompileErrors("a.cu:1:10: fatal error: 'omp.h' file not found\n"),
                                  ExplainLinkErrors("ld.lld-19: error: unable to find library -lomp\n")})
    EXPECT_THAT(told, HasSubstr("apt-get install libomp-19-dev"));
  EXPECT_THAT(ExplainCompileErrors("a.cu:1:10: fatal error: 'my_omp.h' file not found\n"), Not(HasSubstr("apt-get")));
}

TEST(CompileErrors, SayThatTheInstalledThrustMayBeTooOld) {
  const std::string error =
      "a.cu:9:22: error: type 'thrust::tuple<int, int, int>' decomposes into 2 elements, but 3 names were provided\n"
      "    9 | auto [a, b, c] = t;\n"
      "/usr/include/thrust/detail/internal_functional.h:322:8: note: in instantiation of member function\n";
  EXPECT_THAT(ExplainCompileErrors(error), HasSubstr("a program for a newer CUDA may need newer ones"));
  EXPECT_THAT(ExplainCompileErrors("a.cu:9:1: error: use of undeclared identifier 'thrust'\n"),
              Not(HasSubstr("newer CUDA")));
}

TEST(CompileErrors, NameTheLibraryWhoseNameIsUsed) {
  EXPECT_EQ(
      ExplainCompileErrors("a.cu:3:5: error: use of undeclared identifier 'cusparseCreate'; did you mean "
                           "'Create'?\n    3 |   cusparseCreate(&h);\n"),
      "a.cu:3:5: error: Lockstep: cuSPARSE is not supported yet (`cusparseCreate`): write the operation as a kernel "
      "of your own\n    3 |   cusparseCreate(&h);\n");
  EXPECT_EQ(ExplainCompileErrors("\033[1ma.cu:3:5: \033[0m\033[0;1;31merror: \033[0m\033[1munknown type name "
                                 "'CUDNN_T'\033[0m\n"),
            "\033[1ma.cu:3:5: \033[0m\033[0;1;31merror: \033[0m\033[1mLockstep: cuDNN is not supported yet "
            "(`CUDNN_T`): write the operation as a kernel of your own\033[0m\n");
  const std::string other = "a.cu:3:5: error: use of undeclared identifier 'cudnn'\n";
  EXPECT_EQ(ExplainCompileErrors(other), other);
}

TEST(CompileErrors, AreUnchangedIfNothingIsRefused) { EXPECT_EQ(ExplainCompileErrors(kError), kError); }

TEST(LinkErrors, NameDeviceSymbolsAsTheUserWroteThem) {
  const std::string told =
      ExplainLinkErrors("ld.lld: error: undefined symbol: __device___Z5helpfi\n>>> referenced by a.cu\n");
  EXPECT_THAT(told, HasSubstr("device function or variable `helpf(int)`"));
  EXPECT_THAT(told, HasSubstr("-rdc=true"));
  EXPECT_THAT(told, Not(HasSubstr("__device__")));
}

}  // namespace
}  // namespace lockstep::compile
