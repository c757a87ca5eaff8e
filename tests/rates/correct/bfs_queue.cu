// Breadth-first search with queues: a vertex is claimed by atomicCAS, the queue's tail moves by atomicAdd.
#include <cstdio>
#include <vector>
__global__ void bfsLevel(const int *offsets, const int *edges, int *level, const int *queue, int count, int *next, int *tail, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int v = queue[i];
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    int w = edges[e];
    if (atomicCAS(&level[w], -1, depth) == -1) next[atomicAdd(tail, 1)] = w;
  }
}
int main() {
  const int n = 600;
  std::vector<int> offsets(1, 0), edges;
  for (int v = 0; v < n; ++v) {
    for (int k : {v + 1, 2 * v + 1, (v * 7) % n}) if (k < n && k != v) edges.push_back(k);
    offsets.push_back(edges.size());
  }
  std::vector<int> level(n, -1);
  level[0] = 0;
  int *o, *e, *l, *q[2], *tail, count = 1, zero = 0;
  cudaMalloc(&o, offsets.size() * 4); cudaMalloc(&e, edges.size() * 4); cudaMalloc(&l, n * 4);
  cudaMalloc(&q[0], n * 4); cudaMalloc(&q[1], n * 4); cudaMalloc(&tail, 4);
  cudaMemcpy(o, offsets.data(), offsets.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(e, edges.data(), edges.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(l, level.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(q[0], &zero, 4, cudaMemcpyHostToDevice);
  for (int depth = 1; count; ++depth) {
    cudaMemset(tail, 0, 4);
    bfsLevel<<<(count + 127) / 128, 128>>>(o, e, l, q[0], count, q[1], tail, depth);
    cudaMemcpy(&count, tail, 4, cudaMemcpyDeviceToHost);
    std::swap(q[0], q[1]);
  }
  cudaMemcpy(level.data(), l, n * 4, cudaMemcpyDeviceToHost);
  for (void *p : {o, e, l, q[0], q[1], tail}) cudaFree(p);
  int reached = 0;
  for (int x : level) reached += x >= 0;
  printf("%d reached\n", reached);
  return reached != n;
}
