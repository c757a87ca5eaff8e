// Insert claims the key with an exchange, and stores the value after it; a lookup in the same kernel reads it.
__global__ void insert_or_get(unsigned* keys, int* values, const unsigned* wanted, int* out, int slots) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned key = wanted[t], slot = key * 2654435761u % slots;
  while (true) {
    unsigned old = atomicCAS(&keys[slot], 0u, key);
    if (old == 0u) {
      values[slot] = int(key) * 10;  // defect: race-global
      break;
    }
    if (old == key) {
      out[t] = values[slot];  // defect: race-global
      return;
    }
    slot = (slot + 1) % slots;
  }
  out[t] = -1;
}
int main() {
  const int n = 64, slots = 128;
  unsigned h[n], *keys, *wanted;
  int *values, *out;
  for (int i = 0; i < n; ++i) h[i] = 1 + i / 2;
  cudaMalloc(&keys, slots * sizeof(unsigned));
  cudaMalloc(&values, slots * sizeof(int));
  cudaMalloc(&wanted, sizeof h);
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(keys, 0, slots * sizeof(unsigned));
  cudaMemset(values, 0, slots * sizeof(int));
  cudaMemcpy(wanted, h, sizeof h, cudaMemcpyHostToDevice);
  insert_or_get<<<2, 32>>>(keys, values, wanted, out, slots);
  cudaDeviceSynchronize();
  cudaFree(keys);
  cudaFree(values);
  cudaFree(wanted);
  cudaFree(out);
}
