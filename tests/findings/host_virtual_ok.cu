// The object is created in a kernel, so its virtual functions are the device's.
#include <new>

struct Shape {
  __host__ __device__ virtual float Area() const = 0;
};
struct Square : Shape {
  float side;
  __host__ __device__ Square(float side) : side(side) {}
  __host__ __device__ float Area() const override { return side * side; }
};

__global__ void make(Square* squares) { new (&squares[threadIdx.x]) Square(threadIdx.x + 1); }

__global__ void areas(const Square* squares, float* out) {
  const Shape& shape = squares[threadIdx.x];
  out[threadIdx.x] = shape.Area();
}

int main() {
  Square* squares;
  float* out;
  cudaMalloc(&squares, 4 * sizeof(Square));
  cudaMalloc(&out, 4 * sizeof(float));
  make<<<1, 4>>>(squares);
  areas<<<1, 4>>>(squares, out);
  cudaDeviceSynchronize();
  cudaFree(squares);
  cudaFree(out);
}
