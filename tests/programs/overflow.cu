// Signed integers wrap on a GPU, and no optimisation may assume that they do not.

#include <climits>
#include <cstdio>

struct Row {
  int sum, difference, product, negative, absolute, after;
  long long wide_sum, wide_product;
  bool grows, shrinks, halves;
};

__device__ __noinline__ bool grows(int x) { return x + 1 > x; }

__global__ void compute(const int* values, const long long* wide, Row* out) {
  const int k = threadIdx.x, x = values[k];
  Row r;
  r.sum = x + INT_MAX;
  r.difference = x - INT_MAX - 2;
  r.product = x * 65537;
  r.negative = -x;
  r.absolute = abs(x);
  r.after = x;
  r.after++;
  r.wide_sum = wide[k] + LLONG_MAX;
  r.wide_product = wide[k] * 4294967297ll;
  r.grows = grows(x);
  r.shrinks = x - 1 < x;
  r.halves = x * 2 / 2 == x;
  out[k] = r;
}

// Ends because the number wraps.
__global__ void double_up(int start, int* rounds) {
  int n = 0;
  for (int i = start; i > 0; i *= 2) ++n;
  rounds[0] = n;
  n = 0;
  for (int i = INT_MAX - 3; i >= 0 && n < 100; ++i) ++n;
  rounds[1] = n;
  int hash = start;
  for (int i = 0; i < 1000; ++i) hash = hash * 31 + i;
  rounds[2] = hash;
}

__global__ void square(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= values[i];
}

// The squares that the host computes are those of the kernel, though most of them overflow. nvcc's host compiler happens to
// let them wrap.
bool squares_agree(const int* values, int n) {
  for (int i = 0; i < n; ++i)
    if (values[i] != i * i) return printf("element %d is %d, not %d\n", i, values[i], i * i), false;
  return true;
}

bool squares_agree(int n) {
  int* values;
  cudaMallocManaged(&values, n * sizeof *values);
  for (int i = 0; i < n; ++i) values[i] = i;
  square<<<(n + 255) / 256, 256>>>(values, n);
  cudaDeviceSynchronize();
  const bool agree = squares_agree(values, n);
  cudaFree(values);
  return agree;
}

int wrong;
#define EXPECT(condition) ((condition) ? 0 : (++wrong, printf("%d: not so: %s for %d\n", __LINE__, #condition, x)))

int main() {
  const int values[] = {0, 1, -1, INT_MAX, INT_MIN, INT_MAX - 1, INT_MIN + 1, 123456789, -123456789, 1 << 30};
  const int n = sizeof values / sizeof *values;
  int *v, *rounds;
  long long* w;
  Row* out;
  cudaMallocManaged(&v, sizeof values), cudaMallocManaged(&w, n * sizeof *w), cudaMallocManaged(&out, n * sizeof *out);
  cudaMallocManaged(&rounds, 12);
  for (int i = 0; i < n; ++i) v[i] = values[i], w[i] = (long long)((unsigned long long)values[i] * 4294967297ull);
  compute<<<1, n>>>(v, w, out);
  double_up<<<1, 1>>>(3, rounds);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    const int x = values[i];
    const unsigned u = (unsigned)x;
    const unsigned long long l = (unsigned long long)w[i];
    const Row& r = out[i];
    EXPECT(r.sum == (int)(u + INT_MAX) && r.difference == (int)(u - INT_MAX - 2) && r.product == (int)(u * 65537u));
    EXPECT(r.negative == (int)(0 - u) && r.absolute == (x < 0 ? (int)(0 - u) : x) && r.after == (int)(u + 1));
    EXPECT(r.wide_sum == (long long)(l + LLONG_MAX) && r.wide_product == (long long)(l * 4294967297ull));
#ifdef __LOCKSTEP__
    // The value is hidden from nvcc's optimiser.
    EXPECT(r.grows == (x != INT_MAX) && r.shrinks == (x != INT_MIN) && r.halves == ((int)(u * 2) / 2 == x));
#endif
  }
  const int x = 0;
  unsigned hash = 3;
  for (unsigned i = 0; i < 1000; ++i) hash = hash * 31 + i;
#ifdef __LOCKSTEP__
  EXPECT(rounds[0] == 30 && rounds[1] == 4);
#endif
  EXPECT(rounds[2] == (int)hash);
  EXPECT(squares_agree(100000));
  if (wrong) return printf("%d wrong\n", wrong), 1;
  printf("ok\n");
}
