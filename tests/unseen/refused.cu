// last: lockstep: the launch of `set.*` with grid \(1,1,1\), block \(2048,1,1\) .* failed \(cudaErrorInvalidConfiguration: .*\), and the program never checked
#include <cstdio>

struct Farewell {
  ~Farewell() { std::fprintf(stderr, "good-bye\n"); }
} farewell;

__global__ void set(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 2048 * sizeof(int));
  set<<<1, 2048>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  std::puts("done");
}
