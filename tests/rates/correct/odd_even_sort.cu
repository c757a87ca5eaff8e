// Odd-even transposition sort of records in one block.
#include <cstdio>
#include <vector>
struct Record { int key; short tag; double weight; };
__global__ void oddEven(Record *r, int n) {
  for (int phase = 0; phase < n; ++phase) {
    int i = 2 * threadIdx.x + (phase & 1);
    if (i + 1 < n && r[i].key > r[i + 1].key) {
      Record t = r[i];
      r[i] = r[i + 1];
      r[i + 1] = t;
    }
    __syncthreads();
  }
}
int main() {
  const int n = 101;
  std::vector<Record> h(n);
  for (int i = 0; i < n; ++i) h[i] = {(i * 57) % n, short(i), i * 0.5};
  Record *d;
  cudaMalloc(&d, n * sizeof(Record));
  cudaMemcpy(d, h.data(), n * sizeof(Record), cudaMemcpyHostToDevice);
  oddEven<<<1, (n + 1) / 2>>>(d, n);
  cudaMemcpy(h.data(), d, n * sizeof(Record), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < n; ++i) if (h[i].key != i || h[i].weight * 2 != h[i].tag) return 1;
  puts("sorted");
  return 0;
}
