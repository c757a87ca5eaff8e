// Memory and events of other processes. A forked child is one: it shares nothing with this process but the handles, and
// what they open.

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sim/api/api_test.h"
#include "sim/memory/exports.h"

namespace lockstep::api {
namespace {

// True if `work` returns true in a process of its own.
template <class Work>
bool InChild(Work&& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

struct Ipc : ApiTest {
  static cudaIpcMemHandle_t HandleOf(void* memory) {
    cudaIpcMemHandle_t handle{};
    EXPECT_OK(cudaIpcGetMemHandle(&handle, memory));
    return handle;
  }
  static cudaError_t Open(const cudaIpcMemHandle_t& handle) {
    void* opened = nullptr;
    return cudaIpcOpenMemHandle(&opened, handle, cudaIpcMemLazyEnablePeerAccess);
  }
  // The number of any thread of a process stands for the process, so such a handle is good.
  static bool NamesAThreadOf(pid_t process, const cudaIpcMemHandle_t& handle) {
    std::int32_t named = 0;
    std::memcpy(&named, handle.reserved + offsetof(memory::ExportHandle, process), sizeof named);
    return std::filesystem::exists(fmt::format("/proc/{}/task/{}", process, named));
  }
  static bool SameBytes(const cudaIpcMemHandle_t& a, const cudaIpcMemHandle_t& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
  }
};

TEST_F(Ipc, BothProcessesSeeTheSameMemory) {
  for (const std::size_t count : {std::size_t{4}, std::size_t{2000}, std::size_t{1} << 20, std::size_t{20} << 20}) {
    DeviceArray<int> mine(count);
    const int before = 5;
    EXPECT_OK(cudaMemcpy(mine.data + count - 1, &before, sizeof before, cudaMemcpyHostToDevice));
    const cudaIpcMemHandle_t handle = HandleOf(mine.data);
    EXPECT_TRUE(InChild([&] {
      int *theirs = nullptr, value = 0;
      const bool opened = cudaIpcOpenMemHandle(reinterpret_cast<void**>(&theirs), handle,
                                               cudaIpcMemLazyEnablePeerAccess) == cudaSuccess;
      const bool read =
          opened && cudaMemcpy(&value, theirs + count - 1, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess;
      const int stored = value + 2;
      return read && cudaMemcpy(theirs, &stored, sizeof stored, cudaMemcpyHostToDevice) == cudaSuccess;
    }));
    int value = 0;
    EXPECT_OK(cudaMemcpy(&value, mine.data, sizeof value, cudaMemcpyDeviceToHost));
    EXPECT_EQ(value, 7) << count;
  }
}

TEST_F(Ipc, KernelsUseTheMemoryOfOtherProcesses) {
  DeviceArray<int> mine(std::vector<int>(256, 1));
  const cudaIpcMemHandle_t handle = HandleOf(mine.data);
  EXPECT_TRUE(InChild([&] {
    int* theirs = nullptr;
    return cudaIpcOpenMemHandle(reinterpret_cast<void**>(&theirs), handle, cudaIpcMemLazyEnablePeerAccess) ==
               cudaSuccess &&
           LaunchAdd(theirs, 3, 1, 256) == cudaSuccess && cudaIpcCloseMemHandle(theirs) == cudaSuccess;
  }));
  EXPECT_EQ(mine.Get(), std::vector<int>(256, 4));
}

TEST_F(Ipc, NeighboursInOnePageAreExportedOneByOne) {
  DeviceArray<int> first(std::vector<int>(3000, 1)), second(std::vector<int>(3000, 2)), third(std::vector<int>(8, 3));
  const std::array handles = {HandleOf(third.data), HandleOf(first.data), HandleOf(second.data)};
  EXPECT_TRUE(InChild([&] {
    std::array<int, 3> values{};
    for (std::size_t i = 0; i < handles.size(); ++i) {
      void* opened = nullptr;
      if (cudaIpcOpenMemHandle(&opened, handles[i], cudaIpcMemLazyEnablePeerAccess) != cudaSuccess ||
          cudaMemcpy(&values[i], opened, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
        return false;
    }
    return values == std::array{3, 1, 2};
  }));
  EXPECT_EQ(first.Get(), std::vector<int>(3000, 1));
}

TEST_F(Ipc, AHandleIsOfTheWholeAllocation) {
  DeviceArray<int> mine(1000);
  EXPECT_TRUE(SameBytes(HandleOf(mine.data), HandleOf(mine.data + 17)));
}

TEST_F(Ipc, MemoryIsOpenUntilItIsClosedAsOften) {
  DeviceArray<int> mine(10);
  const cudaIpcMemHandle_t handle = HandleOf(mine.data);
  EXPECT_TRUE(InChild([&] {
    void *first = nullptr, *second = nullptr, *third = nullptr;
    return cudaIpcOpenMemHandle(&first, handle, cudaIpcMemLazyEnablePeerAccess) == cudaSuccess &&
           cudaIpcOpenMemHandle(&second, handle, cudaIpcMemLazyEnablePeerAccess) == cudaSuccess && first == second &&
           cudaFree(first) == cudaErrorInvalidValue &&  // it is another's
           cudaIpcGetMemHandle(nullptr, first) == cudaErrorInvalidValue &&
           cudaIpcCloseMemHandle(first) == cudaSuccess && cudaMemset(first, 0, 4) == cudaSuccess &&
           cudaIpcCloseMemHandle(first) == cudaSuccess && cudaMemset(first, 0, 4) == cudaErrorInvalidValue &&
           cudaIpcCloseMemHandle(first) == cudaErrorInvalidValue &&
           cudaIpcOpenMemHandle(&third, handle, cudaIpcMemLazyEnablePeerAccess) == cudaSuccess;
  }));
}

TEST_F(Ipc, OtherMemoryHasNoHandle) {
  cudaIpcMemHandle_t handle;
  void *pinned = nullptr, *managed = nullptr, *of_pool = nullptr, *freed = nullptr;
  EXPECT_OK(cudaMallocHost(&pinned, 64));
  EXPECT_OK(cudaMallocManaged(&managed, 64));
  EXPECT_OK(cudaMallocAsync(&of_pool, 64, nullptr));
  EXPECT_OK(cudaMalloc(&freed, 64));
  EXPECT_OK(cudaFree(freed));
  for (void* memory : {pinned, managed, of_pool, freed, static_cast<void*>(&handle), static_cast<void*>(nullptr)})
    EXPECT_EQ(cudaIpcGetMemHandle(&handle, memory), cudaErrorInvalidValue);
  EXPECT_OK(cudaFreeHost(pinned));
  EXPECT_OK(cudaFree(managed));
  EXPECT_OK(cudaFree(of_pool));
}

TEST_F(Ipc, AProcessCannotOpenItsOwn) {
  DeviceArray<int> mine(10);
  EXPECT_EQ(Open(HandleOf(mine.data)), cudaErrorDeviceUninitialized);
}

TEST_F(Ipc, FreedMemoryCannotBeOpened) {
  void* memory = nullptr;
  EXPECT_OK(cudaMalloc(&memory, 4 << 20));
  const cudaIpcMemHandle_t handle = HandleOf(memory);
  EXPECT_OK(cudaFree(memory));
  DeviceArray<int> next(10);
  const cudaIpcMemHandle_t of_next = HandleOf(next.data);
  EXPECT_FALSE(SameBytes(handle, of_next));
  EXPECT_TRUE(InChild([&] { return Open(handle) == cudaErrorMapBufferObjectFailed && Open(of_next) == cudaSuccess; }));
}

TEST_F(Ipc, MemoryOfAnEndedProcessCannotBeOpened) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  EXPECT_TRUE(InChild([&] {
    DeviceArray<int> theirs(10);
    const cudaIpcMemHandle_t handle = HandleOf(theirs.data);
    return write(ends[1], &handle, sizeof handle) == sizeof handle;
  }));
  cudaIpcMemHandle_t handle;
  ASSERT_EQ(read(ends[0], &handle, sizeof handle), ssize_t{sizeof handle});
  EXPECT_EQ(Open(handle), cudaErrorMapBufferObjectFailed);
  close(ends[0]), close(ends[1]);
}

// A handle is made of 8 numbers of 8 bytes: each may be anything.
TEST_F(Ipc, AForgedHandleOpensNothing) {
  DeviceArray<int> mine(10);
  const cudaIpcMemHandle_t good = HandleOf(mine.data);
  const pid_t process = getpid();
  EXPECT_TRUE(InChild([&] {
    bool all_refused = true;
    for (std::size_t byte = 0; byte < 48; ++byte)
      for (const unsigned char flip : {0x01, 0x80, 0xff}) {
        cudaIpcMemHandle_t forged = good;
        forged.reserved[byte] = static_cast<char>(static_cast<unsigned char>(forged.reserved[byte]) ^ flip);
        all_refused = all_refused && (NamesAThreadOf(process, forged) || Open(forged) != cudaSuccess);
      }
    return all_refused && Open(good) == cudaSuccess && Open({}) == cudaErrorInvalidValue;
  }));
}

// The descriptor of a handle that is otherwise good is made that of a file, a pipe, and a folder of this process.
TEST_F(Ipc, AForgedHandleOpensNoOtherFile) {
  DeviceArray<int> mine(10);
  const cudaIpcMemHandle_t good = HandleOf(mine.data);
  const std::string path = testing::TempDir() + "/other_file";
  std::ofstream(path) << std::string(4096, 'x');
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  FILE* file = std::fopen(path.c_str(), "r+");
  ASSERT_NE(file, nullptr);
  for (const int other : {fileno(file), ends[0], ends[1], 0}) {
    cudaIpcMemHandle_t forged = good;
    std::memcpy(forged.reserved + 12, &other, sizeof other);
    EXPECT_TRUE(InChild([&] { return Open(forged) == cudaErrorMapBufferObjectFailed; })) << other;
  }
  std::fclose(file);
  close(ends[0]), close(ends[1]);
}

TEST_F(Ipc, OpenMemoryOutlivesItsProcess) {
  std::array<int, 2> handles{}, go{};
  ASSERT_EQ(pipe(handles.data()), 0);
  ASSERT_EQ(pipe(go.data()), 0);
  const pid_t owner = fork();
  if (owner == 0) {
    DeviceArray<int> theirs(std::vector<int>(100, 42));
    const cudaIpcMemHandle_t handle = HandleOf(theirs.data);
    char waits = 0;
    _exit(write(handles[1], &handle, sizeof handle) == sizeof handle && read(go[0], &waits, 1) == 1 ? 0 : 1);
  }
  cudaIpcMemHandle_t handle;
  ASSERT_EQ(read(handles[0], &handle, sizeof handle), ssize_t{sizeof handle});
  void* opened = nullptr;
  EXPECT_OK(cudaIpcOpenMemHandle(&opened, handle, cudaIpcMemLazyEnablePeerAccess));
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  int last = 0;
  EXPECT_OK(cudaMemcpy(&last, static_cast<int*>(opened) + 99, sizeof last, cudaMemcpyDeviceToHost));
  EXPECT_EQ(last, 42);
  EXPECT_OK(cudaIpcCloseMemHandle(opened));
  for (const int end : {handles[0], handles[1], go[0], go[1]}) close(end);
}

TEST_F(Ipc, FlagsMustBeAsDocumented) {
  void* opened = nullptr;
  EXPECT_EQ(cudaIpcOpenMemHandle(&opened, {}, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaIpcOpenMemHandle(nullptr, {}, cudaIpcMemLazyEnablePeerAccess), cudaErrorInvalidValue);
  EXPECT_EQ(cudaIpcCloseMemHandle(nullptr), cudaErrorInvalidValue);
}

TEST_F(Ipc, EventsOfOtherProcesses) {
  cudaEvent_t event = nullptr, plain = nullptr;
  EXPECT_OK(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  EXPECT_OK(cudaEventCreate(&plain));
  cudaIpcEventHandle_t handle, none;
  EXPECT_OK(cudaIpcGetEventHandle(&handle, event));
  EXPECT_EQ(cudaIpcGetEventHandle(&none, plain), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaIpcGetEventHandle(&none, nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaIpcGetEventHandle(nullptr, event), cudaErrorInvalidValue);
  cudaEvent_t own = nullptr;
  EXPECT_EQ(cudaIpcOpenEventHandle(&own, handle), cudaErrorDeviceUninitialized);
  EXPECT_TRUE(InChild([&] {
    cudaEvent_t opened = nullptr;
    cudaIpcEventHandle_t again;
    return cudaIpcOpenEventHandle(&opened, handle) == cudaSuccess && cudaEventQuery(opened) == cudaSuccess &&
           cudaStreamWaitEvent(nullptr, opened, 0) == cudaSuccess && cudaEventRecord(opened, nullptr) == cudaSuccess &&
           cudaEventSynchronize(opened) == cudaSuccess &&
           cudaIpcGetEventHandle(&again, opened) == cudaErrorInvalidResourceHandle &&
           cudaEventDestroy(opened) == cudaSuccess;
  }));
  EXPECT_OK(cudaEventDestroy(event));
  EXPECT_OK(cudaEventDestroy(plain));
  EXPECT_TRUE(InChild([&] {
    cudaEvent_t opened = nullptr;
    cudaIpcMemHandle_t as_memory;
    std::memcpy(&as_memory, &handle, sizeof handle);
    return cudaIpcOpenEventHandle(&opened, handle) == cudaErrorMapBufferObjectFailed &&
           Open(as_memory) == cudaErrorInvalidValue;
  }));
}

}  // namespace
}  // namespace lockstep::api
