// cuda::pipeline with two stages: copies of the next batches while this one is summed up.
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out, int batches) {
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int t = threadIdx.x, sum = 0;
  for (int c = 0, f = 0; c < batches; ++c) {
    for (; f < batches && f < c + 2; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f % 2], in + f * 64, cuda::aligned_size_t<4>(64 * 4), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += s[c % 2][(t + 1) % 64];
    pipe.consumer_release();
  }
  out[t] = sum;
}
int main() { int h[64*5], *a, *b, r[64]; for (int i=0;i<320;++i) h[i]=i; cudaMalloc(&a,sizeof h); cudaMalloc(&b,256); cudaMemcpy(a,h,sizeof h,cudaMemcpyHostToDevice);
 k<<<1,64>>>(a,b,5); cudaMemcpy(r,b,256,cudaMemcpyDeviceToHost); cudaFree(a); cudaFree(b); printf("%d\n", r[0]); return 0; }
