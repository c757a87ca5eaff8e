// Copies whose shape a tensor map describes are refused where they are called.
#include <cuda.h>
#include <cuda/barrier>

namespace bulk = cuda::device::experimental;

__global__ void Tile(const CUtensorMap* map) {
  __shared__ alignas(128) float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
  if (threadIdx.x == 0) init(&arrived, 1);
  bulk::cp_async_bulk_tensor_2d_global_to_shared(tile, map, 0, 0, arrived);  // refused: copies by tensor maps .* are not supported
}
int main() { Tile<<<1, 32>>>(nullptr); }
