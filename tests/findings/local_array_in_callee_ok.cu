// Arrays are passed to functions, member functions, library functions and recursion, and are written before they are read.
#include <cstring>
struct Window {
  int values[8];
  int count;
  __device__ __noinline__ void add(int value) { values[count++] = value; }
};
__device__ __noinline__ int sum(const int* window, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += window[i];
  return total > 0 ? total : 0;
}
__device__ __noinline__ void fill(int* window, int n) {
  for (int i = 0; i < n; ++i) window[i] = i;
}
__device__ __noinline__ int deep(int* above, int depth) {
  int here[4];
  fill(here, 4);
  if (depth == 0) return sum(above, 4) + sum(here, 4);
  here[depth % 4] = above[depth % 4];
  return deep(here, depth - 1) + sum(here, 4);
}
__device__ __noinline__ void swap(int* a, int* b) {
  int t = *a;
  *a = *b;
  *b = t;
}

__global__ void work(int* out, Window given) {
  int window[8], copy[8], table[3][4] = {{1, 2}, {3}};
  fill(window, 8);
  memcpy(copy, window, sizeof copy);
  for (int round = 0; round < 3; ++round) {
    int fresh[2];
    fill(fresh, 2);
    swap(&fresh[0], &fresh[1]);
    copy[round] += fresh[0];
  }
  given.count = 0;
  given.add(threadIdx.x);
  double whole, part = modf(1.5 + threadIdx.x, &whole);
  int exponent[2];
  frexp(whole, &exponent[1]);
  memset(exponent, 0, sizeof(int));
  int *half = threadIdx.x % 2 ? window : copy;
  half[threadIdx.x % 8] = 1;
  out[threadIdx.x] = sum(copy, 8) + deep(window, 5) + table[threadIdx.x % 3][threadIdx.x % 4] + given.values[0] +
                     (part > 0 ? exponent[0] + exponent[1] : 0) + sum(half, 8);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  work<<<1, 32>>>(out, Window{});
  cudaDeviceSynchronize();
  int host[32];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
}
