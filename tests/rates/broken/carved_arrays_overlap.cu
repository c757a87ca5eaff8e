// Two arrays are carved out of dynamic shared memory, and the second begins inside the first.
__global__ void pack(const float* v, const int* key, float* out, int n) {
  extern __shared__ float area[];
  float* values = area;
  int* keys = reinterpret_cast<int*>(area + n / 2);
  int t = threadIdx.x;
  values[t] = v[t];  // defect: race-shared
  keys[t] = key[t];  // defect: race-shared
  __syncthreads();
  out[keys[t]] = values[t];  // defect: out-of-bounds-global|race-global
}
int main() {
  const int n = 64;
  int keys[n], *k;
  float h[n], *v, *out;
  for (int i = 0; i < n; ++i) keys[i] = n - 1 - i, h[i] = float(i);
  cudaMalloc(&k, sizeof keys);
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(k, keys, sizeof keys, cudaMemcpyHostToDevice);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  pack<<<1, n, n * (sizeof(float) + sizeof(int))>>>(v, k, out, n);
  cudaDeviceSynchronize();
  cudaFree(k);
  cudaFree(v);
  cudaFree(out);
}
