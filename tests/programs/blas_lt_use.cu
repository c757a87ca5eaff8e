// flags: -lcublasLt -lcublas
// cuBLASLt beside products: attributes, the search for an algorithm, copies into other layouts, streams, graphs, and the statuses of
// wrong calls.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <cmath>
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
#define INVALID(call) CHECK((call) == CUBLAS_STATUS_INVALID_VALUE)
#define NOT_SUPPORTED(call) CHECK((call) == CUBLAS_STATUS_NOT_SUPPORTED)
#define CUDA(call) CHECK((call) == cudaSuccess)

template <class T>
struct Device {
  T* data = nullptr;
  size_t size;
  explicit Device(const std::vector<T>& values) : size(values.size()) {
    CUDA(cudaMalloc(&data, size * sizeof(T)));
    CUDA(cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  Device(const Device&) = delete;
  ~Device() { cudaFree(data); }
  operator T*() const { return data; }
  std::vector<T> Get() const {
    std::vector<T> values(size);
    CUDA(cudaMemcpy(values.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
};

struct Layout {
  cublasLtMatrixLayout_t made;
  Layout(cudaDataType type, int rows, int columns, int leading) { OK(cublasLtMatrixLayoutCreate(&made, type, rows, columns, leading)); }
  Layout(const Layout&) = delete;
  ~Layout() { cublasLtMatrixLayoutDestroy(made); }
  operator cublasLtMatrixLayout_t() const { return made; }
  template <class T>
  void Set(cublasLtMatrixLayoutAttribute_t attribute, T value) {
    OK(cublasLtMatrixLayoutSetAttribute(made, attribute, &value, sizeof value));
  }
};

cublasLtHandle_t handle;
const float kOne = 1, kZero = 0;

void UseAttributes() {
  cublasLtMatmulDesc_t descriptor;
  OK(cublasLtMatmulDescCreate(&descriptor, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  size_t size = 0;
  OK(cublasLtMatmulDescGetAttribute(descriptor, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, nullptr, 0, &size));
  CHECK(size == 8);
  int32_t value = 0;
  OK(cublasLtMatmulDescGetAttribute(descriptor, CUBLASLT_MATMUL_DESC_FILL_MODE, &value, sizeof value, nullptr));
  CHECK(value == CUBLAS_FILL_MODE_FULL);
  OK(cublasLtMatmulDescGetAttribute(descriptor, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, &value, sizeof value, &size));
  CHECK(value == -1 && size == 4);
  value = CUBLAS_OP_T;
  OK(cublasLtMatmulDescSetAttribute(descriptor, CUBLASLT_MATMUL_DESC_TRANSB, &value, sizeof value));
  value = 0;
  OK(cublasLtMatmulDescGetAttribute(descriptor, CUBLASLT_MATMUL_DESC_TRANSB, &value, sizeof value, &size));
  CHECK(value == CUBLAS_OP_T);
  const int64_t wide = 0;
  INVALID(cublasLtMatmulDescSetAttribute(descriptor, CUBLASLT_MATMUL_DESC_TRANSB, &wide, sizeof wide));
  INVALID(cublasLtMatmulDescSetAttribute(descriptor, CUBLASLT_MATMUL_DESC_TRANSB, nullptr, sizeof value));
  INVALID(cublasLtMatmulDescSetAttribute(descriptor, cublasLtMatmulDescAttributes_t(28), &value, sizeof value));
  INVALID(cublasLtMatmulDescSetAttribute(nullptr, CUBLASLT_MATMUL_DESC_TRANSB, &value, sizeof value));
  INVALID(cublasLtMatmulDescGetAttribute(descriptor, CUBLASLT_MATMUL_DESC_TRANSB, &value, 0, nullptr));
  INVALID(cublasLtMatmulDescCreate(nullptr, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  OK(cublasLtMatmulDescDestroy(descriptor));
  OK(cublasLtMatmulDescDestroy(nullptr));

  cublasLtMatrixLayoutOpaque_t layout;
  OK(cublasLtMatrixLayoutInit(&layout, CUDA_R_16F, 3, 4, 5));
  uint64_t rows = 0;
  OK(cublasLtMatrixLayoutGetAttribute(&layout, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof rows, &size));
  CHECK(rows == 3 && size == 8);
  CHECK(cublasLtMatrixLayoutInit_internal(&layout, 8, CUDA_R_16F, 3, 4, 5) == CUBLAS_STATUS_ALLOC_FAILED);
  cublasLtMatmulPreferenceOpaque_t preference;
  OK(cublasLtMatmulPreferenceInit(&preference));
  uint32_t alignment = 0;
  OK(cublasLtMatmulPreferenceGetAttribute(&preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, &alignment, sizeof alignment, &size));
  CHECK(alignment == 256);
  cublasLtEmulationDesc_t emulation;
  OK(cublasLtEmulationDescCreate(&emulation));
  OK(cublasLtEmulationDescGetAttribute(emulation, CUBLASLT_EMULATION_DESC_SPECIAL_VALUES_SUPPORT, &value, sizeof value, &size));
  CHECK(value == 0xffff);
  OK(cublasLtEmulationDescDestroy(emulation));
  CHECK(sizeof(cublasLtMatrixLayoutOpaque_t) == 64 && sizeof(cublasLtMatmulDescOpaque_t) == 256 && sizeof(cublasLtMatmulAlgo_t) == 64);
}

void UseTheLibrary() {
  CHECK(cublasLtGetVersion() >= 10000 && cublasLtGetCudartVersion() >= 10000);
  int major = 0;
  OK(cublasLtGetProperty(MAJOR_VERSION, &major));
  CHECK(major >= 10 && int(cublasLtGetVersion() / 10000) == major);
  CHECK(std::strcmp(cublasLtGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED), "CUBLAS_STATUS_NOT_SUPPORTED") == 0);
  CHECK(cublasLtGetStatusString(CUBLAS_STATUS_SUCCESS)[0] != 0);
  INVALID(cublasLtLoggerSetLevel(9));
  OK(cublasLtLoggerSetLevel(0));
  OK(cublasLtLoggerSetMask(0));
  OK(cublasLtLoggerSetCallback(nullptr));
  size_t capacity = 0;
  OK(cublasLtHeuristicsCacheGetCapacity(&capacity));
  OK(cublasLtHeuristicsCacheSetCapacity(capacity));
}

// As programs do that try each algorithm with each tile and each number of stages.
void SearchAlgorithms() {
  const int n = 16;
  Layout matrix(CUDA_R_32F, n, n, n);
  Device<float> a(std::vector<float>(n * n, 1)), b(std::vector<float>(n * n, 2)), c(std::vector<float>(n * n, 0));
  cublasLtMatmulDesc_t descriptor;
  OK(cublasLtMatmulDescCreate(&descriptor, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  int ids[8], count = 0, runs = 0;
  OK(cublasLtMatmulAlgoGetIds(handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 8, ids, &count));
  CHECK(count >= 1);
  for (int i = 0; i < count; ++i) {
    cublasLtMatmulAlgo_t algo;
    OK(cublasLtMatmulAlgoInit(handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, ids[i], &algo));
    size_t written = 0;
    OK(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_TILE_IDS, nullptr, 0, &written));
    std::vector<uint32_t> tiles(written / sizeof(uint32_t));
    if (tiles.empty())
      tiles.push_back(CUBLASLT_MATMUL_TILE_UNDEFINED);
    else
      OK(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_TILE_IDS, tiles.data(), written, &written));
    int32_t splits = 0, id = -1;
    OK(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, &splits, sizeof splits, &written));
    OK(cublasLtMatmulAlgoConfigGetAttribute(&algo, CUBLASLT_ALGO_CONFIG_ID, &id, sizeof id, &written));
    CHECK(id == ids[i]);
    for (const uint32_t tile : tiles) {
      OK(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, sizeof tile));
      cublasLtMatmulHeuristicResult_t result;
      if (cublasLtMatmulAlgoCheck(handle, descriptor, matrix, matrix, matrix, matrix, &algo, &result) != CUBLAS_STATUS_SUCCESS) continue;
      Device<char> workspace(std::vector<char>(result.workspaceSize + 1));
      OK(cublasLtMatmul(handle, descriptor, &kOne, a, matrix, b, matrix, &kZero, c, matrix, c, matrix, &algo, workspace,
                        result.workspaceSize, nullptr));
      CHECK(c.Get()[n + 1] == 2 * n);
      ++runs;
    }
  }
  CHECK(runs > 0);
  cublasLtMatmulPreference_t preference;
  OK(cublasLtMatmulPreferenceCreate(&preference));
  const uint64_t bytes = 1 << 20;
  OK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes));
  std::vector<cublasLtMatmulHeuristicResult_t> results(5);
  OK(cublasLtMatmulAlgoGetHeuristic(handle, descriptor, matrix, matrix, matrix, matrix, preference, 5, results.data(), &count));
  CHECK(count >= 1 && results[0].workspaceSize <= bytes);
  INVALID(cublasLtMatmulAlgoGetHeuristic(handle, descriptor, matrix, matrix, matrix, matrix, preference, 0, results.data(), &count));
  OK(cublasLtMatmulPreferenceDestroy(preference));
  OK(cublasLtMatmulDescDestroy(descriptor));
}

void CopyIntoLayouts() {
  cublasLtMatrixTransformDesc_t transform;
  OK(cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F));
  const int m = 3, n = 4;
  std::vector<float> from(m * n), other(n * m);
  for (int i = 0; i < m * n; ++i) from[i] = i, other[i] = 100 * i;
  Device<float> a(from), b(other), c(std::vector<float>(m * n));
  Layout by_columns(CUDA_R_32F, m, n, m), transposed(CUDA_R_32F, n, m, n), by_rows(CUDA_R_32F, m, n, n);
  by_rows.Set<int32_t>(CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_ORDER_ROW);
  OK(cublasLtMatrixTransform(handle, transform, &kOne, a, by_columns, &kZero, nullptr, nullptr, c, by_rows, nullptr));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) CHECK(c.Get()[i * n + j] == from[i + j * m]);
  const int32_t op = CUBLAS_OP_T;
  OK(cublasLtMatrixTransformDescSetAttribute(transform, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, &op, sizeof op));
  const float two = 2;
  OK(cublasLtMatrixTransform(handle, transform, &two, a, by_columns, &kOne, b, transposed, c, by_columns, nullptr));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) CHECK(c.Get()[i + j * m] == 2 * from[i + j * m] + other[j + i * n]);
  // Into another type.
  Device<__half> halves(std::vector<__half>(m * n));
  Layout half_by_rows(CUDA_R_16F, m, n, n);
  half_by_rows.Set<int32_t>(CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_ORDER_ROW);
  Device<float> factors(std::vector<float>{3, 0});
  const int32_t on_device = CUBLASLT_POINTER_MODE_DEVICE;
  OK(cublasLtMatrixTransformDescSetAttribute(transform, CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, &on_device, sizeof on_device));
  OK(cublasLtMatrixTransform(handle, transform, factors.data, a, by_columns, factors.data + 1, nullptr, nullptr, halves, half_by_rows, nullptr));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) CHECK(__half2float(halves.Get()[i * n + j]) == 3 * from[i + j * m]);
  // Of another shape.
  INVALID(cublasLtMatrixTransform(handle, transform, factors.data, a, transposed, factors.data + 1, nullptr, nullptr, c, by_columns, nullptr));
  INVALID(cublasLtMatrixTransform(handle, transform, factors.data, a, nullptr, factors.data + 1, nullptr, nullptr, c, by_columns, nullptr));
  OK(cublasLtMatrixTransformDescDestroy(transform));
}

__global__ void Double(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

// Between kernels in a stream, in a graph, and with a handle of cuBLAS.
void UseStreamsAndGraphs() {
  const int n = 4;
  Layout matrix(CUDA_R_32F, n, n, n);
  std::vector<float> unit(n * n, 0);
  for (int i = 0; i < n; ++i) unit[i * n + i] = 1;
  Device<float> a(unit), x(std::vector<float>(n * n, 1)), y(std::vector<float>(n * n, 0));
  cublasLtMatmulDescOpaque_t descriptor;
  OK(cublasLtMatmulDescInit(&descriptor, CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F));
  cublasHandle_t blas;
  OK(cublasCreate(&blas));
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  Double<<<1, 32, 0, stream>>>(x, n * n);
  OK(cublasLtMatmul((cublasLtHandle_t)blas, &descriptor, &kOne, a, matrix, x, matrix, &kOne, y, matrix, y, matrix, nullptr, nullptr, 0, stream));
  CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK(y.Get()[0] == 0);
  CUDA(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) CUDA(cudaGraphLaunch(executable, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(y.Get()[5] == 2 + 4 + 8);
  CUDA(cudaGraphExecDestroy(executable));
  CUDA(cudaGraphDestroy(graph));
  CUDA(cudaStreamDestroy(stream));
  OK(cublasDestroy(blas));
}

// Members of a batch that arrays of pointers name.
void UseListsOfMatrices() {
  const int n = 2, count = 3;
  Device<float> a(std::vector<float>{1, 2, 3, 4}), b(std::vector<float>{1, 0, 0, 1}), c(std::vector<float>(n * n * count));
  Layout in(CUDA_R_32F, n, n, n), out(CUDA_R_32F, n, n, n);
  in.Set<int32_t>(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, count);
  in.Set<uint32_t>(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, CUBLASLT_BATCH_MODE_POINTER_ARRAY);
  out.Set<int32_t>(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, count);
  out.Set<uint32_t>(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, CUBLASLT_BATCH_MODE_POINTER_ARRAY);
  Device<float*> as(std::vector<float*>(count, a.data)), bs(std::vector<float*>(count, b.data));
  Device<float*> cs(std::vector<float*>{c.data + 8, c.data, c.data + 4});
  cublasLtMatmulDescOpaque_t descriptor;
  OK(cublasLtMatmulDescInit(&descriptor, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  OK(cublasLtMatmul(handle, &descriptor, &kOne, as.data, in, bs.data, in, &kZero, cs.data, out, cs.data, out, nullptr, nullptr, 0, nullptr));
  const std::vector<float> got = c.Get();
  for (int i = 0; i < n * n * count; ++i) CHECK(got[i] == i % 4 + 1);
}

void ReturnStatuses() {
  const int n = 4;
  Layout matrix(CUDA_R_32F, n, n, n), wide(CUDA_R_32F, n, n + 1, n), narrow(CUDA_R_32F, n, n, n - 1), half(CUDA_R_16F, n, n, n);
  Layout tiles(CUDA_R_32F, n, n, 32 * n), batch(CUDA_R_32F, n, n, n);
  tiles.Set<int32_t>(CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_ORDER_COL32);
  batch.Set<int32_t>(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 2);
  Device<float> x(std::vector<float>(n * n, 1));
  cublasLtMatmulDescOpaque_t descriptor;
  OK(cublasLtMatmulDescInit(&descriptor, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  const auto product = [&](cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d) {
    return cublasLtMatmul(handle, &descriptor, &kOne, x, a, x, b, &kZero, x, c, x, d, nullptr, nullptr, 0, nullptr);
  };
  OK(product(matrix, matrix, matrix, matrix));
  INVALID(product(wide, matrix, matrix, matrix));
  INVALID(product(matrix, wide, matrix, matrix));
  INVALID(product(narrow, matrix, matrix, matrix));
  INVALID(product(matrix, nullptr, matrix, matrix));
  INVALID(product(batch, matrix, matrix, matrix));
  NOT_SUPPORTED(product(half, matrix, matrix, matrix));
  NOT_SUPPORTED(product(tiles, matrix, matrix, matrix));
  INVALID(cublasLtMatmul(handle, &descriptor, nullptr, x, matrix, x, matrix, &kZero, x, matrix, x, matrix, nullptr, nullptr, 0, nullptr));
  INVALID(cublasLtMatmul(handle, &descriptor, &kOne, nullptr, matrix, x, matrix, &kZero, x, matrix, x, matrix, nullptr, nullptr, 0, nullptr));
  // With a beta of 0, C is not needed.
  OK(cublasLtMatmul(handle, &descriptor, &kOne, x, matrix, x, matrix, &kZero, nullptr, matrix, x, matrix, nullptr, nullptr, 0, nullptr));
  cublasLtMatmulAlgo_t never;
  std::memset(&never, 0, sizeof never);
  INVALID(cublasLtMatmul(handle, &descriptor, &kOne, x, matrix, x, matrix, &kZero, x, matrix, x, matrix, &never, nullptr, 0, nullptr));
  uint32_t epilogue = CUBLASLT_EPILOGUE_BIAS;
  OK(cublasLtMatmulDescSetAttribute(&descriptor, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
  INVALID(product(matrix, matrix, matrix, matrix));  // without a bias
  epilogue = CUBLASLT_EPILOGUE_RELU_AUX;
  OK(cublasLtMatmulDescSetAttribute(&descriptor, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
  INVALID(product(matrix, matrix, matrix, matrix));  // without a leading dimension
  cublasLtHandle_t freed;
  OK(cublasLtCreate(&freed));
  OK(cublasLtDestroy(freed));
  CHECK(cublasLtMatmul(freed, &descriptor, &kOne, x, matrix, x, matrix, &kZero, x, matrix, x, matrix, nullptr, nullptr, 0, nullptr) ==
        CUBLAS_STATUS_NOT_INITIALIZED);
}

int main() {
  UseTheLibrary();
  UseAttributes();
  OK(cublasLtCreate(&handle));
  SearchAlgorithms();
  CopyIntoLayouts();
  UseStreamsAndGraphs();
  UseListsOfMatrices();
  ReturnStatuses();
  OK(cublasLtDestroy(handle));
  std::puts("ok");
}
