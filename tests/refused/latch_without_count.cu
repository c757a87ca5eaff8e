#include <cuda/latch>
__global__ void Wait() {
  __shared__ cuda::latch<cuda::thread_scope_block> done;  // refused: no matching constructor
  if (threadIdx.x == 0) init(&done, 32);
}
int main() { Wait<<<1, 32>>>(); }
