// flags: -Xcompiler -fopenmp
// OpenMP in host code: a loop of host threads, a sum of theirs, and threads that each use a stream.
#include <omp.h>

#include <cstdio>
#include <vector>

__global__ void fill(int* out, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value + i;
}

int main() {
  const int threads = 3, n = 1000;
  int most = 0, wrong = 0;
  long long sum = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += i;
#pragma omp parallel num_threads(threads) reduction(+ : wrong) reduction(max : most)
  {
    const int self = omp_get_thread_num();
    most = omp_get_num_threads();
    int* memory;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&memory, n * sizeof *memory);
    fill<<<(n + 127) / 128, 128, 0, stream>>>(memory, n, self);
    std::vector<int> host(n);
    cudaMemcpyAsync(host.data(), memory, n * sizeof *memory, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < n; ++i) wrong += host[i] != self + i;
    cudaFree(memory);
    cudaStreamDestroy(stream);
  }
  if (most != threads || wrong || sum != n * (n - 1) / 2) return printf("%d threads, %d wrong\n", most, wrong), 1;
  printf("ok\n");
}
