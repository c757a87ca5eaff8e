// A breadth-first search with a queue for each level; depths are claimed by compare-and-swap.
#include <cstdio>
#include <vector>
__global__ void level(const int* begin, const int* edges, int* depth, const int* queue, int size, int* next, int* next_size,
                      int d) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= size) return;
  int v = queue[q];
  for (int e = begin[v]; e < begin[v + 1]; ++e)
    if (atomicCAS(&depth[edges[e]], -1, d + 1) == -1) next[atomicAdd(next_size, 1)] = edges[e];
}
int main() {
  const int n = 200;
  std::vector<int> begin(n + 1), edges(2 * n), depth(n, -1);
  for (int i = 0; i <= n; ++i) begin[i] = 2 * i;
  for (int i = 0; i < n; ++i) edges[2 * i] = (2 * i + 1) % n, edges[2 * i + 1] = (2 * i + 2) % n;
  depth[0] = 0;
  int *db, *de, *dd, *queues[2], *size, first = 0, count = 1;
  cudaMalloc(&db, begin.size() * 4);
  cudaMalloc(&de, edges.size() * 4);
  cudaMalloc(&dd, n * 4);
  cudaMalloc(&queues[0], n * 4);
  cudaMalloc(&queues[1], n * 4);
  cudaMalloc(&size, 4);
  cudaMemcpy(db, begin.data(), begin.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(de, edges.data(), edges.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, depth.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(queues[0], &first, 4, cudaMemcpyHostToDevice);
  for (int d = 0; count > 0; ++d) {
    cudaMemset(size, 0, 4);
    level<<<(count + 31) / 32, 32>>>(db, de, dd, queues[d % 2], count, queues[1 - d % 2], size, d);
    cudaMemcpy(&count, size, 4, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(depth.data(), dd, n * 4, cudaMemcpyDeviceToHost);
  printf("%d\n", depth[n - 1]);
  for (int* p : {db, de, dd, queues[0], queues[1], size}) cudaFree(p);
}
