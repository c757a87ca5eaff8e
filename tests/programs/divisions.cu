// Integer divisions that C++ leaves undefined: the minimum by -1 gives itself and remainder 0, and a division by zero does
// not end a kernel: GPUs continue with all bits set, though no document guarantees which bits.

#include <climits>
#include <cstdio>

struct Row {
  int q, r, in_place;
  unsigned uq, ur;
  long long lq, lr;
  unsigned long long ulq, ulr;
};

__device__ __noinline__ int quotient(int a, int b) { return a / b; }
template <class T>
__device__ T rest(T a, T b) {
  a %= b;
  return a;
}

__global__ void divide(const long long* values, int count, Row* out) {
  long long a = values[blockIdx.x], b = values[threadIdx.x];
  Row& row = out[blockIdx.x * count + threadIdx.x];
  row.q = quotient((int)a, (int)b);
  row.r = (int)a % (int)b;
  row.in_place = (int)a;
  row.in_place /= (int)b;
  row.uq = (unsigned)a / (unsigned)b;
  row.ur = rest((unsigned)a, (unsigned)b);
  row.lq = a / b;
  row.lr = rest(a, b);
  row.ulq = (unsigned long long)a / (unsigned long long)b;
  row.ulr = (unsigned long long)a % (unsigned long long)b;
}

template <int N>
__device__ int by_template(int x) {
  return N == 0 ? x : x / N;
}

__global__ void known(int* out, int x, int zero) {
  const int none = 0, minus_one = -1;
  out[0] = INT_MIN / minus_one;
  out[1] = INT_MIN % minus_one;
  out[2] = INT_MIN / -1 + 1;
  out[3] = x / -1;
  out[4] = x % -1;
  out[5] = 7 / none;
  out[6] = 7 % none;
  out[7] = x / none;
  out[8] = by_template<0>(5);
  out[9] = 0;
  // A divisor that is tested after the division.
  for (int i = 0; i < 4; ++i) {
    int q = i / zero;
    out[9] += zero == 0 ? 10 : q;
  }
  out[10] = abs(INT_MIN);
  out[11] = -x;
}

int wrong;
template <class T>
void expect(const char* what, T is, T should, long long a, long long b) {
  if (is == should) return;
  if (++wrong < 20) printf("%s: %lld and %lld give %lld, not %lld\n", what, a, b, (long long)is, (long long)should);
}
template <class T>
T quotient_of(T a, T b, T least) {
  return b == 0 ? (T)-1 : least < 0 && b == (T)-1 ? (T)(0 - (unsigned long long)a) : (T)(a / b);
}
template <class T>
T rest_of(T a, T b, T least) {
  return b == 0 ? (T)-1 : least < 0 && b == (T)-1 ? (T)0 : (T)(a % b);
}

int main() {
  const long long values[] = {0, 1, -1, 2, -2, 7, -7, INT_MIN, INT_MAX, LLONG_MIN, LLONG_MAX, 1000000007, -1000000007};
  constexpr int n = sizeof values / sizeof *values;
  long long* v;
  Row* out;
  int* made;
  cudaMallocManaged(&v, sizeof values), cudaMallocManaged(&out, n * n * sizeof(Row)), cudaMallocManaged(&made, 64);
  for (int i = 0; i < n; ++i) v[i] = values[i];
  divide<<<n, n>>>(v, n, out);
  known<<<1, 1>>>(made, INT_MIN, 0);
  if (cudaDeviceSynchronize() != cudaSuccess) return printf("a kernel did not end\n"), 1;
  for (int k = 0; k < n * n; ++k) {
    long long a = values[k / n], b = values[k % n];
    const Row& r = out[k];
    expect("int /", r.q, quotient_of<int>((int)a, (int)b, INT_MIN), a, b);
    expect("int /=", r.in_place, quotient_of<int>((int)a, (int)b, INT_MIN), a, b);
    expect("int %", r.r, rest_of<int>((int)a, (int)b, INT_MIN), a, b);
    expect("unsigned /", r.uq, quotient_of<unsigned>((unsigned)a, (unsigned)b, 0), a, b);
    expect("unsigned %", r.ur, rest_of<unsigned>((unsigned)a, (unsigned)b, 0), a, b);
    expect("long long /", r.lq, quotient_of<long long>(a, b, LLONG_MIN), a, b);
    expect("long long %", r.lr, rest_of<long long>(a, b, LLONG_MIN), a, b);
    expect("unsigned long long /", r.ulq, quotient_of<unsigned long long>((unsigned long long)a, (unsigned long long)b, 0), a, b);
    expect("unsigned long long %", r.ulr, rest_of<unsigned long long>((unsigned long long)a, (unsigned long long)b, 0), a, b);
  }
  const int should[] = {INT_MIN, 0, INT_MIN + 1, INT_MIN, 0, -1, -1, -1, 5, 40, INT_MIN, INT_MIN};
  for (int i = 0; i < 12; ++i) expect("known", made[i], should[i], i, 0);
  if (wrong) return printf("%d wrong\n", wrong), 1;
  printf("ok\n");
}
