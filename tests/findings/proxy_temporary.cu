// Proxies and pointers that outlive the array that they point to: its scope, or its function.
struct Cell {
  float* at;
  __device__ operator float&() { return *at; }
};
struct Row {
  float* first;
  __device__ Cell operator[](int i) { return Cell{first + i}; }
};

template <int N>
__device__ void fill(float* values) {
  values[N - 1] = N;
  fill<N - 1>(values);
}
template <>
__device__ void fill<0>(float*) {}

__device__ __noinline__ float read(const float* at) {
  return *at;  // expect: local-escape
}

__device__ __noinline__ float* lost() {
  float values[8];
  fill<8>(values);
  float* volatile way = values;
  return way;
}

__global__ void work(float* out) {
  Row row{nullptr};
  {
    float ended[8];
    fill<8>(ended);
    row.first = ended;
  }
  out[threadIdx.x] = row[3];  // expect: local-escape
  out[threadIdx.x] += read(lost());
}

int main() {
  float* out;
  cudaMalloc(&out, 32 * sizeof(float));
  work<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
