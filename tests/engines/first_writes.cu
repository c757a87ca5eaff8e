// A block that writes a part of shared memory before it reads any need not find poison there
// (sim/compile/pass/warp/first_writes.h). Each line of output is a sum over all that the blocks of a kernel find, the same
// on all engines. Each block leaves numbers that the block after it must not find.

#include <cstdio>

constexpr unsigned kSize = 256;

__device__ void LookAndLeave(unsigned* out, unsigned* part) {
  __syncthreads();
  const unsigned threads = blockDim.x * blockDim.y;
  const unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (unsigned i = t; i < kSize; i += threads) sum = sum * 31 + part[i];
  __syncthreads();
  for (unsigned i = t; i < kSize; i += threads) part[i] = 0xabcd0000 + blockIdx.x;
  out[blockIdx.x * threads + t] = sum;
}

__global__ void WritesItsOwn(unsigned* out) {
  __shared__ unsigned part[kSize];
  part[threadIdx.x] = threadIdx.x;
  LookAndLeave(out, part);
}

__global__ void WritesDynamic(unsigned* out) {
  extern __shared__ unsigned words[];
  words[threadIdx.x] = threadIdx.x;
  LookAndLeave(out, words);
}

__global__ void WritesTheFirstRowOnly(unsigned* out) {
  __shared__ unsigned part[2][kSize / 2];
  part[0][threadIdx.x % (kSize / 2)] = 1;
  if (blockDim.x <= kSize / 2) part[0][threadIdx.x] = threadIdx.x;
  LookAndLeave(out, part[0]);
}

__global__ void WritesTheSecondRow(unsigned* out) {
  __shared__ unsigned part[2][kSize];
  part[1][threadIdx.x] = threadIdx.x;
  part[0][0] = 5;
  LookAndLeave(out, part[0]);
}

__global__ void WritesHalves(unsigned* out) {
  __shared__ unsigned part[kSize];
  reinterpret_cast<unsigned short*>(part)[threadIdx.x] = static_cast<unsigned short>(threadIdx.x);
  LookAndLeave(out, part);
}

__global__ void WritesEverySecond(unsigned* out) {
  __shared__ uint2 part[kSize / 2];
  if (blockDim.x <= kSize / 2) part[threadIdx.x].x = threadIdx.x;
  LookAndLeave(out, &part[0].x);
}

__global__ void WritesPairs(unsigned* out) {
  __shared__ uint2 part[kSize];
  part[threadIdx.x] = make_uint2(threadIdx.x, blockIdx.x);
  LookAndLeave(out, &part[0].x);
}

__global__ void SomeWrite(unsigned* out) {
  __shared__ unsigned part[kSize];
  if (threadIdx.x % 3 != 0) part[threadIdx.x] = threadIdx.x;
  LookAndLeave(out, part);
}

__global__ void SomeBlocksWrite(unsigned* out) {
  __shared__ unsigned part[kSize];
  if (blockIdx.x % 2 != 0) part[threadIdx.x] = threadIdx.x;
  LookAndLeave(out, part);
}

__global__ void ReadsBefore(unsigned* out) {
  __shared__ unsigned part[kSize];
  const unsigned found = part[threadIdx.x];
  part[threadIdx.x] = found | threadIdx.x;
  LookAndLeave(out, part);
}

__global__ void OrsFirst(unsigned* out) {
  __shared__ unsigned part[kSize];
  atomicOr(&part[threadIdx.x], 1u);
  LookAndLeave(out, part);
}

__global__ void WritesAfterABarrier(unsigned* out) {
  __shared__ unsigned part[kSize], other[kSize];
  other[threadIdx.x] = part[kSize - 1 - threadIdx.x];
  __syncthreads();
  part[threadIdx.x] = other[threadIdx.x];
  LookAndLeave(out, part);
}

__global__ void SomeLeave(unsigned* out) {
  __shared__ unsigned part[kSize];
  if (threadIdx.x == 5) return;
  part[threadIdx.x] = threadIdx.x;
  LookAndLeave(out, part);
}

__global__ void WritesOnBothWays(unsigned* out) {
  __shared__ unsigned part[kSize];
  if (blockIdx.x % 2 != 0)
    part[threadIdx.x] = threadIdx.x;
  else
    part[threadIdx.x] = 7;
  LookAndLeave(out, part);
}

__global__ void WritesInALoop(unsigned* out, unsigned rounds) {
  __shared__ unsigned part[kSize];
  for (unsigned i = 0; i < rounds; ++i) part[threadIdx.x] = i;
  LookAndLeave(out, part);
}

int main() {
  constexpr unsigned kBlocks = 300;
  unsigned* out;
  cudaMalloc(&out, kBlocks * kSize * sizeof(unsigned));
  static unsigned found[kBlocks * kSize];
  auto show = [&](const char* name, dim3 block, auto launch) {
    cudaMemset(out, 0, sizeof found);
    launch(block);
    cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (unsigned word : found) sum = sum * 31 + word;
    printf("%s, %u x %u: %08x %s\n", name, block.x, block.y, sum, cudaGetErrorString(cudaGetLastError()));
  };
#define SHOW(kernel, shared, ...) \
  show(#kernel, block, [&](dim3 block) { kernel<<<kBlocks, block, shared>>>(out, ##__VA_ARGS__); })
  for (dim3 block : {dim3(256), dim3(128), dim3(100), dim3(32), dim3(1), dim3(16, 16), dim3(32, 4), dim3(5, 7)}) {
    SHOW(WritesItsOwn, 0);
    SHOW(WritesDynamic, kSize * sizeof(unsigned));
    SHOW(WritesTheFirstRowOnly, 0);
    SHOW(WritesTheSecondRow, 0);
    SHOW(WritesHalves, 0);
    SHOW(WritesEverySecond, 0);
    SHOW(WritesPairs, 0);
    SHOW(SomeWrite, 0);
    SHOW(SomeBlocksWrite, 0);
    SHOW(ReadsBefore, 0);
    SHOW(OrsFirst, 0);
    SHOW(WritesAfterABarrier, 0);
    SHOW(SomeLeave, 0);
    SHOW(WritesOnBothWays, 0);
    SHOW(WritesInALoop, 0, block.x % 3);
  }
}
