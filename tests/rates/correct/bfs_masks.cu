// Rodinia-like BFS in two kernels with masks; neighbours are claimed with an atomic, the flag with an exchange.
#include <cstdio>
#include <cstdlib>
struct Node { int starting; int no_of_edges; };
__global__ void Kernel(const Node *nodes, const int *edges, bool *mask, int *updating, const bool *visited, int *cost, int n) {
  int tid = blockIdx.x * 128 + threadIdx.x;
  if (tid < n && mask[tid]) {
    mask[tid] = false;
    for (int i = nodes[tid].starting; i < nodes[tid].no_of_edges + nodes[tid].starting; i++) {
      int id = edges[i];
      if (!visited[id] && atomicExch(&updating[id], 1) == 0) cost[id] = cost[tid] + 1;
    }
  }
}
__global__ void Kernel2(bool *mask, int *updating, bool *visited, int *over, int n) {
  int tid = blockIdx.x * 128 + threadIdx.x;
  if (tid < n && updating[tid]) {
    mask[tid] = true;
    visited[tid] = true;
    atomicExch(over, 1);
    updating[tid] = 0;
  }
}
int main() {
  const int n = 300;
  Node nodes[n];
  int edges[2 * n], m = 0, cost[n];
  bool mask[n], visited[n];
  for (int i = 0; i < n; ++i) {
    nodes[i].starting = m;
    edges[m++] = (i + 1) % n;
    edges[m++] = (i * 3 + 7) % n;
    nodes[i].no_of_edges = 2;
    mask[i] = visited[i] = i == 0;
    cost[i] = i == 0 ? 0 : -1;
  }
  Node *dn; int *de, *du, *dc, *over; bool *dm, *dv;
  cudaMalloc(&dn, sizeof nodes); cudaMalloc(&de, m * sizeof(int)); cudaMalloc(&du, n * sizeof(int)); cudaMalloc(&dc, sizeof cost);
  cudaMalloc(&over, sizeof(int)); cudaMalloc(&dm, sizeof mask); cudaMalloc(&dv, sizeof visited);
  cudaMemcpy(dn, nodes, sizeof nodes, cudaMemcpyHostToDevice); cudaMemcpy(de, edges, m * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(du, 0, n * sizeof(int)); cudaMemcpy(dc, cost, sizeof cost, cudaMemcpyHostToDevice);
  cudaMemcpy(dm, mask, sizeof mask, cudaMemcpyHostToDevice); cudaMemcpy(dv, visited, sizeof visited, cudaMemcpyHostToDevice);
  int stop;
  do {
    stop = 0;
    cudaMemcpy(over, &stop, sizeof stop, cudaMemcpyHostToDevice);
    Kernel<<<(n + 127) / 128, 128>>>(dn, de, dm, du, dv, dc, n);
    Kernel2<<<(n + 127) / 128, 128>>>(dm, du, dv, over, n);
    cudaMemcpy(&stop, over, sizeof stop, cudaMemcpyDeviceToHost);
  } while (stop);
  cudaMemcpy(cost, dc, sizeof cost, cudaMemcpyDeviceToHost);
  cudaFree(dn); cudaFree(de); cudaFree(du); cudaFree(dc); cudaFree(over); cudaFree(dm); cudaFree(dv);
  for (int c : cost) if (c < 0) return 1;
  printf("%d\n", cost[n - 1]);
  return 0;
}
