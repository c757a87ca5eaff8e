#pragma once

// Shared by the API's tests: a device half built in code, so that no compiler is needed, and short forms of checks.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "sim/hooks/state.h"
#include "sim/hooks/unit.h"
#include "sim/toolkit/cuda_runtime_api.h"
#include "sim/toolkit/driver_functions.h"
#include "sim/toolkit/vector_types.h"

#define EXPECT_OK(call) EXPECT_EQ(call, cudaSuccess)
#define ASSERT_OK(call) ASSERT_EQ(call, cudaSuccess)

namespace lockstep::api {

// Stubs, as in host code. Launches identify kernels by the addresses of their stubs.
//   Add(int* a, int b): each thread adds b to its element; at most 256 threads in a block.
//   UseShared(): 16 KiB of static shared memory.
extern char add_stub, use_shared_stub, unknown_stub;
// `int counter[4]`, in host code and on the device.
extern char counter_shadow;
extern int device_counter[4];

// Registers all of these, once.
void RegisterTestUnit();

struct ApiTest : testing::Test {
  ApiTest() { RegisterTestUnit(); }
  // Every test resets the last error.
  ~ApiTest() override { cudaGetLastError(); }
};

inline cudaError_t LaunchAdd(int* a, int b, dim3 grid, dim3 block, cudaStream_t stream = nullptr,
                             std::size_t shared = 0) {
  void* args[] = {&a, &b};
  return cudaLaunchKernel(&add_stub, grid, block, args, shared, stream);
}

template <class T>
struct DeviceArray {
  T* data = nullptr;
  std::size_t count;
  explicit DeviceArray(std::size_t count) : count(count) {
    EXPECT_OK(cudaMalloc(reinterpret_cast<void**>(&data), count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& from) : DeviceArray(from.size()) {
    EXPECT_OK(cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data); }
  std::vector<T> Get() const {
    std::vector<T> got(count);
    EXPECT_OK(cudaMemcpy(got.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return got;
  }
};

}  // namespace lockstep::api
