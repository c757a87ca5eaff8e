// Three arrays of different types out of one piece of dynamic shared memory.
__global__ void pack(const double* v, const int* key, double* out, int n) {
  extern __shared__ double area[];
  double* values = area;
  int* keys = reinterpret_cast<int*>(values + n);
  unsigned char* marks = reinterpret_cast<unsigned char*>(keys + n);
  int t = threadIdx.x;
  values[t] = v[t];
  keys[t] = key[t];
  marks[t] = t & 1;
  __syncthreads();
  out[keys[t]] = marks[n - 1 - t] ? values[t] : -values[t];
}
int main() {
  const int n = 64;
  int keys[n], *k;
  double h[n], *v, *out;
  for (int i = 0; i < n; ++i) keys[i] = n - 1 - i, h[i] = i;
  cudaMalloc(&k, sizeof keys);
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(k, keys, sizeof keys, cudaMemcpyHostToDevice);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  pack<<<1, n, n * (sizeof(double) + sizeof(int) + 1)>>>(v, k, out, n);
  cudaDeviceSynchronize();
  cudaFree(k);
  cudaFree(v);
  cudaFree(out);
}
