// A search over levels marks and counts neighbours with plain accesses.
__global__ void level(const int* begin, const int* edges, int* depth, int* frontier_size, int d, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || depth[v] != d) return;
  for (int e = begin[v]; e < begin[v + 1]; ++e) {
    if (depth[edges[e]] < 0) {
      depth[edges[e]] = d + 1;
      *frontier_size += 1;  // defect: lost-update|race-global
    }
  }
}
int main() {
  const int n = 64;
  int begin[n + 1], edges[2 * n], depth[n], *db, *de, *dd, *size;
  for (int i = 0; i <= n; ++i) begin[i] = 2 * i;
  for (int i = 0; i < n; ++i) edges[2 * i] = (2 * i + 1) % n, edges[2 * i + 1] = (2 * i + 2) % n;
  for (int i = 0; i < n; ++i) depth[i] = i < 8 ? 0 : -1;
  cudaMalloc(&db, sizeof begin);
  cudaMalloc(&de, sizeof edges);
  cudaMalloc(&dd, sizeof depth);
  cudaMalloc(&size, sizeof(int));
  cudaMemcpy(db, begin, sizeof begin, cudaMemcpyHostToDevice);
  cudaMemcpy(de, edges, sizeof edges, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, depth, sizeof depth, cudaMemcpyHostToDevice);
  cudaMemset(size, 0, sizeof(int));
  level<<<1, 64>>>(db, de, dd, size, 0, n);
  cudaDeviceSynchronize();
  cudaFree(db);
  cudaFree(de);
  cudaFree(dd);
  cudaFree(size);
}
