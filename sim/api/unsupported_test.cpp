// Unsupported calls must fail, never succeed silently.

#include "sim/api/api_test.h"

namespace lockstep::api {
namespace {

struct Unsupported : ApiTest {
  static void IsRefused(cudaError_t error) {
    EXPECT_EQ(error, cudaErrorNotSupported);
    EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
  }
};

TEST_F(Unsupported, OtherProcesses) {
  void* memory = nullptr;
  EXPECT_OK(cudaMalloc(&memory, 64));
  cudaIpcMemHandle_t handle;
  IsRefused(cudaIpcGetMemHandle(&handle, memory));
  IsRefused(cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess));
  cudaIpcEventHandle_t event;
  IsRefused(cudaIpcGetEventHandle(&event, nullptr));
  EXPECT_OK(cudaFree(memory));
}

TEST_F(Unsupported, ExternalMemoryAndSemaphores) {
  cudaExternalMemory_t memory;
  const cudaExternalMemoryHandleDesc memory_from{};
  IsRefused(cudaImportExternalMemory(&memory, &memory_from));
  cudaExternalSemaphore_t semaphore;
  const cudaExternalSemaphoreHandleDesc semaphore_from{};
  IsRefused(cudaImportExternalSemaphore(&semaphore, &semaphore_from));
}

TEST_F(Unsupported, CodeLoadedAtRunTime) {
  cudaLibrary_t library;
  IsRefused(cudaLibraryLoadData(&library, "code", nullptr, nullptr, 0, nullptr, nullptr, 0));
  void* function = nullptr;
  cudaDriverEntryPointQueryResult result;
  IsRefused(cudaGetDriverEntryPointByVersion("cuInit", &function, 12000, cudaEnableDefault, &result));
}

TEST_F(Unsupported, GraphsThatKernelsLaunch) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  IsRefused(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
  EXPECT_OK(cudaGraphDestroy(graph));
}

}  // namespace
}  // namespace lockstep::api
