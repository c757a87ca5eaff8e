// Breadth-first search with frontier queues, block-local queues first, then one reservation a block.
#include <cstdio>
#include <cstring>
#include <queue>
#include <vector>
struct Graph { int n; const int *row, *col; };
#define LOCAL 256

__global__ void expand(Graph g, const int* frontier, int size, int* next, int* nextSize, int* level, int depth) {
  __shared__ int q[LOCAL];
  __shared__ int count, base;
#if DEFECT != 1
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) {
    int u = frontier[i];  // defect7: uninitialized-global
    for (int e = g.row[u]; e < g.row[u + 1]; ++e) {  // defect6: out-of-bounds-global defect9: uninitialized-global
      int v = g.col[e];
#if DEFECT == 2
      if (level[v] < 0) {  // defect2: race-global|race-same-value
        level[v] = depth;  // defect2: race-global|race-same-value
#else
      if (atomicCAS(&level[v], -1, depth) == -1) {
#endif
        int at = atomicAdd(&count, 1);  // defect1: uninitialized-shared
#if DEFECT == 3
        q[at] = v;  // defect3: out-of-bounds-shared
#else
        if (at < LOCAL) q[at] = v;
        else next[atomicAdd(nextSize, 1)] = v;
#endif
      }
    }
  }
#if DEFECT != 4
  __syncthreads();
#endif
  int mine = min(count, LOCAL);  // defect4: race-atomic
  if (threadIdx.x == 0) base = atomicAdd(nextSize, mine);
#if DEFECT != 5
  __syncthreads();
#endif
  for (int k = threadIdx.x; k < mine; k += blockDim.x) next[base + k] = q[k];  // defect5: race-shared|uninitialized-shared defect7: out-of-bounds-global
}

int main() {
  const int n = 2000;
  std::vector<int> row{0}, col;
  for (int u = 0; u < n; ++u) {
    if (u == 0) for (int v = 1; v < 600; ++v) col.push_back(v);
    for (int k = 1; k <= 3; ++k) col.push_back((u * 7 + k * 131) % n);
    row.push_back((int)col.size());
  }
  int *d_row, *d_col, *d_level, *d_f[2], *d_size;
#if DEFECT == 6
  cudaMalloc(&d_row, n * sizeof(int));
  cudaMemcpy(d_row, row.data(), n * sizeof(int), cudaMemcpyHostToDevice);
#elif DEFECT == 9
  cudaMalloc(&d_row, (n + 1) * sizeof(int));
  cudaMemcpy(d_row, row.data(), n * sizeof(int), cudaMemcpyHostToDevice);
#else
  cudaMalloc(&d_row, (n + 1) * sizeof(int));
  cudaMemcpy(d_row, row.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
#endif
  cudaMalloc(&d_col, col.size() * sizeof(int)); cudaMemcpy(d_col, col.data(), col.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&d_level, n * sizeof(int)); cudaMemset(d_level, 0xff, n * sizeof(int));
  cudaMalloc(&d_f[0], n * sizeof(int)); cudaMalloc(&d_f[1], n * sizeof(int)); cudaMalloc(&d_size, sizeof(int));
  int zero = 0;
  cudaMemcpy(d_f[0], &zero, 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d_level, &zero, 4, cudaMemcpyHostToDevice);
  cudaStream_t s; cudaStreamCreate(&s);
  int size = 1, *h_size; cudaMallocHost(&h_size, 4);
  for (int depth = 1, in = 0; size > 0; ++depth, in ^= 1) {
#if DEFECT == 7
    if (depth == 1)
#endif
    cudaMemsetAsync(d_size, 0, 4, s);
    expand<<<(size + 127) / 128, 128, 0, s>>>(Graph{n, d_row, d_col}, d_f[in], size, d_f[in ^ 1], d_size, d_level, depth);
    cudaMemcpyAsync(h_size, d_size, 4, cudaMemcpyDeviceToHost, s);
#if DEFECT != 8
    cudaStreamSynchronize(s);
#endif
    size = *h_size;  // defect8: not-synchronized
    if (size > 4 * n) break;
  }
  cudaDeviceSynchronize();
  std::vector<int> lv(n), want(n, -1);
  cudaMemcpy(lv.data(), d_level, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::queue<int> q; q.push(0); want[0] = 0;
  while (!q.empty()) { int u = q.front(); q.pop(); for (int e = row[u]; e < row[u + 1]; ++e) if (want[col[e]] < 0) want[col[e]] = want[u] + 1, q.push(col[e]); }
  puts(lv == want ? "ok" : "FAIL");
  cudaFree(d_row); cudaFree(d_col); cudaFree(d_level); cudaFree(d_f[0]); cudaFree(d_f[1]); cudaFree(d_size); cudaFreeHost(h_size); cudaStreamDestroy(s);
}
