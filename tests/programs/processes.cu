// Two processes that share memory and events of the device (CUDA's IPC): by a handle through a pipe, by the runtime API
// and the driver API; and a process that is killed while another uses its memory.
// flags: -lcuda
#include <cuda.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define EXPECT(condition)                                                     \
  do {                                                                        \
    if (!(condition)) {                                                       \
      printf("%d: process %s: not so: %s\n", __LINE__, who, #condition);      \
      fflush(stdout);                                                         \
      _exit(1);                                                               \
    }                                                                         \
  } while (0)
#define CHECK(call) EXPECT((call) == cudaSuccess)

const char* who = "first";

const int kCount = 1 << 20;

__global__ void fill(int* a, int n, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = first + i;
}

__global__ void twice(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

__global__ void count_wrong(const int* a, int n, int factor, int first, int* wrong) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] != factor * (first + i)) atomicAdd(wrong, 1);
}

int wrong_of(const int* a, int n, int factor, int first) {
  int *d_wrong, wrong = -1;
  CHECK(cudaMalloc(&d_wrong, sizeof(int)));
  CHECK(cudaMemset(d_wrong, 0, sizeof(int)));
  count_wrong<<<(n + 255) / 256, 256>>>(a, n, factor, first, d_wrong);
  CHECK(cudaMemcpy(&wrong, d_wrong, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_wrong));
  return wrong;
}

// What one process tells the other.
struct Offer {
  cudaIpcMemHandle_t large, small;
  cudaIpcEventHandle_t ready;
};

template <class T>
void say(int to, const T& what) {
  EXPECT(write(to, &what, sizeof what) == (ssize_t)sizeof what);
}
template <class T>
T hear(int from) {
  T what;
  EXPECT(read(from, &what, sizeof what) == (ssize_t)sizeof what);
  return what;
}

// The second process doubles what the first has written.
int second(int in, int out) {
  who = "second";
  Offer offer = hear<Offer>(in);
  int *large, *again;
  cudaEvent_t ready;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaIpcOpenEventHandle(&ready, offer.ready));
  CHECK(cudaIpcOpenMemHandle((void**)&large, offer.large, cudaIpcMemLazyEnablePeerAccess));
  CHECK(cudaIpcOpenMemHandle((void**)&again, offer.large, cudaIpcMemLazyEnablePeerAccess));
  EXPECT(again == large);
  CHECK(cudaIpcCloseMemHandle(again));

  CUipcMemHandle handle;
  memcpy(&handle, &offer.small, sizeof handle);
  CUdeviceptr small;
  EXPECT(cuIpcOpenMemHandle(&small, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) == CUDA_SUCCESS);

  CHECK(cudaStreamWaitEvent(stream, ready, 0));
  twice<<<(kCount + 255) / 256, 256, 0, stream>>>(large, kCount);
  twice<<<1, 32, 0, stream>>>((int*)small, 32);
  CHECK(cudaStreamSynchronize(stream));
  EXPECT(wrong_of(large, kCount, 2, 7) == 0);
  CHECK(cudaIpcCloseMemHandle(large));
  EXPECT(cuIpcCloseMemHandle(small) == CUDA_SUCCESS);
  CHECK(cudaEventDestroy(ready));
  CHECK(cudaStreamDestroy(stream));
  say(out, 'd');

  // Memory that it shares and then never takes back.
  int* mine;
  CHECK(cudaMalloc(&mine, 1000 * sizeof(int)));
  fill<<<4, 256>>>(mine, 1000, 3);
  CHECK(cudaDeviceSynchronize());
  cudaIpcMemHandle_t of_mine;
  CHECK(cudaIpcGetMemHandle(&of_mine, mine));
  say(out, of_mine);
  hear<char>(in);
  kill(getpid(), SIGKILL);
  return 1;
}

int first(const char* program) {
  int to_second[2], to_first[2];
  EXPECT(pipe(to_second) == 0 && pipe(to_first) == 0);
  pid_t child = fork();  // before CUDA is used
  if (child == 0) {
    char in[20], out[20];
    sprintf(in, "%d", to_second[0]);
    sprintf(out, "%d", to_first[1]);
    execl("/proc/self/exe", program, in, out, (char*)NULL);
    _exit(1);
  }
  EXPECT(child > 0);
  close(to_second[0]);
  close(to_first[1]);

  Offer offer;
  int *large, *small, *neighbour;
  cudaEvent_t ready;
  CHECK(cudaMalloc(&small, 32 * sizeof(int)));
  CHECK(cudaMalloc(&neighbour, 32 * sizeof(int)));
  CHECK(cudaMalloc(&large, kCount * sizeof(int)));
  fill<<<1, 32>>>(neighbour, 32, 1);
  CHECK(cudaIpcGetMemHandle(&offer.large, large));
  CHECK(cudaIpcGetMemHandle(&offer.small, small));
  CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming | cudaEventInterprocess));
  CHECK(cudaIpcGetEventHandle(&offer.ready, ready));
  fill<<<(kCount + 255) / 256, 256>>>(large, kCount, 7);
  fill<<<1, 32>>>(small, 32, 5);
  CHECK(cudaEventRecord(ready));
  CHECK(cudaDeviceSynchronize());
  say(to_second[1], offer);
  EXPECT(hear<char>(to_first[0]) == 'd');
  EXPECT(wrong_of(large, kCount, 2, 7) == 0);
  EXPECT(wrong_of(small, 32, 2, 5) == 0);
  EXPECT(wrong_of(neighbour, 32, 1, 1) == 0);
  CHECK(cudaFree(large));
  CHECK(cudaFree(small));
  CHECK(cudaFree(neighbour));
  CHECK(cudaEventDestroy(ready));

  cudaIpcMemHandle_t of_second = hear<cudaIpcMemHandle_t>(to_first[0]);
  int* theirs;
  CHECK(cudaIpcOpenMemHandle((void**)&theirs, of_second, cudaIpcMemLazyEnablePeerAccess));
  EXPECT(wrong_of(theirs, 1000, 1, 3) == 0);
  twice<<<4, 256>>>(theirs, 1000);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaIpcCloseMemHandle(theirs));
  say(to_second[1], 'k');
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  EXPECT(cudaIpcOpenMemHandle((void**)&theirs, of_second, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess);
  printf("ok\n");
  return 0;
}

int main(int argc, char** argv) {
  if (argc == 3) return second(atoi(argv[1]), atoi(argv[2]));
  return first(argv[0]);
}
