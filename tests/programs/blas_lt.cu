// flags: -lcublasLt
// cuBLASLt: products of each combination of types, shapes, orders, batches and epilogues, against plain loops.
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(condition)                                        \
  do {                                                          \
    if (!(condition)) {                                         \
      std::printf("line %d: %s\n", __LINE__, #condition);       \
      std::exit(1);                                             \
    }                                                           \
  } while (0)
#define OK(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)
#define CUDA(call) CHECK((call) == cudaSuccess)

using Number = std::complex<double>;
cublasLtHandle_t handle;
unsigned seed = 1;
double Random() { return ((seed = seed * 1664525u + 1013904223u) >> 8) % 2001 / 1000.0 - 1; }

bool IsComplex(cudaDataType type) { return type == CUDA_C_32F || type == CUDA_C_64F; }
bool IsEight(cudaDataType type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }
size_t SizeOf(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I: case CUDA_R_8F_E4M3: case CUDA_R_8F_E5M2: return 1;
    case CUDA_R_16F: case CUDA_R_16BF: return 2;
    case CUDA_R_64F: case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 4;
  }
}
template <class T>
T Load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
template <class T>
void Store(char* at, T value) { std::memcpy(at, &value, sizeof value); }

Number Decode(cudaDataType type, const char* at) {
  switch (type) {
    case CUDA_R_8I: return Load<signed char>(at);
    case CUDA_R_32I: return Load<int>(at);
    case CUDA_R_16F: return __half2float(Load<__half>(at));
    case CUDA_R_16BF: return __bfloat162float(Load<__nv_bfloat16>(at));
    case CUDA_R_8F_E4M3: return float(Load<__nv_fp8_e4m3>(at));
    case CUDA_R_8F_E5M2: return float(Load<__nv_fp8_e5m2>(at));
    case CUDA_R_64F: return Load<double>(at);
    case CUDA_C_32F: return {Load<float>(at), Load<float>(at + 4)};
    case CUDA_C_64F: return {Load<double>(at), Load<double>(at + 8)};
    default: return Load<float>(at);
  }
}
void Encode(cudaDataType type, char* at, Number value) {
  const double x = value.real();
  switch (type) {
    case CUDA_R_8I: return Store(at, (signed char)std::fmin(127, std::fmax(-128, std::nearbyint(x))));
    case CUDA_R_32I: return Store(at, int(std::nearbyint(x)));
    case CUDA_R_16F: return Store(at, __float2half(float(x)));
    case CUDA_R_16BF: return Store(at, __float2bfloat16(float(x)));
    case CUDA_R_8F_E4M3: return Store(at, __nv_fp8_e4m3(float(x)));
    case CUDA_R_8F_E5M2: return Store(at, __nv_fp8_e5m2(float(x)));
    case CUDA_R_64F: return Store(at, x);
    case CUDA_C_32F: return Store(at, float(x)), Store(at + 4, float(value.imag()));
    case CUDA_C_64F: return Store(at, x), Store(at + 8, value.imag());
    default: return Store(at, float(x));
  }
}
// What rounding to the type leaves of a number of size 1.
double Within(cudaDataType type) {
  switch (type) {
    case CUDA_R_64F: case CUDA_C_64F: return 1e-12;
    case CUDA_R_16F: return 2e-3;
    case CUDA_R_16BF: return 1e-2;
    case CUDA_R_8F_E4M3: return 0.08;
    case CUDA_R_8F_E5M2: return 0.15;
    case CUDA_R_8I: return 0.3;
    case CUDA_R_32I: return 0;
    default: return 1e-5;
  }
}

// Matrices of a batch, on the host and the device, with room between columns (or rows) and between matrices.
struct Matrices {
  cudaDataType type;
  int rows, columns, count;
  bool by_rows;
  long long leading, stride;
  std::vector<char> host;
  char* device = nullptr;
  cublasLtMatrixLayout_t layout;

  Matrices(cudaDataType type, int rows, int columns, bool by_rows = false, int count = 1)
      : type(type), rows(rows), columns(columns), count(count), by_rows(by_rows) {
    const int room = IsEight(type) ? 16 : type == CUDA_R_8I ? 4 : 3;
    leading = ((by_rows ? columns : rows) + room - 1) / room * room + room;
    if (SizeOf(type) == 2) leading = leading / 8 * 8 + 8;
    if (SizeOf(type) == 4) leading = leading / 4 * 4 + 4;
    stride = leading * (by_rows ? rows : columns) + 16;
    host.resize(size_t(stride) * count * SizeOf(type));
    for (int b = 0; b < count; ++b)
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
          Set(b, i, j, type == CUDA_R_8I || type == CUDA_R_32I ? Number(std::nearbyint(100 * Random()))
                                                               : Number(Random(), Random()));
    CUDA(cudaMalloc(&device, host.size()));
    CUDA(cudaMemcpy(device, host.data(), host.size(), cudaMemcpyHostToDevice));
    OK(cublasLtMatrixLayoutCreate(&layout, type, rows, columns, leading));
    const int32_t order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
    const int32_t members = count;
    const int64_t distance = stride;
    OK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
    OK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &members, sizeof members));
    OK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &distance, sizeof distance));
  }
  Matrices(const Matrices&) = delete;
  ~Matrices() {
    cudaFree(device);
    cublasLtMatrixLayoutDestroy(layout);
  }
  size_t At(int b, int i, int j) const {
    return size_t(b * stride + (by_rows ? i * leading + j : i + j * leading)) * SizeOf(type);
  }
  Number Get(int b, int i, int j) const { return Decode(type, &host[At(b, i, j)]); }
  void Set(int b, int i, int j, Number value) { Encode(type, &host[At(b, i, j)], value); }
  void Fetch() { CUDA(cudaMemcpy(host.data(), device, host.size(), cudaMemcpyDeviceToHost)); }
};

Number Op(const Matrices& of, cublasOperation_t op, int b, int i, int j) {
  if (op == CUBLAS_OP_N) return of.Get(b, i, j);
  return op == CUBLAS_OP_T ? of.Get(b, j, i) : std::conj(of.Get(b, j, i));
}

struct Vector {
  cudaDataType type;
  std::vector<char> host;
  char* device = nullptr;
  Vector(cudaDataType type, size_t size) : type(type), host(size * SizeOf(type)) {
    for (size_t i = 0; i < size; ++i) Encode(type, &host[i * SizeOf(type)], Random());
    CUDA(cudaMalloc(&device, host.size() + 1));
    CUDA(cudaMemcpy(device, host.data(), host.size(), cudaMemcpyHostToDevice));
  }
  Vector(const Vector&) = delete;
  ~Vector() { cudaFree(device); }
  double operator[](size_t i) const { return Decode(type, &host[i * SizeOf(type)]).real(); }
  void Fetch() { CUDA(cudaMemcpy(host.data(), device, host.size(), cudaMemcpyDeviceToHost)); }
};

struct Types {
  cublasComputeType_t computation;
  cudaDataType scale, a, b, c, d, bias;
};
struct Case {
  Types types;
  int m = 19, n = 6, k = 23;
  cublasOperation_t transa = CUBLAS_OP_N, transb = CUBLAS_OP_N;
  bool rows_a = false, rows_b = false, rows_d = false;
  int count = 1;
  Number alpha = {1.5, 0.5}, beta = {-0.5, 0.25};
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
};

bool Has(const Case& of, int bits) { return (of.epilogue & bits) == bits; }
double Gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }
double SlopeOfGelu(double x) { return (Gelu(x + 1e-5) - Gelu(x - 1e-5)) / 2e-5; }

template <class T>
void Set(cublasLtMatmulDesc_t descriptor, cublasLtMatmulDescAttributes_t attribute, T value) {
  OK(cublasLtMatmulDescSetAttribute(descriptor, attribute, &value, sizeof value));
}

// What D held is lost.
__global__ void Spoil(char* bytes, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) bytes[i] = -1;
}

// D is right if it is near what the loops give, for each element.
void Try(const Case& of) {
  const bool plain_a = of.transa == CUBLAS_OP_N, plain_b = of.transb == CUBLAS_OP_N;
  Matrices a(of.types.a, plain_a ? of.m : of.k, plain_a ? of.k : of.m, of.rows_a, of.count);
  Matrices b(of.types.b, plain_b ? of.k : of.n, plain_b ? of.n : of.k, of.rows_b, of.count);
  Matrices c(of.types.c, of.m, of.n, of.rows_d, of.count), d(of.types.d, of.m, of.n, of.rows_d, of.count);
  const long long aux_leading = (of.m + 127) / 128 * 128, aux_stride = aux_leading * of.n;
  const bool is_mask = Has(of, CUBLASLT_EPILOGUE_RELU) || Has(of, CUBLASLT_EPILOGUE_DRELU);
  const bool by_columns = of.epilogue == CUBLASLT_EPILOGUE_BGRADB;
  Vector bias(of.types.bias, (by_columns ? of.n : of.m) * of.count), aux(is_mask ? CUDA_R_8I : of.types.d, aux_stride * of.count);

  cublasLtMatmulDesc_t descriptor;
  OK(cublasLtMatmulDescCreate(&descriptor, of.types.computation, of.types.scale));
  Set<int32_t>(descriptor, CUBLASLT_MATMUL_DESC_TRANSA, of.transa);
  Set<int32_t>(descriptor, CUBLASLT_MATMUL_DESC_TRANSB, of.transb);
  Set<uint32_t>(descriptor, CUBLASLT_MATMUL_DESC_EPILOGUE, of.epilogue);
  if (of.epilogue != CUBLASLT_EPILOGUE_DEFAULT) {
    Set<void*>(descriptor, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
    Set<int32_t>(descriptor, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, of.types.bias);
    Set<int64_t>(descriptor, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, by_columns ? of.n : of.m);
  }
  if (of.epilogue & 128) {
    Set<void*>(descriptor, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux.device);
    Set<int64_t>(descriptor, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, aux_leading);
    Set<int64_t>(descriptor, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, aux_stride);
  }
  cublasLtMatmulPreference_t preference;
  OK(cublasLtMatmulPreferenceCreate(&preference));
  cublasLtMatmulHeuristicResult_t chosen;
  int found = 0;
  OK(cublasLtMatmulAlgoGetHeuristic(handle, descriptor, a.layout, b.layout, c.layout, d.layout, preference, 1, &chosen, &found));
  CHECK(found == 1 && chosen.state == CUBLAS_STATUS_SUCCESS && chosen.workspaceSize == 0);
  char alpha[16], beta[16];
  Encode(of.types.scale, alpha, of.alpha);
  Encode(of.types.scale, beta, of.beta);
  Spoil<<<(d.host.size() + 255) / 256, 256>>>(d.device, d.host.size());
  OK(cublasLtMatmul(handle, descriptor, alpha, a.device, a.layout, b.device, b.layout, beta, c.device, c.layout, d.device,
                    d.layout, &chosen.algo, nullptr, 0, nullptr));
  CUDA(cudaDeviceSynchronize());
  Matrices& got = d;
  const std::vector<char> aux_before = aux.host;
  got.Fetch();
  bias.Fetch();
  aux.Fetch();
  const auto mask = [&](const std::vector<char>& bytes, long long bit) { return bytes[bit / 8] >> bit % 8 & 1; };

  const Number by = Decode(of.types.scale, alpha), keep = Decode(of.types.scale, beta);
  const double largest = of.types.a == CUDA_R_8I && of.types.d != CUDA_R_8I ? 1 : std::sqrt(double(of.k + 4));
  for (int batch = 0; batch < of.count; ++batch) {
    std::vector<double> gradient(by_columns ? of.n : of.m);
    for (int j = 0; j < of.n; ++j)
      for (int i = 0; i < of.m; ++i) {
        Number sum = 0;
        for (int p = 0; p < of.k; ++p) sum += Op(a, of.transa, batch, i, p) * Op(b, of.transb, batch, p, j);
        Number x = by * sum + keep * c.Get(batch, i, j);
        const long long at = batch * aux_stride + i + j * aux_leading;
        if (Has(of, CUBLASLT_EPILOGUE_BIAS)) x += bias[batch * of.m + i];
        if (Has(of, CUBLASLT_EPILOGUE_RELU)) {
          if (of.epilogue & 128) CHECK(std::abs(x) < 1e-3 || mask(aux.host, at) == (x.real() > 0));
          x = std::fmax(x.real(), 0.0);
        } else if (Has(of, CUBLASLT_EPILOGUE_GELU)) {
          if (of.epilogue & 128) CHECK(std::abs(aux[at] - x) <= Within(of.types.d) * (1 + std::abs(x)));
          x = Gelu(x.real());
        } else if (Has(of, CUBLASLT_EPILOGUE_DRELU)) {
          x = mask(aux_before, at) ? x : 0;
        } else if (Has(of, CUBLASLT_EPILOGUE_DGELU)) {
          x *= SlopeOfGelu(aux[at]);
        }
        if (Has(of, 16)) gradient[i] += x.real();
        if (of.types.d == CUDA_R_8I) x = std::fmin(127, std::fmax(-128, x.real()));
        if (std::abs(got.Get(batch, i, j) - x) > Within(of.types.d) * (largest + std::abs(x))) {
          std::printf("(%d, %d) of %d: %g, wanted %g (types %d %d %d, epilogue %d)\n", i, j, batch,
                      got.Get(batch, i, j).real(), x.real(), of.types.a, of.types.b, of.types.d, of.epilogue);
          std::exit(1);
        }
      }
    if (of.epilogue == CUBLASLT_EPILOGUE_BGRADA)
      for (int i = 0; i < of.m; ++i)
        for (int p = 0; p < of.k; ++p) gradient[i] += Op(a, of.transa, batch, i, p).real();
    if (by_columns)
      for (int j = 0; j < of.n; ++j)
        for (int p = 0; p < of.k; ++p) gradient[j] += Op(b, of.transb, batch, p, j).real();
    if (Has(of, 16) || of.epilogue & (CUBLASLT_EPILOGUE_BGRADA | CUBLASLT_EPILOGUE_BGRADB))
      for (size_t i = 0; i < gradient.size(); ++i)
        CHECK(std::fabs(bias[batch * gradient.size() + i] - gradient[i]) <= Within(of.types.bias) * (10 + std::fabs(gradient[i])));
  }
  OK(cublasLtMatmulPreferenceDestroy(preference));
  OK(cublasLtMatmulDescDestroy(descriptor));
}

const Types kFloat = {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F};
const Types kHalf = {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F};
const Types kEight = {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_8F_E4M3, CUDA_R_8F_E4M3, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF};

void TryTypes() {
  const cudaDataType f32 = CUDA_R_32F, f64 = CUDA_R_64F, f16 = CUDA_R_16F, bf16 = CUDA_R_16BF, s8 = CUDA_R_8I, s32 = CUDA_R_32I;
  const cudaDataType c32 = CUDA_C_32F, c64 = CUDA_C_64F, e4m3 = CUDA_R_8F_E4M3, e5m2 = CUDA_R_8F_E5M2;
  const Types all[] = {
      kFloat, kHalf,
      {CUBLAS_COMPUTE_32F_FAST_TF32, f32, f32, f32, f32, f32, f32},
      {CUBLAS_COMPUTE_32F_FAST_16BF, f32, f32, f32, f32, f32, f32},
      {CUBLAS_COMPUTE_64F, f64, f64, f64, f64, f64, f64},
      {CUBLAS_COMPUTE_16F, f16, f16, f16, f16, f16, f16},
      {CUBLAS_COMPUTE_32F, f32, bf16, bf16, bf16, bf16, bf16},
      {CUBLAS_COMPUTE_32F, f32, f16, f16, f32, f32, f32},
      {CUBLAS_COMPUTE_32F, f32, bf16, bf16, f32, f32, f32},
      {CUBLAS_COMPUTE_32F, c32, c32, c32, c32, c32, f32},
      {CUBLAS_COMPUTE_64F, c64, c64, c64, c64, c64, f64},
  };
  for (const Types& types : all)
    for (const cublasOperation_t ta : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
      for (const cublasOperation_t tb : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
        Case one{types};
        one.transa = ta, one.transb = tb;
        if (types.computation == CUBLAS_COMPUTE_16F) one.k = 4;  // sums in half lose digits
        Try(one);
        one.count = 3, one.rows_a = true, one.n = 1;
        Try(one);
        one.rows_b = one.rows_d = true, one.rows_a = false, one.n = 7;
        Try(one);
      }
  const Types integers[] = {{CUBLAS_COMPUTE_32I, s32, s8, s8, s32, s32, s32}, {CUBLAS_COMPUTE_32I, f32, s8, s8, s8, s8, f32},
                            {CUBLAS_COMPUTE_32F, f32, s8, s8, f32, f32, f32}};
  for (const Types& types : integers) {
    Case one{types};
    one.transa = CUBLAS_OP_T, one.m = 20, one.k = 24;
    one.alpha = types.d == s8 ? 0.002 : 2, one.beta = types.d == s8 ? 0.5 : -3;
    Try(one);
    one.beta = 0;
    Try(one);
  }
  const Types eights[] = {kEight,
                          {CUBLAS_COMPUTE_32F, f32, e4m3, e4m3, f32, f32, bf16},
                          {CUBLAS_COMPUTE_32F, f32, e4m3, e5m2, f16, f16, f16},
                          {CUBLAS_COMPUTE_32F, f32, e5m2, e4m3, bf16, e5m2, bf16},
                          {CUBLAS_COMPUTE_32F, f32, e4m3, e4m3, f16, e4m3, f16}};
  for (const Types& types : eights) {
    Case one{types};
    one.transa = CUBLAS_OP_T, one.m = 32, one.n = 16, one.k = 48;
    Try(one);
    one.epilogue = CUBLASLT_EPILOGUE_RELU_BIAS, one.count = 2;
    Try(one);
  }
}

void TryEpilogues() {
  for (const cublasLtEpilogue_t epilogue :
       {CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_RELU_AUX, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS,
        CUBLASLT_EPILOGUE_RELU_AUX_BIAS, CUBLASLT_EPILOGUE_DRELU, CUBLASLT_EPILOGUE_DRELU_BGRAD, CUBLASLT_EPILOGUE_GELU,
        CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_BIAS, CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DGELU,
        CUBLASLT_EPILOGUE_DGELU_BGRAD, CUBLASLT_EPILOGUE_BGRADA, CUBLASLT_EPILOGUE_BGRADB})
    for (const Types& types : {kFloat, kHalf})
      for (const int count : {1, 2}) {
        Case one{types};
        one.transb = CUBLAS_OP_T, one.epilogue = epilogue, one.count = count;
        Try(one);
        one.beta = 0, one.m = 130;
        Try(one);
      }
}

void TrySizes() {
  for (const int m : {0, 1, 2, 33})
    for (const int n : {0, 1, 5})
      for (const int k : {0, 1, 7}) {
        Case one{kFloat};
        one.m = m, one.n = n, one.k = k, one.epilogue = CUBLASLT_EPILOGUE_BIAS;
        Try(one);
      }
}

// Factors that turn 8-bit floats into numbers and back, and the largest size in D.
void TryScales() {
  const int m = 16, n = 16, k = 32;
  Matrices a(CUDA_R_8F_E4M3, k, m), b(CUDA_R_8F_E4M3, k, n), c(CUDA_R_16BF, m, n), d(CUDA_R_8F_E4M3, m, n);
  std::vector<float> values = {2, 0.5f, 8, 0};
  for (int i = 0; i < m; ++i) values.push_back(1 + i % 3);
  float* scales;
  CUDA(cudaMalloc(&scales, values.size() * sizeof(float)));
  CUDA(cudaMemcpy(scales, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
  cublasLtMatmulDesc_t descriptor;
  OK(cublasLtMatmulDescCreate(&descriptor, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  Set<int32_t>(descriptor, CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  Set<float*>(descriptor, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, scales);
  Set<float*>(descriptor, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, scales + 1);
  Set<float*>(descriptor, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, scales + 2);
  Set<float*>(descriptor, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, scales + 3);
  Set<int8_t>(descriptor, CUBLASLT_MATMUL_DESC_FAST_ACCUM, 1);
  const float one = 1, zero = 0;
  for (const bool outer : {false, true}) {
    Set<float*>(descriptor, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, outer ? scales + 4 : scales);
    Set<int32_t>(descriptor, CUBLASLT_MATMUL_DESC_A_SCALE_MODE,
                 outer ? CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F : CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F);
    OK(cublasLtMatmul(handle, descriptor, &one, a.device, a.layout, b.device, b.layout, &zero, c.device, c.layout, d.device,
                      d.layout, nullptr, nullptr, 0, nullptr));
    CUDA(cudaDeviceSynchronize());
    d.Fetch();
    float largest;
    CUDA(cudaMemcpy(&largest, scales + 3, sizeof largest, cudaMemcpyDeviceToHost));
    double most = 0;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int p = 0; p < k; ++p) sum += a.Get(0, p, i).real() * b.Get(0, p, j).real();
        sum *= 0.5 * (outer ? values[4 + i] : 2);
        most = std::fmax(most, std::fabs(sum));
        CHECK(std::fabs(d.Get(0, i, j).real() - 8 * sum) <= 0.07 * std::fabs(8 * sum) + 0.01);
      }
    CHECK(std::fabs(largest - most) < 1e-4 * most);
  }
  OK(cublasLtMatmulDescDestroy(descriptor));
  CUDA(cudaFree(scales));
}

// alpha and beta on the device: one number, or one for each row of D. C is D.
void TryPlacesOfFactors() {
  const int m = 5, n = 4, k = 3;
  const float one = 1, three = 3;
  for (const cublasLtPointerMode_t mode :
       {CUBLASLT_POINTER_MODE_HOST, CUBLASLT_POINTER_MODE_DEVICE, CUBLASLT_POINTER_MODE_DEVICE_VECTOR,
        CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO, CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST}) {
    Matrices a(CUDA_R_32F, m, k), b(CUDA_R_32F, k, n), d(CUDA_R_32F, m, n);
    Vector alpha(CUDA_R_32F, m), beta(CUDA_R_32F, m);
    cublasLtMatmulDescOpaque_t descriptor;
    OK(cublasLtMatmulDescInit(&descriptor, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    Set<int32_t>(&descriptor, CUBLASLT_MATMUL_DESC_POINTER_MODE, mode);
    const bool on_host = mode == CUBLASLT_POINTER_MODE_HOST, is_vector = mode >= CUBLASLT_POINTER_MODE_DEVICE_VECTOR;
    const bool zero = mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO;
    const bool host_beta = on_host || mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
    const Matrices& before = d;
    std::vector<Number> kept;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) kept.push_back(before.Get(0, i, j));
    OK(cublasLtMatmul(handle, &descriptor, on_host ? (const void*)&one : alpha.device, a.device, a.layout, b.device, b.layout,
                      zero ? nullptr : host_beta ? (const void*)&three : beta.device, d.device, d.layout, d.device, d.layout,
                      nullptr, nullptr, 0, nullptr));
    d.Fetch();
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        double sum = 0;
        for (int p = 0; p < k; ++p) sum += a.Get(0, i, p).real() * b.Get(0, p, j).real();
        sum *= on_host ? 1 : alpha[is_vector ? i : 0];
        sum += (zero ? 0 : host_beta ? 3 : beta[is_vector ? i : 0]) * kept[j * m + i].real();
        CHECK(std::fabs(d.Get(0, i, j).real() - sum) < 1e-5);
      }
  }
}

int main() {
  OK(cublasLtCreate(&handle));
  TryTypes();
  TryEpilogues();
  TrySizes();
  TryScales();
  TryPlacesOfFactors();
  OK(cublasLtDestroy(handle));
  std::puts("ok");
}
