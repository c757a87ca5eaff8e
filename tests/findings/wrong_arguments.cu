// Rejected calls: which argument is wrong, its value, and the valid values.
// recorded: the host's copies are refused, and no kernel runs
// told: a copy of 64 bytes reads from a null pointer
// told: `src` is null, and `count` is 64
// told: `dst` is null, and `count` is 64
// told: `dpitch` is 100 bytes, and `width` is 128
// told: `kind` is `cudaMemcpyDeviceToHost`, which wants the host's memory as `dst`, and that is device memory
// told: `count` is 8192, and `dst` has 4096 to its end
// told: the rows from `src` on reach over 5120 bytes, and 4096 are there
// told: `devPtr` is null, and 16 bytes are to be filled
// told: `devPtr` is 0x[0-9a-f]+, the host's memory
// told: `devPtr` has 4092 to its end
// told: `pitch` is 8 bytes, and `width` is 16
// told: `devPtr` is 4 bytes after its start
// told: `ptr` is device memory
// told: `count` is 64 and `offset` 8, and `symbol` has 16 bytes
// told: `kind` is `cudaMemcpyDeviceToHost`, and `symbol` is the target
// told: `src` is 0x[0-9a-f]+, which was freed
// told: `gridDim.y` is 70000, but 65535 is the most
// told: `blockDim.x` is 0
// told: `srcPtr.ptr` is null, and `extent.width` is 16
#include <vector>

__constant__ int table[4];
__global__ void nothing() {}

int main() {
  std::vector<char> host(8192), empty;
  char *device, *gone, *out;
  cudaMalloc(&device, 4096);
  cudaMalloc(&gone, 64);
  cudaMalloc(&out, 4096);
  cudaMemset(device, 0, 4096);
  cudaFree(gone);
  cudaMemcpy(device, empty.data(), 64, cudaMemcpyHostToDevice);  // expect: api-misuse
  cudaMemcpy(nullptr, host.data(), 64, cudaMemcpyHostToDevice);  // expect: api-misuse
  cudaMemcpy2D(device, 100, host.data(), 128, 128, 4, cudaMemcpyHostToDevice);  // expect: api-misuse
  cudaMemcpy(device, host.data(), 64, cudaMemcpyDeviceToHost);  // expect: copy-direction
  cudaMemcpy(device, host.data(), 8192, cudaMemcpyHostToDevice);  // expect: copy-out-of-bounds
  cudaMemcpy2D(host.data(), 512, device, 512, 512, 10, cudaMemcpyDeviceToHost);  // expect: copy-out-of-bounds
  cudaMemset(nullptr, 0, 16);  // expect: api-misuse
  cudaMemset(host.data(), 0, 16);  // expect: api-misuse
  cudaMemset(device + 4, 0, 4096);  // expect: fill-out-of-bounds
  cudaMemset2D(device, 8, 0, 16, 4);  // expect: api-misuse
  cudaFree(device + 4);  // expect: free-inner
  cudaFreeHost(device);  // expect: api-misuse
  cudaMemcpyToSymbol(table, host.data(), 64, 8);  // expect: copy-out-of-bounds
  cudaMemcpyToSymbol(table, host.data(), 16, 0, cudaMemcpyDeviceToHost);  // expect: copy-direction
  cudaMemcpy(out, gone, 64, cudaMemcpyDeviceToDevice);  // expect: use-after-free
  cudaMemcpy3DParms parameters = {};
  parameters.dstPtr = make_cudaPitchedPtr(device, 16, 16, 1);
  parameters.extent = make_cudaExtent(16, 1, 1);
  parameters.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&parameters);  // expect: api-misuse
  nothing<<<dim3(1, 70000), 32>>>();  // expect: launch-shape
  nothing<<<1, 0>>>();  // expect: launch-shape
  cudaGetLastError();
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaFree(device);
  cudaFree(out);
}
