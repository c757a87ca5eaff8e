// An object that the host has created keeps the host's virtual functions, wherever it is copied.
// recorded: it is a call, not an access
// told: a thread calls a function of the host
struct Shape {
  __host__ __device__ virtual float Area() const = 0;
};
struct Square : Shape {
  float side;
  __host__ __device__ Square(float side) : side(side) {}
  __host__ __device__ float Area() const override { return side * side; }
};

__global__ void areas(const Square* squares, float* out) {
  const Shape& shape = squares[threadIdx.x];
  out[threadIdx.x] = shape.Area();  // expect: host-pointer
}

int main() {
  const Square made[4] = {1, 2, 3, 4};
  Square* squares;
  float* out;
  cudaMalloc(&squares, sizeof made);
  cudaMalloc(&out, 4 * sizeof(float));
  cudaMemcpy(squares, made, sizeof made, cudaMemcpyHostToDevice);
  areas<<<1, 4>>>(squares, out);
  cudaDeviceSynchronize();
  cudaFree(squares);
  cudaFree(out);
}
