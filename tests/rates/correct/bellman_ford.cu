// Shortest paths by edges: atomicMin, and a flag for another round.
#include <cstdio>
#include <vector>
struct Edge { int from, to, weight; };
__global__ void relax(const Edge *e, int m, int *dist, int *changed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int d = atomicAdd(&dist[e[i].from], 0);
  if (d == 0x3fffffff) return;
  if (atomicMin(&dist[e[i].to], d + e[i].weight) > d + e[i].weight) atomicOr(changed, 1);
}
int main() {
  const int n = 200;
  std::vector<Edge> e;
  for (int i = 0; i < n; ++i) { e.push_back({i, (i + 1) % n, 2}); e.push_back({i, (i * 3 + 1) % n, 5}); }
  std::vector<int> dist(n, 0x3fffffff);
  dist[0] = 0;
  Edge *de; int *dd, *c, again;
  cudaMalloc(&de, e.size() * sizeof(Edge)); cudaMalloc(&dd, n * 4); cudaMalloc(&c, 4);
  cudaMemcpy(de, e.data(), e.size() * sizeof(Edge), cudaMemcpyHostToDevice);
  cudaMemcpy(dd, dist.data(), n * 4, cudaMemcpyHostToDevice);
  do {
    cudaMemset(c, 0, 4);
    relax<<<(e.size() + 63) / 64, 64>>>(de, e.size(), dd, c);
    cudaMemcpy(&again, c, 4, cudaMemcpyDeviceToHost);
  } while (again);
  cudaMemcpy(dist.data(), dd, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(de); cudaFree(dd); cudaFree(c);
  for (int x : dist) if (x > 2 * n) return 1;
  return 0;
}
