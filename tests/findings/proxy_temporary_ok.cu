// Temporaries in stack memory that earlier held arrays: proxies with references, small structs, lambdas' captures. The arrays
// were passed through recursive templates and inlined helpers, in scopes that have ended.
#include <cstdio>

struct Cell {
  float* at;
  __device__ Cell operator=(float value) {
    *at = value;
    return *this;
  }
  __device__ operator float&() { return *at; }
};
struct Row {
  float* first;
  __device__ Cell operator[](int i) { return Cell{first + i}; }
};
struct Pair {
  int a, b;
};

template <int N>
__device__ void fill(float* values) {
  values[N - 1] = N;
  fill<N - 1>(values);
}
template <>
__device__ void fill<0>(float*) {}

template <int N>
__device__ float total(const float* values) {
  float copy[N];
  for (int i = 0; i < N; ++i) copy[i] = values[i];
  return copy[N - 1] + total<N - 1>(copy);
}
template <>
__device__ float total<0>(const float*) {
  return 0;
}

__device__ void helper(float* out, float* kept) {
  {
    float ended[8];
    fill<8>(ended);
    kept[0] = ended[3] + total<8>(ended);
  }
  Row row{kept};
  row[1] = 5;
  for (int i = 0; i < 8; ++i) out[i * 32 + threadIdx.x] = row[i];
}

// Each thread's stack has held these arrays where the structs below are.
__device__ __noinline__ int sum(const int* values, int n) {
  int result = 0;
  for (int i = 0; i < n; ++i) result += values[i];
  return result;
}
__device__ __noinline__ int first(int n) {
  int values[16];
  for (int i = 0; i < 16; ++i) values[i] = n;
  return sum(values, 16);
}
__forceinline__ __device__ int inlined(int n) {
  int values[12];
  for (int i = 0; i < 12; ++i) values[i] = n;
  return sum(values, 12);
}
__device__ __noinline__ void set(Pair* pair, int n) {
  pair->a = n;
  pair->b = n + 1;
}
__device__ __noinline__ int get(const Pair* pair) { return pair->a + pair->b; }
__device__ __noinline__ int second(int n) {
  Pair p, q, r, s;
  set(&p, n);
  set(&q, n);
  set(&r, n);
  set(&s, n);
  return get(&p) + get(&q) + get(&r) + get(&s);
}
__device__ __noinline__ int third(int n) {
  int result = inlined(n);
  Pair p, q;
  set(&p, n);
  set(&q, n);
  auto add = [&p, &q] { return get(&p) + get(&q); };
  return result + add();
}

__global__ void work(float* out, int* numbers) {
  float kept[8] = {};
  helper(out, kept);
  int result = first(threadIdx.x);
  for (int round = 0; round < 3; ++round) {
    int window[8];
    for (int i = 0; i < 8; ++i) window[i] = round;
    result += sum(window, 8) + second(round);
  }
  numbers[threadIdx.x] = result + second(threadIdx.x) + third(threadIdx.x);
}

int main() {
  float* out;
  int* numbers;
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMalloc(&numbers, 32 * sizeof(int));
  work<<<1, 32>>>(out, numbers);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaFree(numbers);
}
