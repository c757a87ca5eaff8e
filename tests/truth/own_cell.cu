// A struct that is copied onto itself while the neighbour reads it.
__global__ void touch(float2* points, float2* seen, int n) {
  const int i = threadIdx.x;
  if (i + 1 >= n) return;
  seen[i] = points[i];
  points[i + 1] = points[i + 1];  // expect: race-global
}

int main() {
  float2 *points, *seen;
  cudaMalloc(&points, 64 * sizeof(float2));
  cudaMalloc(&seen, 64 * sizeof(float2));
  cudaMemset(points, 0, 64 * sizeof(float2));
  touch<<<1, 64>>>(points, seen, 64);
  cudaDeviceSynchronize();
  cudaFree(points);
  cudaFree(seen);
}
