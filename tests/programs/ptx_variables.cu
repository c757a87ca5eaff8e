// Inline PTX: variables that asm declares in memory, and the state they are in.
#include <cstdio>

static int wrong = 0;
static void Expect(bool right, const char* what) {
  if (!right) puts(what), ++wrong;
}

// Each thread writes an element of a shared array and reads its neighbour's, through each way to write an address.
__global__ void Reverse(int* out) {
  const int thread = threadIdx.x;
  int read, first;
  unsigned long long generic;
  asm volatile("{\n\t"
               ".shared .align 16 .b32 buffer[64];\n\t"
               ".reg .u32 a;\n\t"
               "mov.u32 a, buffer;\n\t"
               "mad.lo.u32 a, %3, 4, a;\n\t"
               "st.shared.u32 [a], %3;\n\t"
               "bar.sync 0;\n\t"
               "mov.u32 a, buffer+252;\n\t"
               "mad.lo.s32 a, %3, -4, a;\n\t"
               "ld.shared.u32 %0, [a];\n\t"
               "ld.shared.u32 %1, [buffer+20];\n\t"
               "cvta.shared.u64 %2, buffer;\n\t"
               "}"
               : "=r"(read), "=r"(first), "=l"(generic) : "r"(thread) : "memory");
  out[thread] = read + 1000 * first + 100000 * reinterpret_cast<int*>(generic)[thread % 4];
}

// A lock-step sum over a barrier object that asm declares itself.
__global__ void Sum(int* out) {
  const int thread = threadIdx.x;
  asm volatile("{\n\t"
               ".shared .align 8 .b64 bar;\n\t.shared .u32 total;\n\t.reg .pred first, done;\n\t.reg .b64 state;\n\t"
               "setp.eq.u32 first, %1, 0;\n\t"
               "@first mbarrier.init.shared.b64 [bar], 64;\n\t"
               "@first st.shared.u32 [total], 0;\n\t"
               "bar.sync 0;\n\t"
               "red.shared.add.u32 [total], %1;\n\t"
               "mbarrier.arrive.shared.b64 state, [bar];\n\t"
               "WAIT: mbarrier.try_wait.shared.b64 done, [bar], state;\n\t"
               "@!done bra WAIT;\n\t"
               "ld.shared.u32 %0, [total];\n\t}"
               : "=r"(out[thread]) : "r"(thread) : "memory");
}

__device__ int Looked(int index) {
  int value;
  asm("{\n\t.const .u32 table[5] = {10, 20, 0x1e, 1 << 5 | 8};\n\t.reg .u64 a;\n\tmov.u64 a, table;\n\t"
      "mad.wide.s32 a, %1, 4, a;\n\tld.const.u32 %0, [a];\n\t}" : "=r"(value) : "r"(index));
  return value;
}

__global__ void Spaces(int* out, float* real) {
  const int thread = threadIdx.x;
  out[thread] = Looked(thread % 5);
  // Of each thread.
  asm volatile("{.local .align 8 .b8 own[32]; .reg .u64 a; .reg .u32 r; st.local.u32 [own+8], %1; bar.sync 0;\n\t"
               "mov.u64 a, own; ld.local.u32 r, [a+8]; cvta.local.u64 a, a; st.u32 [a+12], r;\n\t"
               "ld.local.u32 %0, own[12];}" : "=r"(out[32 + thread]) : "r"(3 * thread) : "memory");
  // Of the grid: kept until the next launch.
  asm volatile("{.global .u32 count = 5; atom.global.add.u32 %0, [count], 1;}" : "=r"(out[64 + thread]) : : "memory");
  if (thread > 0) return;
  asm volatile("{.global .v2 .f32 pairs[2] = {{1.5, -2.0}, {0f40400000, 4.0}};\n\t"
               "ld.global.v2.f32 {%0, %1}, [pairs]; ld.global.v2.f32 {%2, %3}, [pairs+8];}"
               : "=f"(real[0]), "=f"(real[1]), "=f"(real[2]), "=f"(real[3]));
}

__global__ void GridIds(unsigned long long* out) { asm volatile("mov.u64 %0, %%gridid;" : "=l"(out[blockIdx.x])); }

template <class Type>
static Type* Make(int count) {
  Type* made;
  cudaMallocManaged(&made, count * sizeof(Type));
  for (int i = 0; i < count; ++i) made[i] = 0;
  return made;
}
#define WAIT(name) \
  if (cudaDeviceSynchronize() != cudaSuccess) return puts(name), 1

int main() {
  int* out = Make<int>(96);
  float* real = Make<float>(4);
  Reverse<<<1, 64>>>(out);
  WAIT("Reverse");
  for (int i = 0; i < 64; ++i) Expect(out[i] == 63 - i + 5000 + 100000 * (i % 4), "Reverse");
  Sum<<<1, 64>>>(out);
  WAIT("Sum");
  for (int i = 0; i < 64; ++i) Expect(out[i] == 63 * 32, "Sum");

  const int table[] = {10, 20, 30, 40, 0};
  for (int launch = 0; launch < 2; ++launch) {
    Spaces<<<1, 32>>>(out, real);
    WAIT("Spaces");
    int seen = 0;
    for (int i = 0; i < 32; ++i) {
      Expect(out[i] == table[i % 5], "const");
      Expect(out[32 + i] == 3 * i, "local");
      seen += out[64 + i];
    }
    Expect(seen == 31 * 16 + 32 * (5 + 32 * launch), "global");
    Expect(real[0] == 1.5f && real[1] == -2 && real[2] == 3 && real[3] == 4, "vectors");
  }

  unsigned long long* ids = Make<unsigned long long>(4);
  GridIds<<<2, 1>>>(ids);
  GridIds<<<2, 1>>>(ids + 2);
  WAIT("GridIds");
  Expect(ids[0] == ids[1] && ids[2] == ids[3] && ids[0] != ids[2], "GridIds");
  for (void* each : {(void*)out, (void*)real, (void*)ids}) cudaFree(each);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
