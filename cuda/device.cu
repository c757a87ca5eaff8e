// Prints the GPU's properties as JSON; cuda/on_a_gpu stores them with its measurements.
#include <cstdio>

int main() {
  int device = 0, runtime = 0, driver = 0;
  cudaDeviceProp p;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&p, device);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaRuntimeGetVersion(&runtime);
  cudaDriverGetVersion(&driver);
  std::printf("{\"name\": \"%s\", \"compute_capability\": \"%d.%d\", \"runtime\": %d, \"driver\": %d,\n", p.name,
              p.major, p.minor, runtime, driver);
  std::printf(" \"multiprocessors\": %d, \"threads_per_multiprocessor\": %d, \"blocks_per_multiprocessor\": %d,\n",
              p.multiProcessorCount, p.maxThreadsPerMultiProcessor, p.maxBlocksPerMultiProcessor);
  std::printf(" \"registers_per_multiprocessor\": %d, \"shared_bytes_per_multiprocessor\": %zu,\n",
              p.regsPerMultiprocessor, p.sharedMemPerMultiprocessor);
  std::printf(
      " \"shared_bytes_per_block\": %zu, \"shared_bytes_per_block_optin\": %zu, \"reserved_shared_bytes_per_block\": "
      "%zu,\n",
      p.sharedMemPerBlock, p.sharedMemPerBlockOptin, p.reservedSharedMemPerBlock);
  std::printf(" \"memory_bytes\": %zu, \"l2_bytes\": %d}\n", p.totalGlobalMem, p.l2CacheSize);
  return 0;
}
