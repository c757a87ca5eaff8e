// A ring of four slots between two blocks, with a counter for what is filled and one for what is taken.
#include <cstdio>
__global__ void pipe(const int* in, int n, int* slots, volatile int* filled, volatile int* taken, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < n; ++i) {
      while (i - *taken >= 4) {
      }
      __threadfence();
      slots[i % 4] = in[i];
      __threadfence();
      *filled = i + 1;
    }
  } else {
    for (int i = 0; i < n; ++i) {
      while (*filled <= i) {
      }
      __threadfence();
      out[i] = slots[i % 4] * 2;
      __threadfence();
      *taken = i + 1;
    }
  }
}
int main() {
  const int n = 64;
  int h[n], *in, *slots, *counters, *out;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&slots, 4 * sizeof(int));
  cudaMalloc(&counters, 2 * sizeof(int));
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(counters, 0, 2 * sizeof(int));
  pipe<<<2, 32>>>(in, n, slots, counters, counters + 1, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[63]);
  cudaFree(in);
  cudaFree(slots);
  cudaFree(counters);
  cudaFree(out);
}
