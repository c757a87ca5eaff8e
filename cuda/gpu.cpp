// Detects a GPU through the driver's own library, so that no part of CUDA is needed to build or run this.

#include <dlfcn.h>

#include "cuda/nvcc.h"

namespace lockstep {
namespace {

// The required functions of the driver API, with its plain C types (CUresult and CUdevice are ints).
struct Driver {
  int (*init)(unsigned flags) = nullptr;
  int (*count)(int* devices) = nullptr;
  int (*device)(int* device, int ordinal) = nullptr;
  int (*name)(char* name, int size, int device) = nullptr;

  bool Load(void* library) {
    const auto find = [library](auto& function, const char* symbol) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
      return function != nullptr;
    };
    return find(init, "cuInit") && find(count, "cuDeviceGetCount") && find(device, "cuDeviceGet") &&
           find(name, "cuDeviceGetName");
  }
};

}  // namespace

Expected<std::string> FindGpu() {
  // The library stays loaded, because it starts threads and cannot be unloaded safely.
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return Fail("there is no GPU here: no NVIDIA driver is installed");
  Driver driver;
  if (!driver.Load(library)) return Fail("there is no GPU here: the NVIDIA driver's library lacks expected functions");
  if (driver.init(0) != 0) return Fail("there is no GPU here: the NVIDIA driver finds no working GPU");
  int devices = 0, device = 0;
  if (driver.count(&devices) != 0 || devices == 0) return Fail("there is no GPU here: the NVIDIA driver finds none");
  char name[256] = "";
  if (driver.device(&device, 0) != 0 || driver.name(name, sizeof name, device) != 0)
    return Fail("the GPU does not report its name");
  return std::string(name);
}

}  // namespace lockstep
