// Races that the order of blocks and threads hides: none of these kernels waits.
// flags: --schedule all

// The second block reads what the first one writes, whether or not its ticket says that it may.
__global__ void publish(int* ready, int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;  // expect: race-global
    __threadfence();
    atomicExch(ready, 1);
  } else {
    const int seen = atomicAdd(ready, 0);
    __threadfence();
    out[0] = seen ? 1 : 0;
    out[1] = data[0];
  }
}

// The test is the wrong way round.
__global__ void other_way_round(int* ready, int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    data[0] = 42;  // expect: race-global
    __threadfence();
    atomicExch(ready, 1);
  } else if (atomicAdd(ready, 0) == 0) {
    out[0] = data[0];
  }
}

int main() {
  int* memory;
  cudaMalloc(&memory, 64 * sizeof(int));
  cudaMemset(memory, 0, 64 * sizeof(int));
  publish<<<2, 32>>>(memory, memory + 8, memory + 16);
  other_way_round<<<2, 32>>>(memory + 24, memory + 32, memory + 40);
  cudaDeviceSynchronize();
  cudaFree(memory);
}
