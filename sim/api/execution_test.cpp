// Launch limits, function attributes, occupancy.

#include "sim/api/api_test.h"

namespace lockstep::api {
namespace {

using Launches = ApiTest;

TEST_F(Launches, RunEveryThreadOnce) {
  DeviceArray<int> a(std::vector<int>(100, 1));
  EXPECT_OK(LaunchAdd(a.data, 41, 4, 25));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT_THAT(a.Get(), testing::Each(42));
}

struct Shape {
  dim3 grid, block;
  std::size_t shared;
  cudaError_t error;
};

TEST_F(Launches, AreRefusedBeyondTheLimitsOfTheDevice) {
  const Shape shapes[] = {
      {dim3(0), dim3(1), 0, cudaErrorInvalidConfiguration},
      {dim3(1), dim3(0), 0, cudaErrorInvalidConfiguration},
      {dim3(1), dim3(1025), 0, cudaErrorInvalidConfiguration},
      {dim3(1), dim3(32, 33), 0, cudaErrorInvalidConfiguration},
      {dim3(1), dim3(1, 1, 65), 0, cudaErrorInvalidConfiguration},
      {dim3(0x80000000), dim3(1), 0, cudaErrorInvalidConfiguration},
      {dim3(1, 65536), dim3(1), 0, cudaErrorInvalidConfiguration},
      {dim3(1, 1, 65536), dim3(1), 0, cudaErrorInvalidConfiguration},
      {dim3(1), dim3(1), 49 << 10, cudaErrorInvalidValue},
      {dim3(1), dim3(257), 0, cudaErrorLaunchOutOfResources},  // __launch_bounds__(256)
  };
  DeviceArray<int> a(std::vector<int>(300, 7));
  for (const Shape& shape : shapes) {
    EXPECT_EQ(LaunchAdd(a.data, 1, shape.grid, shape.block, nullptr, shape.shared), shape.error);
    EXPECT_EQ(cudaPeekAtLastError(), shape.error);
    EXPECT_EQ(cudaGetLastError(), shape.error);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "asking once clears it";
  }
  EXPECT_THAT(a.Get(), testing::Each(7)) << "no kernel ran";
}

TEST_F(Launches, OfUnknownFunctionsAreRefused) {
  EXPECT_EQ(cudaLaunchKernel(&unknown_stub, 1, 1, nullptr, 0, nullptr), cudaErrorInvalidDeviceFunction);
}

TEST_F(Launches, AcceptMoreSharedMemoryAfterTheProgramRequestsIt) {
  EXPECT_EQ(cudaLaunchKernel(&use_shared_stub, 1, 32, nullptr, 40 << 10, nullptr), cudaErrorInvalidValue)
      << "16 KiB static and 40 KiB dynamic are more than 48";
  EXPECT_EQ(cudaFuncSetAttribute(&use_shared_stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 212 << 10),
            cudaErrorInvalidValue)
      << "16 + 212 KiB are more than 227";
  EXPECT_OK(cudaFuncSetAttribute(&use_shared_stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10));
  EXPECT_OK(cudaLaunchKernel(&use_shared_stub, 1, 32, nullptr, 100 << 10, nullptr));
  EXPECT_EQ(cudaLaunchKernel(&use_shared_stub, 1, 32, nullptr, 101 << 10, nullptr), cudaErrorInvalidValue);
}

TEST_F(Launches, CooperativeOnesMustFitAtOnce) {
  int blocks = 0, processors = 0;
  ASSERT_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &add_stub, 128, 0));
  ASSERT_OK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  DeviceArray<int> a(std::vector<int>(std::size_t(blocks) * processors * 128, 0));
  int one = 1;
  void* args[] = {&a.data, &one};
  EXPECT_EQ(cudaLaunchCooperativeKernel(&add_stub, blocks * processors + 1, 128, args, 0, nullptr),
            cudaErrorCooperativeLaunchTooLarge);
}

TEST_F(Launches, ReportAKernelsRequirements) {
  cudaFuncAttributes attributes;
  ASSERT_OK(cudaFuncGetAttributes(&attributes, &add_stub));
  EXPECT_EQ(attributes.maxThreadsPerBlock, 256);
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 48 << 10);
  ASSERT_OK(cudaFuncGetAttributes(&attributes, &use_shared_stub));
  EXPECT_EQ(attributes.sharedSizeBytes, 16u << 10);
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, &unknown_stub), cudaErrorInvalidDeviceFunction);
}

TEST_F(Launches, OccupancyFollowsThreadsAndSharedMemory) {
  const auto blocks = [](const void* stub, int threads, std::size_t shared) {
    int count = -1;
    EXPECT_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&count, stub, threads, shared));
    return count;
  };
  EXPECT_EQ(blocks(&use_shared_stub, 1024, 0), 2) << "2048 threads a multiprocessor";
  EXPECT_EQ(blocks(&add_stub, 1, 0), 32) << "32 blocks a multiprocessor";
  EXPECT_EQ(blocks(&use_shared_stub, 32, 0), 13) << "228 KiB over 17 KiB each";
  EXPECT_EQ(blocks(&add_stub, 512, 0), 0) << "more threads than __launch_bounds__ allows";
}

TEST_F(Launches, DescribeParametersOneByOne) {
  size_t offset = 99, size = 99;
  EXPECT_OK(cudaFuncGetParamInfo(&add_stub, 1, &offset, &size));
  EXPECT_EQ(offset, 8u);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(cudaFuncGetParamInfo(&add_stub, 2, &offset, &size), cudaErrorInvalidValue);
}

TEST_F(Launches, HostFunctionsRunInStreamOrder) {
  int ran = 0;
  EXPECT_OK(cudaLaunchHostFunc(nullptr, [](void* data) { ++*static_cast<int*>(data); }, &ran));
  EXPECT_EQ(ran, 1);
}

}  // namespace
}  // namespace lockstep::api
