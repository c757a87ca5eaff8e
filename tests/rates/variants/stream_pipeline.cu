// Chunks go through copy - kernel - kernel - copy on three streams with events and double buffers.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
struct Slot { float *in, *mid, *out; cudaEvent_t loaded, worked, stored; };
__global__ void scale(const float* a, float* b, int n, float f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = a[i] * f; }  // defect1: race-streams defect5: race-streams
__global__ void shift(const float* a, float* b, int n, float f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = a[i] + f; }  // defect2: race-streams defect3: race-streams
int main() {
  const int chunk = 1000, chunks = 7, n = chunk * chunks, slots = 2;
  float *h_in, *h_out;
  cudaHostAlloc(&h_in, n * sizeof(float), cudaHostAllocDefault);
  cudaHostAlloc(&h_out, n * sizeof(float), cudaHostAllocDefault);
  for (int i = 0; i < n; ++i) h_in[i] = (float)i;
  cudaStream_t load, work, store;
  cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&store, cudaStreamNonBlocking);
  std::vector<Slot> slot(slots);
  for (auto& s : slot) {
    cudaMalloc(&s.in, chunk * 4); cudaMalloc(&s.mid, chunk * 4); cudaMalloc(&s.out, chunk * 4);
    for (cudaEvent_t* e : {&s.loaded, &s.worked, &s.stored}) cudaEventCreateWithFlags(e, cudaEventDisableTiming);
  }
  for (int c = 0; c < chunks; ++c) {
    Slot& s = slot[c % slots];
#if DEFECT != 1
    cudaStreamWaitEvent(load, s.worked, 0);  // the slot's input must have been used
#endif
    cudaMemcpyAsync(s.in, h_in + c * chunk, chunk * 4, cudaMemcpyHostToDevice, load);  // defect1: race-streams defect5: race-streams
    cudaEventRecord(s.loaded, load);
#if DEFECT == 5
    cudaStreamWaitEvent(store, s.loaded, 0);
#else
    cudaStreamWaitEvent(work, s.loaded, 0);
#endif
#if DEFECT != 2
    cudaStreamWaitEvent(work, s.stored, 0);
#endif
    scale<<<(chunk + 127) / 128, 128, 0, work>>>(s.in, s.mid, chunk, 2.f);
    shift<<<(chunk + 127) / 128, 128, 0, work>>>(s.mid, s.out, chunk, 1.f);
    cudaEventRecord(s.worked, work);
#if DEFECT != 3
    cudaStreamWaitEvent(store, s.worked, 0);
#endif
    cudaMemcpyAsync(h_out + c * chunk, s.out, chunk * 4, cudaMemcpyDeviceToHost, store);  // defect2: race-streams defect3: race-streams
    cudaEventRecord(s.stored, store);
  }
#if DEFECT == 4
  cudaStreamSynchronize(work);
#else
  cudaStreamSynchronize(store);
#endif
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += h_out[i] != 2.f * i + 1.f;  // defect4: not-synchronized
  puts(bad ? "FAIL" : "ok");
  cudaDeviceSynchronize();
  for (auto& s : slot) { cudaFree(s.in); cudaFree(s.mid); cudaFree(s.out); cudaEventDestroy(s.loaded); cudaEventDestroy(s.worked); cudaEventDestroy(s.stored); }
  cudaFreeHost(h_in); cudaFreeHost(h_out);
  cudaStreamDestroy(load); cudaStreamDestroy(work); cudaStreamDestroy(store);
}
