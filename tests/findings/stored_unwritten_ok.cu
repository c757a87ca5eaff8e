// All stored values are written. Values that stay in shared memory and in local arrays may be unwritten.
// flags: --strict-init
struct Pair {
  char tag;
  double value;
};

__global__ void shift(const float* in, float* out, int n) {
  __shared__ float tile[34];
  __shared__ float copy[34];
  const int i = threadIdx.x;
  tile[i] = in[i];
  __syncthreads();
  copy[i + 1] = tile[i + 1];
  __syncthreads();
  if (i < n - 1) out[i] = 0.5f * (in[i] + copy[i + 1]);
}

__global__ void fill(Pair* pairs, const Pair* from) {
  Pair pair;
  pair.tag = 'a';
  pair.value = threadIdx.x;
  pairs[threadIdx.x] = pair;
  pairs[threadIdx.x + 32] = from[threadIdx.x];
}

int main() {
  float *in, *out;
  Pair *pairs, *from;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMalloc(&pairs, 64 * sizeof(Pair));
  cudaMalloc(&from, 32 * sizeof(Pair));
  cudaMemset(in, 0, 32 * sizeof(float));
  cudaMemset(from, 0, 32 * sizeof(Pair));
  shift<<<1, 32>>>(in, out, 32);
  fill<<<1, 32>>>(pairs, from);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(pairs);
  cudaFree(from);
}
