// Several host threads at once, each with its own memory, stream and last error.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#define CHECK(call)                                                               \
  do {                                                                            \
    cudaError_t status = (call);                                                  \
    if (status != cudaSuccess) {                                                  \
      printf("%d: %s: %s\n", __LINE__, #call, cudaGetErrorString(status));        \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

__global__ void reverse(int* a, int n) {
  extern __shared__ int tile[];
  int i = threadIdx.x;
  tile[i] = a[i];
  __syncthreads();
  a[i] = tile[n - 1 - i];
}

void work(int number, bool* good) {
  const int n = 128;
  cudaStream_t s;
  CHECK(cudaStreamCreate(&s));
  for (int round = 0; round < 20; ++round) {
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = number * 1000 + i + round;
    int* d;
    CHECK(cudaMalloc(&d, n * sizeof(int)));
    CHECK(cudaMemcpyAsync(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice, s));
    reverse<<<1, n, n * sizeof(int), s>>>(d, n);
    CHECK(cudaMemcpyAsync(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost, s));
    CHECK(cudaStreamSynchronize(s));
    for (int i = 0; i < n; ++i) *good = *good && h[i] == number * 1000 + n - 1 - i + round;
    CHECK(cudaFree(d));
    if (number % 2) {
      cudaSetDevice(99);
      *good = *good && cudaGetLastError() == cudaErrorInvalidDevice;
    } else {
      *good = *good && cudaPeekAtLastError() == cudaSuccess;
    }
  }
  CHECK(cudaStreamDestroy(s));
}

int main() {
  const int count = 6;
  bool good[count];
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    good[i] = true;
    threads.emplace_back(work, i, &good[i]);
  }
  for (std::thread& t : threads) t.join();
  for (bool g : good) {
    if (!g) return printf("wrong\n"), 1;
  }
  printf("ok\n");
  return 0;
}
