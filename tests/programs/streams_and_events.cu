// Streams, events, callbacks and host functions: work of one stream keeps its order, events order streams.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                               \
  do {                                                                            \
    cudaError_t status = (call);                                                  \
    if (status != cudaSuccess) {                                                  \
      printf("%d: %s: %s\n", __LINE__, #call, cudaGetErrorString(status));        \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)
#define EXPECT(condition)                                                         \
  do {                                                                            \
    if (!(condition)) {                                                           \
      printf("%d: not so: %s\n", __LINE__, #condition);                           \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

__global__ void scaleAndAdd(float* a, int n, float s, float b) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = a[i] * s + b;
}

static int host_calls;
void CUDART_CB onHost(void* data) { host_calls += *(int*)data; }
void CUDART_CB onCallback(cudaStream_t, cudaError_t status, void* data) {
  if (status == cudaSuccess) host_calls += *(int*)data;
}

int main() {
  const int n = 1 << 12, count = 4;
  float *h, *d;
  CHECK(cudaHostAlloc(&h, n * sizeof(float), cudaHostAllocDefault));
  CHECK(cudaMalloc(&d, n * sizeof(float)));
  for (int i = 0; i < n; ++i) h[i] = (float)i;

  int least, greatest;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT(least >= greatest);
  cudaStream_t streams[count];
  for (int i = 0; i < count; ++i)
    CHECK(cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, i % 2 ? least : greatest));

  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  const int part = n / count;
  for (int i = 0; i < count; ++i) {
    float* at = d + i * part;
    CHECK(cudaMemcpyAsync(at, h + i * part, part * sizeof(float), cudaMemcpyHostToDevice, streams[i]));
    scaleAndAdd<<<4, 64, 0, streams[i]>>>(at, part, 2.0f, 1.0f);
    scaleAndAdd<<<4, 64, 0, streams[i]>>>(at, part, 1.0f, (float)i);
    CHECK(cudaMemcpyAsync(h + i * part, at, part * sizeof(float), cudaMemcpyDeviceToHost, streams[i]));
  }
  for (int i = 0; i < count; ++i) CHECK(cudaStreamSynchronize(streams[i]));
  CHECK(cudaEventRecord(stop, 0));
  CHECK(cudaEventSynchronize(stop));
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  EXPECT(ms >= 0);
  for (int i = 0; i < n; ++i) EXPECT(h[i] == 2.0f * i + 1 + i / part);

  // One stream waits for what another recorded.
  cudaEvent_t ready;
  CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
  CHECK(cudaMemsetAsync(d, 0, n * sizeof(float), streams[0]));
  scaleAndAdd<<<4, 64, 0, streams[0]>>>(d, n, 1.0f, 3.0f);
  CHECK(cudaEventRecord(ready, streams[0]));
  CHECK(cudaStreamWaitEvent(streams[1], ready, 0));
  scaleAndAdd<<<4, 64, 0, streams[1]>>>(d, n, 5.0f, 0.0f);
  int one = 1, ten = 10;
  CHECK(cudaLaunchHostFunc(streams[1], onHost, &one));
  CHECK(cudaStreamAddCallback(streams[1], onCallback, &ten, 0));
  CHECK(cudaStreamSynchronize(streams[1]));
  EXPECT(host_calls == 11);
  EXPECT(cudaStreamQuery(streams[1]) == cudaSuccess && cudaEventQuery(ready) == cudaSuccess);
  CHECK(cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) EXPECT(h[i] == 15.0f);
  EXPECT(cudaEventElapsedTime(&ms, start, ready) == cudaErrorInvalidResourceHandle);
  EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);

  for (cudaStream_t s : streams) CHECK(cudaStreamDestroy(s));
  for (cudaEvent_t e : {start, stop, ready}) CHECK(cudaEventDestroy(e));
  CHECK(cudaFree(d));
  CHECK(cudaFreeHost(h));
  CHECK(cudaDeviceSynchronize());
  printf("ok\n");
  return 0;
}
