// What the host does with device memory is in the recording, with the line of each call.

__constant__ int offset[2];
__device__ int total;

__global__ void add(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x] + offset[1];
  atomicAdd(&total, in[threadIdx.x]);
}

template <class T>
void Fill(T* to, int bytes) {
  cudaMemset(to, 1, bytes);  // host: fill cudaMemset: filled bytes 16 to 32 of allocation_0x200000000000 with 1-byte values 0x01: 16 bytes
}

int main() {
  int host[8] = {0, 1, 2, 3, 4, 5, 6, 7}, offsets[2] = {10, 20}, sum;
  int *d_in, *d_copy, *d_out, *d_none;
  cudaMalloc(&d_in, sizeof host);  // host: allocate cudaMalloc: allocated allocation_0x200000000000: 32 bytes
  cudaMalloc(&d_copy, sizeof host);  // host: allocate cudaMalloc: allocated in: 32 bytes
  cudaMalloc(&d_out, sizeof host);  // host: allocate cudaMalloc: allocated out: 32 bytes
  cudaMemcpy(d_in, host, 16, cudaMemcpyHostToDevice);  // host: copy cudaMemcpy: copied 16 bytes from the host to bytes 0 to 16 of allocation_0x200000000000
  Fill(d_in + 4, 16);
  cudaMemcpy2D(d_copy, 8, d_in, 8, 8, 4, cudaMemcpyDeviceToDevice);  // host: copy cudaMemcpy2D: copied 4 rows of 8 bytes from allocation_0x200000000000 to in
  cudaMemcpyToSymbol(offset, offsets, sizeof offsets);  // host: copy cudaMemcpyToSymbol: copied 8 bytes from the host to offset
  cudaMemcpy(d_in, host, 1 << 20, cudaMemcpyHostToDevice);  // host: copy cudaMemcpy: failed with error 1: nothing was copied
  cudaMalloc(&d_none, ~0ull);  // host: allocate cudaMalloc: failed with error 2: 18446744073709551615 bytes were not allocated
  add<<<1, 8>>>(d_out, d_copy);  // host: launch <<<...>>>: launched add<<<(1,1,1), (8,1,1)>>>
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);  // host: copy cudaMemcpyFromSymbol: copied 4 bytes from total to the host
  cudaFree(d_in);  // host: free cudaFree: freed allocation_0x200000000000
  return sum == 0 ? 1 : 0;
}
