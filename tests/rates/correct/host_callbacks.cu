// A host function after each chunk wakes the main thread, which looks at the pinned result of that chunk.
#include <condition_variable>
#include <cstdio>
#include <mutex>
__global__ void cube(int *x, int n) { int i = threadIdx.x; if (i < n) x[i] = x[i] * x[i] * x[i]; }
struct Done { std::mutex m; std::condition_variable c; int count = 0; };
static void CUDART_CB finished(void *p) { Done *d = (Done *)p; std::lock_guard<std::mutex> l(d->m); ++d->count; d->c.notify_all(); }
int main() {
  int *h, *d, bad = 0;
  Done done;
  cudaMallocHost(&h, 3 * 64 * 4); cudaMalloc(&d, 3 * 64 * 4);
  for (int i = 0; i < 192; ++i) h[i] = i % 64;
  cudaStream_t s;
  cudaStreamCreate(&s);
  for (int c = 0; c < 3; ++c) {
    cudaMemcpyAsync(d + c * 64, h + c * 64, 256, cudaMemcpyHostToDevice, s);
    cube<<<1, 64, 0, s>>>(d + c * 64, 64);
    cudaMemcpyAsync(h + c * 64, d + c * 64, 256, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, finished, &done);
  }
  for (int c = 0; c < 3; ++c) {
    std::unique_lock<std::mutex> l(done.m);
    done.c.wait(l, [&] { return done.count > c; });
    for (int i = 0; i < 64; ++i) bad += h[c * 64 + i] != i * i * i;
  }
  cudaStreamDestroy(s);
  cudaFreeHost(h);
  cudaFree(d);
  return bad;
}
