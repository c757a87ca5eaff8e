// Each argument names a modelled feature (a key of shared/trace/modelled.def); the program uses those, and no others.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <mma.h>

#include <cstdio>
#include <cstring>

#include "elsewhere.h"

__global__ void exact(float* out) {
  out[threadIdx.x] = fmodf(sqrtf(out[threadIdx.x]), 2.0f) + __shfl_sync(~0u, 1.0f, 0);
}

__device__ float wave(float x) { return std::sin(x); }
__global__ void math(float* out) { out[threadIdx.x] = wave(out[threadIdx.x]); }
__global__ void math_elsewhere(float* out) { out[threadIdx.x] = power_elsewhere(out[threadIdx.x]); }

__global__ void sum(float* out) { atomicAdd(out, 1.0f); }

__global__ void matrices(float* out) {
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major> a;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __half, nvcuda::wmma::col_major> b;
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c;
  nvcuda::wmma::fill_fragment(a, 1.0f);
  nvcuda::wmma::fill_fragment(b, 1.0f);
  nvcuda::wmma::fill_fragment(c, 0.0f);
  nvcuda::wmma::mma_sync(c, a, b, c);
  nvcuda::wmma::store_matrix_sync(out, c, 16, nvcuda::wmma::mem_row_major);
}

__global__ void copy(float* out) {
  __shared__ float tile[32];
  auto block = cooperative_groups::this_thread_block();
  cooperative_groups::memcpy_async(block, tile, out, sizeof tile);
  cooperative_groups::wait(block);
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void copy_in_ptx(float* out) {
  __shared__ __align__(16) float tile[128];
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(tile + 4 * threadIdx.x)),
      "l"(out + 4 * threadIdx.x));
  asm volatile("cp.async.wait_all;");
  out[4 * threadIdx.x] = tile[4 * threadIdx.x];
}

__global__ void mask(float* out) { out[threadIdx.x] = __popc(__activemask()); }
__global__ void ticks(float* out) { out[threadIdx.x] = clock64() > 0; }
__global__ void fetch(float* out, cudaTextureObject_t texture) {
  out[threadIdx.x] = tex1D<float>(texture, threadIdx.x + 0.75f);
}

__global__ void launch(float* out) {
  if (threadIdx.x == 0) exact<<<1, 32>>>(out);
}

static void read_texture(float* out, bool filters) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 64);
  const float texels[64] = {};
  cudaMemcpy2DToArray(array, 0, 0, texels, sizeof texels, sizeof texels, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc settings = {};
  settings.filterMode = filters ? cudaFilterModeLinear : cudaFilterModePoint;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  fetch<<<1, 32>>>(out, texture);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

static void use_stream(float* out) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  exact<<<1, 32, 0, stream>>>(out);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}

static void time_a_kernel(float* out) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  exact<<<1, 32>>>(out);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
}

static void multiply(float* out) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, out, 4, out + 16, 4, &zero, out + 32, 4);
  cublasDestroy(handle);
}

static void transform(float* out) {
  cufftHandle plan;
  cufftPlan1d(&plan, 16, CUFFT_C2C, 1);
  cufftExecC2C(plan, (cufftComplex*)out, (cufftComplex*)out, CUFFT_FORWARD);
  cufftDestroy(plan);
}

static void draw(float* out, bool exactly) {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
  if (exactly)
    curandGenerateNormal(generator, out, 16, 0, 1);
  else
    curandGenerateNormalDouble(generator, (double*)out, 16, 0, 1);
  curandDestroyGenerator(generator);
}

int main(int count, char** names) {
  float* out;
  cudaMalloc(&out, 1024);
  cudaMemset(out, 0, 1024);
  for (int i = 1; i < count; ++i) {
    const auto is = [&](const char* name) { return std::strcmp(names[i], name) == 0; };
    if (is("exact")) exact<<<1, 32>>>(out), read_texture(out, false), draw(out, true);
    if (is("math")) math<<<1, 32>>>(out);
    if (is("math-elsewhere")) math_elsewhere<<<1, 32>>>(out);
    if (is("float-atomics")) sum<<<1, 32>>>(out);
    if (is("matrices")) matrices<<<1, 32>>>(out);
    if (is("async-copies")) copy<<<1, 32>>>(out);
    if (is("async-copies-in-ptx")) copy_in_ptx<<<1, 32>>>(out);
    if (is("active-mask")) mask<<<1, 32>>>(out);
    if (is("clocks")) ticks<<<1, 32>>>(out);
    if (is("texture-filters")) read_texture(out, true);
    if (is("streams")) use_stream(out);
    if (is("event-times")) time_a_kernel(out);
    cudaDeviceProp properties;
    if (is("device")) cudaGetDeviceProperties(&properties, 0), exact<<<1, 32>>>(out);
    if (is("cublas")) multiply(out);
    if (is("cufft")) transform(out);
    if (is("device-launches")) launch<<<1, 32>>>(out);
    if (is("curand")) draw(out, false);
  }
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  std::puts(cudaGetErrorString(error));
  return error != cudaSuccess;
}
