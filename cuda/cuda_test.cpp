// The CUDA side: finding nvcc and a GPU, and the capture header on programs of all kinds. Tests that need nvcc are
// skipped without it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "cuda/nvcc.h"
#include "shared/base/process.h"
#include "shared/report/capture.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const std::string kShared = LOCKSTEP_SOURCE_DIR "/shared";

// Uses every function that the header wraps as programs do: through macros, templates, namespaces and casts, and on the
// device.
constexpr char kProgram[] = R"(
#include <lockstep/publish.h>
#include <cuda_fp16.h>
#include <array>
#include <cstdio>
#include <vector>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorString(e)); } while (0)
struct Pixel { float r, g, b; };
__device__ float table[16];
__constant__ int weights[4];
__global__ void Fill(float* a, __half* h, Pixel* p) {
  a[threadIdx.x] = 2.0f * threadIdx.x;
  h[threadIdx.x] = __float2half(1.5f);
  p[threadIdx.x] = Pixel{1, 2, 3};
  table[threadIdx.x % 16] = threadIdx.x % 16;
}
template <class T> struct Buffer {
  T* device = nullptr;
  std::vector<T> host;
  explicit Buffer(size_t n) : host(n) { CHECK(cudaMalloc(&device, n * sizeof(T))); }
  cudaError_t Back(cudaStream_t s = 0) { return cudaMemcpyAsync(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost, s); }
};
namespace mine {
cudaError_t Back(void* to, const void* from, size_t n) { return ::cudaMemcpy(to, from, n, cudaMemcpyDefault); }
}
int main() {
  Buffer<float> a(64);
  Buffer<__half> h(64);
  Buffer<Pixel> p(64);
  Fill<<<1, 64>>>(a.device, h.device, p.device);
  CHECK(a.Back());
  CHECK(h.Back());
  CHECK(p.Back());
  CHECK(cudaDeviceSynchronize());
  float t[16];
  CHECK(cudaMemcpyFromSymbol(t, table, sizeof(t)));
  int w[4];
  CHECK(cudaMemcpyFromSymbol((void*)w, weights, sizeof w, 0, cudaMemcpyDeviceToHost));
  float one = 0;
  cudaMemcpyFromSymbol(&one, table, sizeof one, 4);
  CHECK(mine::Back(a.host.data(), a.device, 16));
  float grid[4][4];
  size_t pitch = 16;
  float* rows = nullptr;
  CHECK(cudaMallocPitch(&rows, &pitch, 16, 4));
  CHECK(cudaMemset2D(rows, pitch, 0, 16, 4));
  CHECK(cudaMemcpy2D(grid, sizeof(grid[0]), rows, pitch, 16, 4, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(a.device, t, sizeof t, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyAsync(t, a.device, sizeof t, cudaMemcpyDeviceToHost, 0));
  CHECK(::cudaMemcpyAsync(t, a.device, sizeof t, cudaMemcpyDeviceToHost, NULL));
  CHECK(cudaMemcpy(NULL, a.device, 0, cudaMemcpyDeviceToHost));
  auto copy = cudaMemcpy;
  copy(&one, a.device, 4, cudaMemcpyDeviceToHost);
  int n = 2;
  const float* pointer = t;
  std::array<int, 3> three = {1, 2, 3};
  LOCKSTEP_PUBLISH(grid);
  LOCKSTEP_PUBLISH(a.host, 8, 8);
  LOCKSTEP_PUBLISH(pointer, n, n);
  LOCKSTEP_PUBLISH(three);
}
)";

std::string OwnName() { return testing::UnitTest::GetInstance()->current_test_info()->name(); }

std::string WriteSource(const std::string& text) {
  const std::string path = OwnName() + ".cu";
  std::ofstream(path) << text;
  return path;
}

#define NEEDS_NVCC(name)        \
  const auto name = FindNvcc(); \
  if (!name) GTEST_SKIP() << name.error().message

ProcessResult BuildWithNvcc(const Nvcc& nvcc, const std::string& source, std::vector<std::string> flags,
                            const std::string& standard = "") {
  const NvccRequest request{.inputs = {source},
                            .output = OwnName() + ".out",
                            .publish = kShared,
                            .standard = standard,
                            .compile_flags = std::move(flags)};
  return RunProcess({.command = NvccCommand(nvcc, request), .capture_errors = true, .capture_output = true}).value();
}

TEST(NvccCommand, IsTheDocumentedOne) {
  EXPECT_THAT(
      NvccCommand({.path = "/usr/local/cuda/bin/nvcc"}, {.inputs = {"a.cu"},
                                                         .output = "a",
                                                         .publish = "shared",
                                                         .standard = "c++17",
                                                         .optimize = "2",
                                                         .relocatable = true,
                                                         .for_this_gpu = true,
                                                         .compile_flags = {"-DN=4"},
                                                         .link_flags = {"-lm"}}),
      testing::ElementsAre("/usr/local/cuda/bin/nvcc", "-include", "lockstep/capture.h", "-I", "shared", "-std=c++17",
                           "-O2", "-rdc=true", "-arch=native", "-DN=4", "a.cu", "-lm", "-o", "a"));
}

TEST(FindNvcc, LooksBelowCudaHomeFirst) {
  fs::create_directories("fake/bin");
  std::ofstream("fake/bin/nvcc") << "#!/bin/sh\n";
  fs::permissions("fake/bin/nvcc", fs::perms::owner_all);
  setenv("CUDA_HOME", fs::absolute("fake").c_str(), 1);
  const auto found = FindNvcc();
  unsetenv("CUDA_HOME");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->path, fs::absolute("fake/bin/nvcc"));
}

TEST(FindGpu, ReportsWhyThereIsNone) {
  const auto gpu = FindGpu();
  if (gpu) GTEST_SKIP() << "there is one: " << *gpu;
  EXPECT_THAT(gpu.error().message, HasSubstr("there is no GPU here: "));
}

TEST(CaptureHeader, CompilesWithEveryStandard) {
  NEEDS_NVCC(nvcc);
  const std::string source = WriteSource(kProgram);
  for (const char* standard : {"c++14", "c++17", "c++20"}) {
    const ProcessResult built = BuildWithNvcc(*nvcc, source, {"-Xcompiler", "-Wall,-Wextra,-Werror"}, standard);
    EXPECT_EQ(built.status, 0) << standard << "\n" << built.errors << built.output;
  }
}

TEST(CaptureHeader, CompilesWithAStreamForEachThread) {
  NEEDS_NVCC(nvcc);
  const ProcessResult built = BuildWithNvcc(*nvcc, WriteSource(kProgram), {"-default-stream", "per-thread"});
  EXPECT_EQ(built.status, 0) << built.errors << built.output;
}

TEST(CaptureHeader, LeavesCopiesInDeviceCodeAlone) {
  NEEDS_NVCC(nvcc);
  const std::string source = WriteSource(
      "__global__ void Copy(int* to, int* from) { cudaMemcpyAsync(to, from, 4, cudaMemcpyDeviceToDevice, 0); }\n"
      "int main() { Copy<<<1, 1>>>(nullptr, nullptr); }\n");
  const NvccRequest request{
      .inputs = {source}, .output = OwnName() + ".o", .publish = kShared, .relocatable = true, .compile_flags = {"-c"}};
  const auto built =
      RunProcess({.command = NvccCommand(*nvcc, request), .capture_errors = true, .capture_output = true}).value();
  EXPECT_EQ(built.status, 0) << built.errors << built.output;
}

TEST(PublishHeader, DoesNothingWithoutListener) {
  NEEDS_NVCC(nvcc);
  const std::string source = WriteSource(
      "#include \"lockstep/publish.h\"\n#include <cstdio>\n"
      "int main() { int a[3] = {1, 2, 3}; LOCKSTEP_PUBLISH(a); std::puts(\"ended\"); }\n");
  const auto built = RunProcess({.command = {nvcc->path.string(), "-I", kShared, source, "-o", OwnName() + ".out"},
                                 .capture_errors = true})
                         .value();
  ASSERT_EQ(built.status, 0) << built.errors;
  const auto ran = RunProcess({.command = {fs::absolute(OwnName() + ".out").string()},
                               .environment = {"LOCKSTEP_CAPTURE=never.lscap"},
                               .capture_output = true})
                       .value();
  EXPECT_EQ(ran.output, "ended\n");
  EXPECT_FALSE(fs::exists("never.lscap"));
}

// The programs that users are likely to capture first.
// Without a GPU the copies fail and are not captured, while arrays published from host memory are.
TEST(CaptureHeader, WritesWhatAProgramPublishes) {
  NEEDS_NVCC(nvcc);
  const std::string source = WriteSource(
      "#include \"lockstep/publish.h\"\n#include <vector>\n"
      "int main() { std::vector<float> out(6, 0.5f); LOCKSTEP_PUBLISH(out, 2, 3);\n"
      "  short s[2][2] = {{1, -2}, {3, 4}}; LOCKSTEP_PUBLISH(s); }\n");
  const ProcessResult built = BuildWithNvcc(*nvcc, source, {});
  ASSERT_EQ(built.status, 0) << built.errors;
  const std::string file = OwnName() + ".lscap";
  const auto ran =
      RunProcess({.command = {fs::absolute(OwnName() + ".out").string()}, .environment = {"LOCKSTEP_CAPTURE=" + file}})
          .value();
  ASSERT_EQ(ran.status, 0);
  const auto captures = report::ReadCaptures(file);
  ASSERT_TRUE(captures) << captures.error().message;
  EXPECT_TRUE(captures->complete);
  ASSERT_EQ(captures->captures.size(), 2u);
  const report::Capture& out = captures->captures[0];
  EXPECT_EQ(out.name, "out");
  EXPECT_EQ(out.type, "float");
  EXPECT_EQ(out.element, report::ElementKind::kFloat32);
  EXPECT_EQ(out.shape, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(out.way, report::CaptureWay::kPublished);
  EXPECT_EQ(captures->captures[1].element, report::ElementKind::kInt16);
}

TEST(CaptureHeader, CapturesWhatAGpuCopiesBack) {
  NEEDS_NVCC(nvcc);
  if (const auto gpu = FindGpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  ASSERT_EQ(BuildWithNvcc(*nvcc, WriteSource(kProgram), {"-arch=native"}).status, 0);
  const std::string file = OwnName() + ".lscap";
  ASSERT_EQ(
      RunProcess({.command = {fs::absolute(OwnName() + ".out").string()}, .environment = {"LOCKSTEP_CAPTURE=" + file}})
          ->status,
      0);
  const auto captures = report::ReadCaptures(file);
  ASSERT_TRUE(captures) << captures.error().message;
  EXPECT_EQ(captures->captures.size(), 14u);
  EXPECT_EQ(captures->captures[1].element, report::ElementKind::kFloat16);
}

}  // namespace
}  // namespace lockstep
