// Functions by their names: cuGetProcAddress.

#include <dlfcn.h>

#include <cctype>
#include <string>

#include "sim/driver/call.h"

namespace lockstep::driver {
namespace {

// The library that this function is part of, whatever the program has linked or loaded.
void* OwnLibrary() {
  static void* library = [] {
    Dl_info own{};
    return dladdr(reinterpret_cast<const void*>(&cuInit), &own) ? dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                                                                : nullptr;
  }();
  return library;
}

// cuCtxCreate is the one function of which an older version has other parameters.
constexpr int kCreateParams = 12050;

void* Find(const std::string& name, int version) {
  const bool is_name = name.size() > 2 && name.starts_with("cu") && std::isupper(static_cast<unsigned char>(name[2]));
  if (!is_name || !OwnLibrary()) return nullptr;
  for (const char* suffix : {"_v4", "_v2", ""})
    if (suffix[0] == '\0' || suffix[2] != '4' || version >= kCreateParams)
      if (void* found = dlsym(OwnLibrary(), (name + suffix).c_str())) return found;
  return nullptr;
}

}  // namespace
}  // namespace lockstep::driver

CUresult cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, unsigned long long,
                          CUdriverProcAddressQueryResult* symbolStatus) {
  if (!symbol || !pfn || cudaVersion <= 0) return CUDA_ERROR_INVALID_VALUE;
  *pfn = lockstep::driver::Find(symbol, cudaVersion);
  if (symbolStatus) *symbolStatus = *pfn ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *pfn ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
