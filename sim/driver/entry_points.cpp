// Functions by their names: cuGetProcAddress, and cudaGetDriverEntryPoint of the runtime API.

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

constexpr unsigned long long kKnownFlags =
    cudaEnableDefault | cudaEnableLegacyStream | cudaEnablePerThreadDefaultStream;

// A function that the driver lacks is an answer, not an error.
cudaError_t FindEntryPoint(const char* symbol, void** function, unsigned version, unsigned long long flags,
                           cudaDriverEntryPointQueryResult* status) {
  return api::Call([&](api::Session&) {
    if (!symbol || !function || version == 0 || flags & ~kKnownFlags) return cudaErrorInvalidValue;
    *function = Find(symbol, static_cast<int>(version));
    if (status) *status = *function ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
  });
}

}  // namespace
}  // namespace lockstep::driver

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* driverStatus) {
  return lockstep::driver::FindEntryPoint(symbol, funcPtr, CUDART_VERSION, flags, driverStatus);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr, unsigned cudaVersion,
                                             unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) {
  return lockstep::driver::FindEntryPoint(symbol, funcPtr, cudaVersion, flags, driverStatus);
}

CUresult cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, unsigned long long,
                          CUdriverProcAddressQueryResult* symbolStatus) {
  if (!symbol || !pfn || cudaVersion <= 0) return CUDA_ERROR_INVALID_VALUE;
  *pfn = lockstep::driver::Find(symbol, cudaVersion);
  if (symbolStatus) *symbolStatus = *pfn ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *pfn ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
