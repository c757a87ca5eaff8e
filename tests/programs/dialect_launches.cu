// Launches in the spellings of existing programs. Visual Studio's formatter does not know CUDA and splits `<<<` and `>>>`.
#include <cstdio>

__global__ void Count(int* out, int by) { atomicAdd(out, by); }
template <int N, class T = int>
__global__ void CountBy(T* out) { atomicAdd(out, N); }
template <int A>
struct Whole { static const int value = A; };
__global__ void Shape(int* out, int x, int y, int z) {
  if (gridDim.x != x || blockDim.x != y || blockDim.y != z) atomicAdd(out, 100000);
}

#define SHAPE(grid, block) << < grid, block >> >
#define LAUNCH(kernel, grid, block, ...) kernel << <grid, block >> > (__VA_ARGS__)

template <class T>
void LaunchFor(T* out, int blocks) {
  CountBy<2, T> << <blocks, 1 >> > (out);
}

int main() {
  int *out, grid = 1, block = 1;
  cudaMallocManaged(&out, sizeof *out);
  *out = 0;
  int expected = 0;

  Count << <1, 1 >> > (out, 1);
  Count << <grid, block >> >(out, 1);
  Count<< <grid, block >> >(out, 1);
  Count<<<grid, block >> >(out, 1);
  Count << <grid, block>>>(out, 1);
  Count <<	<grid, block >>	> (out, 1);
  Count << /* blocks */ <grid, block >> /* threads */ > (out, 1);
  expected += 7;
  CountBy<4> << <grid, block >> > (out);
  CountBy<4, int> << <dim3(grid), dim3(block), 0, 0 >> > (out);
  LaunchFor(out, 3);
  expected += 4 + 4 + 6;
  Count SHAPE(1, 1)(out, 1);
  LAUNCH(Count, 1, 1, out, 1);
  LAUNCH(CountBy<8>, 1, 1, out);
  expected += 1 + 1 + 8;
  // Shifts remain shifts, in the shape and around it.
  const int shifted = grid << 3 >> 1;
  Count << <grid << 1, (block + 3) >> 1 >> > (out, 1);
  Count << <(grid >> 1) + 1, Whole<3>::value >> > (out, shifted < 5 >> 1);
  expected += 2 * 2;
  if (grid >> 1 > 0) Count << <1, 1 >> > (out, 1000);
  const char* text = "k << <1, 1 >> > (x)";  // k << <1, 1 >> > (x)
  expected += text[5] == '<' ? 0 : 1;

  Shape<<<{3}, {4, 2}>>>(out, 3, 4, 2);
  Shape<<<{(unsigned)grid, 1}, {5, (unsigned)block, 1}, 0, 0>>>(out, 1, 5, 1);
  Shape<<<2, {6}>>>(out, 2, 6, 1);
  (grid > 0 ? Count : nullptr)<<<
    dim3(1),
    dim3(1)
  >>>(
    out, 1);
  void (*kernel)(int*, int) = Count;
  kernel<<<1, 1>>>(out, 1);
  (*kernel)<<<1, 1>>>(out, 1);
  ::Count<<<1, 1>>>(out, 1);
  expected += 4;

  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess || *out != expected) return printf("%s: %d of %d\n", cudaGetErrorString(error), *out, expected), 1;
  printf("ok\n");
}
