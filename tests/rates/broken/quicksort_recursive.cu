// One thread for each row sorts it by a recursive quicksort. Some rows are sorted already: there the recursion is as deep as the
// row is long, and nobody has asked for more stack than a thread has by default.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T>
__device__ void swapValues(T& a, T& b) {
  T t = a;
  a = b;
  b = t;
}

__device__ int partition(float* v, int lo, int hi) {
  float pivot = v[hi];
  int i = lo - 1;
  for (int j = lo; j < hi; j++)
    if (v[j] <= pivot) swapValues(v[++i], v[j]);
  swapValues(v[i + 1], v[hi]);
  return i + 1;
}

__device__ void quickSort(float* v, int lo, int hi) {
  if (lo < hi) {
    int p = partition(v, lo, hi);
    quickSort(v, lo, p - 1);  // defect: stack-overflow
    quickSort(v, p + 1, hi);
  }
}

__global__ void sortRows(float* rows, int n, int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n) quickSort(rows + r * width, 0, width - 1);
}

int main() {
  const int n = 48, width = 256;
  std::vector<float> h(n * width);
  for (int r = 0; r < n; r++)
    for (int i = 0; i < width; i++) h[r * width + i] = r % 8 ? (float)(rand() % 1000) : (float)i;
  float* d;
  cudaMalloc(&d, h.size() * sizeof(float));
  cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
  sortRows<<<2, 32>>>(d, n, width);
  cudaMemcpy(h.data(), d, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int r = 0; r < n; r++)
    if (!std::is_sorted(h.begin() + r * width, h.begin() + (r + 1) * width)) printf("row %d\n", r);
  cudaFree(d);
}
