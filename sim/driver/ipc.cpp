// Memory and events that processes share. The handles are those of the runtime API.

#include <bit>

#include "sim/driver/call.h"

using namespace lockstep;
using namespace lockstep::driver;

CUresult cuIpcGetMemHandle(CUipcMemHandle* pHandle, CUdeviceptr dptr) {
  return CallInContext(LOCKSTEP_AS(cuIpcGetMemHandle), [&] {
    cudaIpcMemHandle_t handle;
    if (!pHandle) return cudaErrorInvalidValue;
    const cudaError_t error = cudaIpcGetMemHandle(&handle, Pointer(dptr));
    if (error == cudaSuccess) *pHandle = std::bit_cast<CUipcMemHandle>(handle);
    return error;
  });
}

CUresult cuIpcOpenMemHandle(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags) {
  return CallInContext(LOCKSTEP_AS(cuIpcOpenMemHandle), [&] {
    void* pointer = nullptr;
    if (!pdptr) return cudaErrorInvalidValue;
    const cudaError_t error = cudaIpcOpenMemHandle(&pointer, std::bit_cast<cudaIpcMemHandle_t>(handle), Flags);
    if (error == cudaSuccess) *pdptr = Address(pointer);
    return error;
  });
}

CUresult cuIpcCloseMemHandle(CUdeviceptr dptr) {
  return CallInContext(LOCKSTEP_AS(cuIpcCloseMemHandle), [&] { return cudaIpcCloseMemHandle(Pointer(dptr)); });
}

CUresult cuIpcGetEventHandle(CUipcEventHandle* pHandle, CUevent event) {
  return CallInContext(LOCKSTEP_AS(cuIpcGetEventHandle), [&] {
    cudaIpcEventHandle_t handle;
    if (!pHandle) return cudaErrorInvalidValue;
    const cudaError_t error = cudaIpcGetEventHandle(&handle, event);
    if (error == cudaSuccess) *pHandle = std::bit_cast<CUipcEventHandle>(handle);
    return error;
  });
}

CUresult cuIpcOpenEventHandle(CUevent* phEvent, CUipcEventHandle handle) {
  return CallInContext(LOCKSTEP_AS(cuIpcOpenEventHandle),
                       [&] { return cudaIpcOpenEventHandle(phEvent, std::bit_cast<cudaIpcEventHandle_t>(handle)); });
}
