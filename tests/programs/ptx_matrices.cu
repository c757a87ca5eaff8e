// Inline PTX: products of matrices in the registers of a warp, loaded by ldmatrix or by hand, against plain sums.
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>

__device__ uint32_t SharedAddress(const void* pointer) { return static_cast<uint32_t>(__cvta_generic_to_shared(pointer)); }

// C (16x8) = A (16x16, by rows) * B (16x8, by rows), through ldmatrix and ldmatrix.trans.
__global__ void Halves(float* c, const __half* a, const __half* b) {
  __shared__ alignas(16) __half left[16 * 16], right[16 * 8];
  const int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) left[i] = a[i];
  for (int i = lane; i < 128; i += 32) right[i] = b[i];
  __syncwarp();
  uint32_t x[4], y[2];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(SharedAddress(left + lane % 16 * 16 + lane / 16 * 8)));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(y[0]), "=r"(y[1]) : "r"(SharedAddress(right + lane % 16 * 8)));
  float d[4] = {1, 1, 1, 1};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  for (int i = 0; i < 4; ++i) c[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i];
}

// The same with sums in halves, which stmatrix writes.
__global__ void HalfSums(__half* c, const __half* a, const __half* b) {
  __shared__ alignas(16) __half sums[16 * 8];
  const int lane = threadIdx.x, row = lane / 4, column = lane % 4 * 2;
  auto pair = [](__half low, __half high) { return (uint32_t)__half_as_ushort(low) | (uint32_t)__half_as_ushort(high) << 16; };
  uint32_t x[2], y, d[2];
  for (int i = 0; i < 2; ++i) x[i] = pair(a[(row + 8 * i) * 16 + column], a[(row + 8 * i) * 16 + column + 1]);
  y = pair(b[column * 8 + row], b[(column + 1) * 8 + row]);
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %5};"
               : "=r"(d[0]), "=r"(d[1]) : "r"(x[0]), "r"(x[1]), "r"(y), "r"(0));
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};"
               :: "r"(SharedAddress(sums + lane % 16 * 8)), "r"(d[0]), "r"(d[1]) : "memory");
  __syncwarp();
  for (int i = lane; i < 128; i += 32) c[i] = sums[i];
}

// 16x32 by 32x8 bytes.
__global__ void Bytes(int* c, const signed char* a, const unsigned char* b) {
  const int lane = threadIdx.x, row = lane / 4, first = lane % 4 * 4;
  uint32_t x[4], y[2];
  for (int i = 0; i < 4; ++i) x[i] = *reinterpret_cast<const uint32_t*>(a + (row + i % 2 * 8) * 32 + first + i / 2 * 16);
  for (int i = 0; i < 2; ++i) {
    y[i] = 0;
    for (int j = 0; j < 4; ++j) y[i] |= (uint32_t)b[(first + i * 16 + j) * 8 + row] << 8 * j;
  }
  int d[4];
  asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(5));
  for (int i = 0; i < 4; ++i) c[(row + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i];
}

// 8x4 by 4x8 doubles, and 16x8 by 8x8 in tf32.
__global__ void Reals(double* c, float* f, const float* a, const float* b) {
  const int lane = threadIdx.x, row = lane / 4, member = lane % 4;
  double d[2];
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %4};"
               : "=d"(d[0]), "=d"(d[1]) : "d"((double)a[row * 8 + member]), "d"((double)b[member * 8 + row]), "d"(0.5));
  for (int i = 0; i < 2; ++i) c[row * 8 + member * 2 + i] = d[i];
  uint32_t x[4], y[2];
  for (int i = 0; i < 4; ++i) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(x[i]) : "f"(a[(row + i % 2 * 8) * 8 + member + i / 2 * 4]));
  for (int i = 0; i < 2; ++i) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y[i]) : "f"(b[(member + i * 4) * 8 + row]));
  float s[4];
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
               : "=f"(s[0]), "=f"(s[1]), "=f"(s[2]), "=f"(s[3])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "f"(0.f));
  for (int i = 0; i < 4; ++i) f[(row + i / 2 * 8) * 8 + member * 2 + i % 2] = s[i];
}

template <class Type>
static Type* Make(int count) {
  Type* made;
  cudaMallocManaged(&made, count * sizeof(Type));
  return made;
}

int main() {
  int wrong = 0;
  __half *a = Make<__half>(256), *b = Make<__half>(128), *h = Make<__half>(128);
  float *c = Make<float>(128), *p = Make<float>(128), *q = Make<float>(64), *f = Make<float>(128);
  signed char* s = Make<signed char>(512);
  unsigned char* u = Make<unsigned char>(256);
  int* n = Make<int>(128);
  double* d = Make<double>(64);
  for (int i = 0; i < 256; ++i) a[i] = __float2half((i * 7 % 17 - 8) / 4.0f);
  for (int i = 0; i < 128; ++i) b[i] = __float2half((i * 5 % 13 - 6) / 2.0f);
  for (int i = 0; i < 512; ++i) s[i] = (signed char)(i * 37 + 11);
  for (int i = 0; i < 256; ++i) u[i] = (unsigned char)(i * 59 + 3);
  for (int i = 0; i < 128; ++i) p[i] = (i * 11 % 23 - 9) / 8.0f;
  for (int i = 0; i < 64; ++i) q[i] = (i * 3 % 19 - 7) / 4.0f;
  Halves<<<1, 32>>>(c, a, b);
  HalfSums<<<1, 32>>>(h, a, b);
  Bytes<<<1, 32>>>(n, s, u);
  Reals<<<1, 32>>>(d, f, p, q);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts(cudaGetErrorString(cudaGetLastError())), 1;
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 8; ++column) {
      float sum = 1, short_sum = 0, real = 0;
      int whole = 5;
      double wide = 0.5;
      for (int k = 0; k < 16; ++k) sum += __half2float(a[row * 16 + k]) * __half2float(b[k * 8 + column]);
      for (int k = 0; k < 8; ++k) short_sum += __half2float(a[row * 16 + k]) * __half2float(b[k * 8 + column]);
      for (int k = 0; k < 32; ++k) whole += s[row * 32 + k] * u[k * 8 + column];
      for (int k = 0; k < 8; ++k) real += p[row * 8 + k] * q[k * 8 + column];
      for (int k = 0; k < 4 && row < 8; ++k) wide += (double)p[row * 8 + k] * q[k * 8 + column];
      const int i = row * 8 + column;
      if (c[i] != sum || __half2float(h[i]) != short_sum || n[i] != whole || f[i] != real || (row < 8 && d[i] != wide)) {
        if (++wrong < 5) printf("%d, %d: %g %g, %g %g, %d %d, %g %g\n", row, column, c[i], sum, __half2float(h[i]), short_sum, n[i], whole, f[i], real);
      }
    }
  for (void* each : {(void*)a, (void*)b, (void*)h, (void*)c, (void*)p, (void*)q, (void*)f, (void*)s, (void*)u, (void*)n, (void*)d})
    cudaFree(each);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
