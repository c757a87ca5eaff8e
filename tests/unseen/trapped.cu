// last: lockstep: kernel `stop.*` did not finish \(cudaErrorLaunchFailure: .*\), and the program never checked the error
// status: 3
#include <cstdio>

__global__ void stop(int* out) {
  out[0] = 1;
  __trap();
}

int main() {
  int *out, host = 0;
  cudaMalloc(&out, sizeof(int));
  stop<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("done: %d\n", host);
  return 3;
}
