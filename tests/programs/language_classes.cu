// Classes on the device: virtual calls, inheritance, operators, templates of all kinds, constructors that copy, new and
// delete, placement new, unions, bit-fields, member pointers, function pointers, recursion.

#include <cuda_runtime.h>

#include <cstdio>
#include <new>
#include <type_traits>

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      std::printf("line %d: %s does not hold\n", __LINE__, #condition);   \
      return 1;                                                           \
    }                                                                     \
  } while (0)

struct Animal {
  int legs;
  __device__ explicit Animal(int legs) : legs(legs) {}
  __device__ virtual ~Animal() {}
  __device__ virtual int Sound() const = 0;
  __device__ virtual int Weight() const { return legs * 10; }
};
struct Named {
  int name = 7;
  __device__ virtual int Name() const { return name; }
};
struct Dog : Animal, Named {
  __device__ Dog() : Animal(4) {}
  __device__ int Sound() const override { return 100 + Weight(); }
  __device__ int Name() const override { return Named::Name() + 1; }
};
struct Bird final : Animal {
  int* fallen;
  __device__ explicit Bird(int* fallen) : Animal(2), fallen(fallen) {}
  __device__ ~Bird() override { atomicAdd(fallen, 1); }
  __device__ int Sound() const override { return 200; }
  __device__ int Weight() const override { return Animal::Weight() / 2; }
};

__global__ void virtual_calls(int* out, int* fallen) {
  Animal* animal = threadIdx.x % 2 ? static_cast<Animal*>(new Bird(fallen)) : new Dog;
  out[threadIdx.x] = animal->Sound() + animal->Weight();
  if (threadIdx.x % 2 == 0) out[threadIdx.x] += static_cast<Named*>(static_cast<Dog*>(animal))->Name();
  delete animal;
}

template <class T, int n>
struct Vector {
  T at[n];
  __host__ __device__ T& operator[](int i) { return at[i]; }
  __host__ __device__ const T& operator[](int i) const { return at[i]; }
  __host__ __device__ friend Vector operator+(Vector a, const Vector& b) {
    for (int i = 0; i < n; ++i) a[i] += b[i];
    return a;
  }
  template <class U>
  __host__ __device__ explicit operator Vector<U, n>() const {
    Vector<U, n> converted;
    for (int i = 0; i < n; ++i) converted[i] = static_cast<U>(at[i]);
    return converted;
  }
};

template <class T>
struct Zero {
  static constexpr T value = T(0);
};
template <>
struct Zero<float> {
  static constexpr float value = 0.5f;
};

template <class... Ts>
__host__ __device__ auto SumOf(Ts... values) {
  return (values + ... + 0);
}

template <template <class, int> class Container, class T, int n>
__global__ void add_containers(const Container<T, n>* in, Container<int, n>* out, T first) {
  Container<T, n> sum = in[0] + in[1];
  sum[0] += first + Zero<T>::value;
  *out = static_cast<Container<int, n>>(sum);
  if constexpr (std::is_floating_point_v<T>) (*out)[n - 1] = SumOf(1, 2.5, 3u);
}

// Not trivially copyable: its bytes must arrive, however often it is copied.
struct Copied {
  int value;
  int copies;
  __host__ __device__ Copied(int value) : value(value), copies(0) {}
  __host__ __device__ Copied(const Copied& other) : value(other.value), copies(other.copies + 1) {}
  __host__ __device__ ~Copied() {}
};
struct Empty {};
struct Large {
  int before;
  double values[400];
  char after;
};
struct Nested {
  struct {
    short a[3];
    float b;
  } parts[2];
  Empty empty;
  bool flag;
};

__global__ void parameters(Copied copied, Empty, Large large, Nested nested, char c,
                           int (*unused)(int), int* out) {
  out[0] = copied.value;
  out[1] = copied.copies;
  out[2] = large.before + int(large.values[399]) + large.after;
  out[3] = nested.parts[1].a[2] + int(nested.parts[1].b) + nested.flag;
  out[4] = c;
  out[5] = unused == nullptr;
}

union Bits {
  float number;
  unsigned bits;
  unsigned char bytes[4];
};
struct Fields {
  unsigned low : 3;
  unsigned middle : 10;
  int sign : 4;
  unsigned long long wide : 40;
};

__device__ int Square(int x) { return x * x; }
__device__ int Negate(int x) { return -x; }
typedef int (*Operation)(int);
__device__ Operation operations[] = {Square, Negate};
__constant__ Operation constant_operation = Square;

__device__ unsigned long long Factorial(unsigned n) { return n < 2 ? 1 : n * Factorial(n - 1); }
__device__ bool IsOdd(unsigned n);
__device__ bool IsEven(unsigned n) { return n == 0 || IsOdd(n - 1); }
__device__ bool IsOdd(unsigned n) { return n != 0 && IsEven(n - 1); }

struct Pair {
  int first, second;
  __device__ int Sum() const { return first + second; }
};

__global__ void small_things(unsigned long long* out) {
  Bits bits;
  bits.number = 1.0f;
  out[0] = bits.bits + bits.bytes[3];
  Fields fields = {};
  fields.low = 1;
  fields.middle = 1023;
  fields.sign = -3;
  fields.wide = 1ull << 39;
  out[1] = fields.low + fields.middle + fields.sign + (fields.wide >> 38);
  out[2] = operations[0](5) + operations[threadIdx.x + 1](3) + constant_operation(2);
  out[3] = Factorial(20);
  out[4] = IsEven(100) + 2 * IsOdd(7);
  int (Pair::*sum)() const = &Pair::Sum;
  int Pair::*second = &Pair::second;
  Pair pair = {3, 4};
  out[5] = (pair.*sum)() * 10 + pair.*second;
  alignas(Pair) unsigned char room[sizeof(Pair)];
  Pair* placed = new (room) Pair{5, 6};
  out[6] = placed->Sum();
  int local[16];
  for (int i = 0; i < 16; ++i) local[i] = i * i;
  unsigned long long total = 0;
  for (int& value : local) total += value;
  out[7] = total;
  auto [first, rest] = pair;
  out[8] = first * 100 + rest;
  Pair* many = new Pair[3]{{1, 2}, {3, 4}, {5, 6}};
  out[9] = many[2].Sum();
  delete[] many;
  int* raw = static_cast<int*>(malloc(10 * sizeof(int)));
  for (int i = 0; i < 10; ++i) raw[i] = i;
  out[10] = raw[9];
  free(raw);
  static const int kTable[] = {2, 3, 5, 7};
  out[11] = kTable[threadIdx.x + 3];
  switch (out[11]) {
    case 7: out[12] = 1; break;
    default: out[12] = 2;
  }
  goto end;
  out[12] = 3;
end:
  out[13] = sizeof(Large);
}

int main() {
  int *out, *fallen;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMallocManaged(&fallen, sizeof(int));
  *fallen = 0;
  virtual_calls<<<1, 8>>>(out, fallen);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 140 + 40 + 8);
  CHECK(out[1] == 210);
  CHECK(*fallen == 4);

  Vector<float, 3>* in;
  cudaMallocManaged(&in, 2 * sizeof *in);
  in[0] = {{1.5f, 2.5f, 3.5f}};
  in[1] = {{10, 20, 30}};
  auto* sum = reinterpret_cast<Vector<int, 3>*>(out);
  add_containers<<<1, 1>>>(in, sum, 4.0f);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK((*sum)[0] == 16 && (*sum)[1] == 22 && (*sum)[2] == 6);

  Large large = {};
  large.before = 1;
  large.values[399] = 20;
  large.after = 3;
  Nested nested = {};
  nested.parts[1].a[2] = 30;
  nested.parts[1].b = 4.0f;
  nested.flag = true;
  parameters<<<1, 1>>>(Copied(42), Empty{}, large, nested, 'x', nullptr, out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 42 && out[1] < 3);
  CHECK(out[2] == 24 && out[3] == 35 && out[4] == 'x' && out[5] == 1);

  unsigned long long* wide;
  cudaMallocManaged(&wide, 32 * sizeof *wide);
  small_things<<<1, 1>>>(wide);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(wide[0] == 0x3f800000u + 0x3f);
  CHECK(wide[1] == 1 + 1023 - 3 + 2);
  CHECK(wide[2] == 25 - 3 + 4);
  CHECK(wide[3] == 2432902008176640000ull);
  CHECK(wide[4] == 3);
  CHECK(wide[5] == 74 && wide[6] == 11 && wide[7] == 1240 && wide[8] == 304 && wide[9] == 11 && wide[10] == 9);
  CHECK(wide[11] == 7 && wide[12] == 1 && wide[13] == sizeof(Large));
  std::puts("ok");
}
