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

TEST_F(Unsupported, PoolsOfOtherProcesses) {
  cudaMemPool_t pool = nullptr;
  EXPECT_OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  int file = 0;
  IsRefused(cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 0));
  IsRefused(cudaMemPoolImportFromShareableHandle(&pool, &file, cudaMemHandleTypePosixFileDescriptor, 0));
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
