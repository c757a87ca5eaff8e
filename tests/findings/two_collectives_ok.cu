// Half of the warp waits in a shuffle, the other half in a vote, and each mask includes only its own lanes.
__global__ void Both(int* out) {
  int value;
  if (threadIdx.x < 16) value = __shfl_sync(0xffffu, int(threadIdx.x), 3); else value = __ballot_sync(0xffff0000u, 1) & 1;
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  Both<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
