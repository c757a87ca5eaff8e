// The program that checks or records one launch for Python, in a process of its own:
//
//   #include "add.cu"
//   #include "lockstep_python/call.h"
//   int main(int, char** files) { return lockstep_python::Run(add, files[1], files[2]); }
//
// The first file describes the launch and holds the bytes of its arrays (python/lockstep/_call.py writes it); the bytes
// of the arrays that the kernel may write go to the second one, if the launch succeeds. Each array is device memory of
// exactly its size, with the name of its parameter. After the arrays there come the variables that follow the files in
// the call of Run; they have the bytes that Python has given them, and Python gets them back.
#pragma once

#include <cuda_runtime.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "lockstep/publish.h"

// shared/lockstep/embed.h; null on a GPU.
extern "C" void lockstep_say(const char* reason) __attribute__((weak));

namespace lockstep_python {

// Why the program ends badly: to the runtime, or on a GPU to a file beside the second one. Never by what is printed,
// which the kernel can do as well.
inline void GiveReason(const std::string& reason, const char* kept_path) {
  if (lockstep_say) return lockstep_say(reason.c_str());
  FILE* file = fopen((std::string(kept_path) + ".reason").c_str(), "wb");
  if (!file) return;
  fwrite(reason.data(), 1, reason.size(), file);
  fclose(file);
}
inline std::string NameOf(cudaError_t error) {
  return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
}

// The layouts of the file, in this order; the arrays and values follow. Numbers are little-endian.
struct Header {
  char magic[8];
  uint64_t grid[3], block[3], dynamic_shared, cooperative, arrays, arguments;
};
struct Array {
  char name[64], type[64];
  uint64_t size, offset;  // of its bytes, in the file
  uint64_t has_unwritten, is_kept;
  uint64_t element, cell_size, rank, shape[8];
};
struct Argument {
  uint64_t array;  // index; kNoArray: a value
  uint64_t offset, size;
};
constexpr uint64_t kNoArray = ~uint64_t{0};

// The bytes that fill memory that nobody has written (lockstep.empty), as fresh device memory.
constexpr uint32_t kUnwritten = 0x7ffb7ffb;

class CallFile {
 public:
  explicit CallFile(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info{};
    if (file < 0 || fstat(file, &info) != 0) return;
    void* bytes = mmap(nullptr, static_cast<size_t>(info.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes != MAP_FAILED) bytes_ = static_cast<const char*>(bytes);
  }
  bool IsOpen() const { return bytes_ && memcmp(bytes_, "LSCALL01", 8) == 0; }
  const Header& header() const { return *reinterpret_cast<const Header*>(bytes_); }
  const Array& array(uint64_t i) const { return reinterpret_cast<const Array*>(bytes_ + sizeof(Header))[i]; }
  const Argument& argument(uint64_t i) const {
    return reinterpret_cast<const Argument*>(bytes_ + sizeof(Header) + header().arrays * sizeof(Array))[i];
  }
  const char* At(uint64_t offset) const { return bytes_ + offset; }

 private:
  const char* bytes_ = nullptr;
};

inline bool IsUnwritten(const char* at, uint64_t left) {
  return memcmp(at, &kUnwritten, left < sizeof kUnwritten ? left : sizeof kUnwritten) == 0;
}

inline void CopyIn(char* to, const char* from, const Array& array) {
  if (!array.has_unwritten) {
    cudaMemcpy(to, from, array.size, cudaMemcpyHostToDevice);
    return;
  }
  constexpr uint64_t kStep = sizeof kUnwritten;
  for (uint64_t begin = 0; begin < array.size;) {
    uint64_t end = begin;
    while (end < array.size && !IsUnwritten(from + end, array.size - end)) end += kStep;
    if (end > array.size) end = array.size;
    if (end > begin) cudaMemcpy(to + begin, from + begin, end - begin, cudaMemcpyHostToDevice);
    begin = end > begin ? end : begin + kStep;
  }
}

inline void Publish(const char* data, const Array& array) {
  if (!lockstep_capture::HasListener() || array.size == 0) return;
  unsigned long long shape[8];
  for (int i = 0; i < 8; ++i) shape[i] = array.shape[i];
  lockstep_array published = {};
  published.data = data;
  published.name = array.name;
  published.type = array.type;
  published.element = static_cast<int>(array.element);
  published.element_size = array.cell_size;
  published.rank = static_cast<int>(array.rank);
  published.shape = shape;
  published.file = "";
  __lockstep_publish(&published);
}

using Variables = std::vector<const void*>;

inline std::vector<char*> MakeArrays(const CallFile& call, const Variables& variables = {}) {
  std::vector<char*> arrays(call.header().arrays, nullptr);
  const uint64_t allocated = arrays.size() - variables.size();
  for (uint64_t i = 0; i < arrays.size(); ++i) {
    const Array& array = call.array(i);
    if (array.size == 0) continue;
    if (i >= allocated) {
      void* address = nullptr;
      if (cudaGetSymbolAddress(&address, variables[i - allocated]) != cudaSuccess) return {};
      arrays[i] = static_cast<char*>(address);
      CopyIn(arrays[i], call.At(array.offset), array);
      continue;
    }
    if (cudaMalloc(&arrays[i], array.size) != cudaSuccess) return {};
    CopyIn(arrays[i], call.At(array.offset), array);
    Publish(arrays[i], array);
  }
  return arrays;
}

// Its length is that of the first file, so that each array is found at the same place.
inline bool KeepArrays(const CallFile& call, const std::vector<char*>& arrays, const char* path) {
  FILE* file = fopen(path, "wb");
  if (!file) return false;
  bool is_kept = true;
  std::vector<char> bytes;
  for (uint64_t i = 0; i < arrays.size(); ++i) {
    const Array& array = call.array(i);
    if (!array.is_kept || array.size == 0) continue;
    bytes.resize(array.size);
    is_kept = cudaMemcpy(bytes.data(), arrays[i], array.size, cudaMemcpyDeviceToHost) == cudaSuccess &&
              fseek(file, static_cast<long>(array.offset), SEEK_SET) == 0 &&
              fwrite(bytes.data(), 1, array.size, file) == array.size && is_kept;
  }
  return fclose(file) == 0 && is_kept;
}

inline cudaError_t Launch(const void* kernel, const CallFile& call, std::vector<char*>& arrays) {
  const Header& header = call.header();
  std::vector<char*> pointers(header.arguments);
  std::vector<void*> arguments(header.arguments);
  for (uint64_t i = 0; i < header.arguments; ++i) {
    const Argument& argument = call.argument(i);
    if (argument.array == kNoArray) {
      arguments[i] = const_cast<char*>(call.At(argument.offset));
    } else {
      pointers[i] = arrays[argument.array] + argument.offset;
      arguments[i] = &pointers[i];
    }
  }
  const auto dimensions = [](const uint64_t* of) {
    return dim3(static_cast<unsigned>(of[0]), static_cast<unsigned>(of[1]), static_cast<unsigned>(of[2]));
  };
  if (header.dynamic_shared > (48 << 10))
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(header.dynamic_shared));
  const dim3 grid = dimensions(header.grid), block = dimensions(header.block);
  const cudaError_t error =
      header.cooperative
          ? cudaLaunchCooperativeKernel(kernel, grid, block, arguments.data(), header.dynamic_shared, nullptr)
          : cudaLaunchKernel(kernel, grid, block, arguments.data(), header.dynamic_shared, nullptr);
  return error != cudaSuccess ? error : cudaDeviceSynchronize();
}

template <class... Parameters, class... Symbols>
int Run(void (*kernel)(Parameters...), const char* call_path, const char* kept_path, const Symbols*... symbols) {
  const CallFile call(call_path);
  const Variables variables = {static_cast<const void*>(symbols)...};
  if (!call.IsOpen() || call.header().arguments != sizeof...(Parameters)) return 2;
  if (call.header().arrays < variables.size()) return 2;
  std::vector<char*> arrays = MakeArrays(call, variables);
  if (arrays.size() != call.header().arrays) {
    GiveReason("the arrays are larger than the device's memory", kept_path);
    return 2;
  }
  const cudaError_t error = Launch(reinterpret_cast<const void*>(kernel), call, arrays);
  if (error != cudaSuccess) {
    GiveReason(NameOf(error), kept_path);
    return 1;
  }
  const bool is_kept = KeepArrays(call, arrays, kept_path);
  arrays.resize(arrays.size() - variables.size());
  for (char* array : arrays) cudaFree(array);
  return is_kept ? 0 : 2;
}

}  // namespace lockstep_python
