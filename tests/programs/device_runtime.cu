// The device runtime: the order of streams, tail launches, events, copies and fills, what is known of kernels and of
// the device, and the errors of launches, which each thread has for itself.
// nvcc flags: -arch=sm_90 -rdc=true -lcudadevrt
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(condition)                                  \
  do {                                                    \
    if (!(condition)) {                                   \
      std::printf("line %d: %s\n", __LINE__, #condition); \
      std::exit(1);                                       \
    }                                                     \
  } while (0)
#define OK(call) CHECK((call) == cudaSuccess)
#define CHECK_HERE(condition)                           \
  do {                                                  \
    if (!(condition)) {                                 \
      printf("line %d: %s\n", __LINE__, #condition);    \
      __trap();                                         \
    }                                                   \
  } while (0)
#define OK_HERE(call) CHECK_HERE((call) == cudaSuccess)

struct Log {
  int count;
  char text[64];
};
Log* the_log;

void ClearLog() { std::memset(the_log, 0, sizeof *the_log); }
void ExpectLog(const char* expected) {
  OK(cudaDeviceSynchronize());
  if (std::strcmp(the_log->text, expected) != 0) {
    std::printf("log `%s`, expected `%s`\n", the_log->text, expected);
    std::exit(1);
  }
}

__global__ void Append(Log* log, char letter) { log->text[log->count++] = letter; }

// --- order
__global__ void InOneStream(Log* log) {
  log->text[log->count++] = '(';
  for (char letter = 'a'; letter < 'e'; ++letter) Append<<<1, 1>>>(log, letter);
}

__global__ void Nested(Log* log, char letter) {
  log->text[log->count++] = letter;
  if (letter < 'c') Nested<<<1, 1>>>(log, letter + 1);
}
__global__ void GrandchildrenFirst(Log* log) {
  Nested<<<1, 1>>>(log, 'a');
  Append<<<1, 1>>>(log, '.');
}

__global__ void TailComesLast(Log* log) {
  Append<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 'y');
  Append<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 'z');
  Append<<<1, 1>>>(log, 'a');
  Append<<<1, 1>>>(log, 'b');
}

__global__ void ByEvents(Log* log) {
  cudaStream_t one, two;
  cudaEvent_t event;
  OK_HERE(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  OK_HERE(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  OK_HERE(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  Append<<<1, 1, 0, one>>>(log, 'a');
  OK_HERE(cudaEventRecord(event, one));
  OK_HERE(cudaStreamWaitEvent(two, event, 0));
  Append<<<1, 1, 0, two>>>(log, 'b');
  OK_HERE(cudaEventDestroy(event));
  OK_HERE(cudaStreamDestroy(one));
  OK_HERE(cudaStreamDestroy(two));
}

void TestOrder() {
  ClearLog();
  InOneStream<<<1, 1>>>(the_log);
  ExpectLog("(abcd");
  ClearLog();
  GrandchildrenFirst<<<1, 1>>>(the_log);
  ExpectLog("abc.");
  ClearLog();
  TailComesLast<<<1, 1>>>(the_log);
  ExpectLog("abyz");
  ClearLog();
  ByEvents<<<1, 1>>>(the_log);
  ExpectLog("ab");
  // The work of the stream that follows sees the children's.
  ClearLog();
  TailComesLast<<<1, 1>>>(the_log);
  Append<<<1, 1>>>(the_log, '!');
  ExpectLog("abyz!");
}

// --- arguments of all kinds: in registers, on the stack, by reference
struct Large {
  double values[12];
  char tag;
};
struct Pair {
  float a;
  double b;
};
template <class T, class... More>
__global__ void TakeAll(double* sum, T first, More... more) {
  *sum = (double(first) + ... + double(more));
}
__global__ void TakeStructs(double* sum, Pair pair, Large large, float4 four, char last) {
  *sum = pair.a + pair.b + large.values[11] + large.tag + four.w + last;
}
__global__ void PassArguments(double* sums) {
  TakeAll<<<1, 1>>>(sums, 1, 2.5f, 3.0, short(4), 5ll, 6u, true, 'a', 8, 9, 10.5);
  Large large{};
  large.values[11] = 100;
  large.tag = 7;
  TakeStructs<<<1, 1>>>(sums + 1, Pair{0.5f, 0.25}, large, make_float4(1, 2, 3, 4), 'b');
  void (*kernel)(double*, int, int) = TakeAll<int, int>;
  kernel<<<1, 1>>>(sums + 2, 20, 30);
}
void TestArguments() {
  double* sums = nullptr;
  OK(cudaMallocManaged(&sums, 3 * sizeof(double)));
  PassArguments<<<1, 1>>>(sums);
  OK(cudaDeviceSynchronize());
  CHECK(sums[0] == 1 + 2.5 + 3 + 4 + 5 + 6 + 1 + 'a' + 8 + 9 + 10.5);
  CHECK(sums[1] == 0.75 + 100 + 7 + 4 + 'b');
  CHECK(sums[2] == 50);
  OK(cudaFree(sums));
}

// --- copies, fills and memory
__global__ void SumUp(const int* data, int count, int* sum) {
  for (int i = 0; i < count; ++i) *sum += data[i];
}
__global__ void CopyAndFill(int* sum, const int* from, unsigned char* bytes) {
  int* mine = nullptr;
  OK_HERE(cudaMalloc(&mine, 100 * sizeof(int)));
  OK_HERE(cudaMemcpyAsync(mine, from, 100 * sizeof(int), cudaMemcpyDeviceToDevice));
  OK_HERE(cudaMemsetAsync(mine, 0, 50 * sizeof(int)));
  OK_HERE(cudaMemsetAsync(bytes + 1, 0x5a, 5));
  SumUp<<<1, 1>>>(mine, 100, sum);
  OK_HERE(cudaMemcpyAsync(bytes + 9, bytes + 1, 3, cudaMemcpyDeviceToDevice));

  __shared__ int shared;
  int local;
  CHECK_HERE(cudaMemcpyAsync(&local, from, sizeof local, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
  CHECK_HERE(cudaMemsetAsync(&shared, 0, sizeof shared) == cudaErrorInvalidValue);
  CHECK_HERE(cudaGetLastError() == cudaErrorInvalidValue);
}
void TestMemory() {
  int *sum = nullptr, *from = nullptr;
  unsigned char* bytes = nullptr;
  OK(cudaMallocManaged(&sum, sizeof(int)));
  OK(cudaMallocManaged(&from, 100 * sizeof(int)));
  OK(cudaMallocManaged(&bytes, 16));
  std::memset(bytes, 0, 16);
  *sum = 0;
  for (int i = 0; i < 100; ++i) from[i] = i;
  CopyAndFill<<<1, 1>>>(sum, from, bytes);
  OK(cudaDeviceSynchronize());
  CHECK(*sum == (50 + 99) * 50 / 2);
  const unsigned char expected[16] = {0, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0, 0, 0, 0x5a, 0x5a, 0x5a};
  CHECK(std::memcmp(bytes, expected, 16) == 0);
  OK(cudaFree(sum));
  OK(cudaFree(from));
  OK(cudaFree(bytes));
}

// --- what is known
__global__ void __launch_bounds__(256) UsesShared(int* out) {
  __shared__ int values[100];
  values[threadIdx.x % 100] = threadIdx.x;
  out[threadIdx.x] = values[threadIdx.x % 100];
}
__global__ void Ask(int* answers) {
  cudaFuncAttributes attributes;
  OK_HERE(cudaFuncGetAttributes(&attributes, UsesShared));
  answers[0] = static_cast<int>(attributes.sharedSizeBytes);
  answers[1] = attributes.maxThreadsPerBlock;
  OK_HERE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&answers[2], &UsesShared, 256, 0));
  OK_HERE(cudaDeviceGetAttribute(&answers[3], cudaDevAttrWarpSize, 0));
  size_t limit = 0;
  OK_HERE(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  answers[4] = static_cast<int>(limit);
  OK_HERE(cudaGetDevice(&answers[5]));
}
void TestQuestions() {
  int* answers = nullptr;
  OK(cudaMallocManaged(&answers, 6 * sizeof(int)));
  Ask<<<1, 1>>>(answers);
  OK(cudaDeviceSynchronize());
  CHECK(answers[0] == 400 && answers[1] == 256 && answers[2] == 8 && answers[3] == 32);
  CHECK(answers[4] == 2048 && answers[5] == 0);
  OK(cudaFree(answers));
}

// --- errors
__global__ void Nothing() {}
__global__ void LaunchInVain(int* errors) {
  if (threadIdx.x == 1) {
    Nothing<<<1, 2000>>>();
    errors[0] = cudaPeekAtLastError();
    errors[1] = cudaGetLastError();
    Nothing<<<0, 1>>>();
    errors[2] = cudaGetLastError();
    Nothing<<<1, 1, 1 << 20>>>();
    errors[3] = cudaGetLastError();
    cudaStream_t stream;
    errors[4] = cudaStreamCreateWithFlags(&stream, cudaStreamDefault);
    cudaGetLastError();
  }
  __syncthreads();
  // Nobody sees the errors of another thread.
  if (threadIdx.x == 0) errors[5] = cudaGetLastError();
}
__global__ void Deeper(int* deepest, int* error, int depth) {
  *deepest = depth;
  Deeper<<<1, 1>>>(deepest, error, depth + 1);
  if (const cudaError_t failed = cudaGetLastError()) *error = failed;
}
__global__ void TooMany(int* launched, int* error) {
  for (int i = 0; i < 5000; ++i) {
    Nothing<<<1, 1>>>();
    if (const cudaError_t failed = cudaGetLastError()) {
      *error = failed;
      return;
    }
    ++*launched;
  }
}
void TestErrors() {
  int* errors = nullptr;
  OK(cudaMallocManaged(&errors, 6 * sizeof(int)));
  LaunchInVain<<<1, 2>>>(errors);
  OK(cudaDeviceSynchronize());
  CHECK(errors[0] == cudaErrorInvalidConfiguration && errors[1] == cudaErrorInvalidConfiguration);
  CHECK(errors[2] == cudaErrorInvalidConfiguration);
  CHECK(errors[3] == cudaErrorInvalidValue && errors[4] == cudaErrorInvalidValue && errors[5] == cudaSuccess);
  errors[0] = errors[1] = 0;
  Deeper<<<1, 1>>>(errors, errors + 1, 0);
  OK(cudaDeviceSynchronize());
  CHECK(errors[0] == 24 && errors[1] == cudaErrorLaunchMaxDepthExceeded);
#ifdef __LOCKSTEP__
  // On a GPU, children that have begun make room.
  errors[0] = errors[1] = 0;
  TooMany<<<1, 1>>>(errors, errors + 1);
  OK(cudaDeviceSynchronize());
  CHECK(errors[0] == 2048 && errors[1] == cudaErrorLaunchPendingCountExceeded);
#endif
  errors[0] = errors[1] = 0;
  OK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 5000));
  TooMany<<<1, 1>>>(errors, errors + 1);
  OK(cudaDeviceSynchronize());
  CHECK(errors[0] == 5000 && errors[1] == cudaSuccess);
  OK(cudaFree(errors));
}

int main() {
  OK(cudaMallocManaged(&the_log, sizeof *the_log));
  TestOrder();
  TestArguments();
  TestMemory();
  TestQuestions();
  TestErrors();
  OK(cudaFree(the_log));
  std::puts("ok");
}
