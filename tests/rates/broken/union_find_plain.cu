// Parents are linked with ordinary reads and writes.
__global__ void link(const int2 *e, int *parent, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int a = e[i].x, b = e[i].y;
  while (parent[a] != a) a = parent[a];  // defect: race-global
  while (parent[b] != b) b = parent[b];  // defect: race-global
  if (a != b) parent[max(a, b)] = min(a, b);  // defect: race-global
}
int main() {
  int2 h[100], *e;
  int p[101], *d;
  for (int i = 0; i < 100; ++i) h[i] = make_int2(i, i + 1);
  for (int i = 0; i < 101; ++i) p[i] = i;
  cudaMalloc(&e, sizeof h); cudaMalloc(&d, sizeof p);
  cudaMemcpy(e, h, sizeof h, cudaMemcpyHostToDevice); cudaMemcpy(d, p, sizeof p, cudaMemcpyHostToDevice);
  link<<<2, 64>>>(e, d, 100);
  cudaDeviceSynchronize();
  cudaFree(e); cudaFree(d);
}
