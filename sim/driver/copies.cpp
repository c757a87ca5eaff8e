// Copies and fills.

#include "sim/api/copy.h"
#include "sim/api/operation.h"
#include "sim/driver/call.h"
#include "sim/launch/observers.h"
#include "sim/machine/checked_size.h"

namespace lockstep::driver {
namespace {

struct Side {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  std::size_t x, y, pitch;
};

// The first byte that is copied; null where the side is an array, or there is no such address.
const char* Start(const Side& side, std::size_t width) {
  if (side.type == CU_MEMORYTYPE_ARRAY) return nullptr;
  const char* base = static_cast<const char*>(side.type == CU_MEMORYTYPE_HOST ? side.host : Pointer(side.device));
  const machine::CheckedSize offset = machine::CheckedSize(side.y) * (side.pitch ? side.pitch : width) + side.x;
  const bool exists = base && (offset + reinterpret_cast<std::uint64_t>(base)).fits();
  return exists ? base + offset.value() : nullptr;
}

cudaMemcpyKind KindOf(CUmemorytype from, CUmemorytype to) {
  if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
  const bool from_host = from == CU_MEMORYTYPE_HOST, to_host = to == CU_MEMORYTYPE_HOST;
  if (from_host) return to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
  return to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

template <class Copy>
cudaError_t CopyRows(const CUDA_MEMCPY2D* copy, Copy&& by) {
  if (!copy) return cudaErrorInvalidValue;
  const Side from{copy->srcMemoryType, copy->srcHost, copy->srcDevice, copy->srcXInBytes, copy->srcY, copy->srcPitch};
  const Side to{copy->dstMemoryType, copy->dstHost, copy->dstDevice, copy->dstXInBytes, copy->dstY, copy->dstPitch};
  if (from.type == CU_MEMORYTYPE_ARRAY || to.type == CU_MEMORYTYPE_ARRAY) return cudaErrorNotSupported;
  const std::size_t width = copy->WidthInBytes;
  const char* source = Start(from, width);
  char* target = const_cast<char*>(Start(to, width));
  if (!source || !target) return cudaErrorInvalidValue;
  // A pitch of 0 is that of rows without a gap.
  return by(target, to.pitch ? to.pitch : width, source, from.pitch ? from.pitch : width, width, copy->Height,
            KindOf(from.type, to.type));
}

struct Filling {
  CUdeviceptr to = 0;
  std::size_t pitch = 0;
  unsigned value = 0, element = 1;  // bytes
  std::size_t width = 0, height = 1;
};

machine::FillOperation OperationOf(const Filling& filling) {
  machine::FillOperation fill;
  fill.parms = {.dst = Pointer(filling.to),
                .pitch = filling.pitch ? filling.pitch : filling.width * filling.element,
                .value = filling.value,
                .elementSize = filling.element,
                .width = filling.width,
                .height = filling.height};
  return fill;
}

cudaError_t Submit(const Filling& filling, CUstream stream, machine::Caller caller) {
  return api::Call([&](api::Session&) { return api::Submit(stream, OperationOf(filling), caller); });
}

CUresult FillAsync(const Filling& filling, CUstream stream, machine::Caller caller) {
  return CallInContext(caller, [&] { return Submit(filling, stream, caller); });
}

// It waits only if the host can access the memory.
CUresult Fill(const Filling& filling, machine::Caller caller) {
  return CallInContext(caller, [&] {
    const cudaError_t error = Submit(filling, nullptr, caller);
    if (api::Locate(Pointer(filling.to)).HostCanTouch()) launch::TellHost(&machine::HostObserver::HostWaits, 0);
    return error;
  });
}

}  // namespace
}  // namespace lockstep::driver

using namespace lockstep;
using namespace lockstep::driver;

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return CallInContext(LOCKSTEP_AS(cuMemcpy),
                       [&] { return cudaMemcpy(Pointer(dst), Pointer(src), ByteCount, cudaMemcpyDefault); });
}
CUresult cuMemcpyHtoD(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) {
  return CallInContext(LOCKSTEP_AS(cuMemcpyHtoD),
                       [&] { return cudaMemcpy(Pointer(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice); });
}
CUresult cuMemcpyDtoH(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  return CallInContext(LOCKSTEP_AS(cuMemcpyDtoH),
                       [&] { return cudaMemcpy(dstHost, Pointer(srcDevice), ByteCount, cudaMemcpyDeviceToHost); });
}
CUresult cuMemcpyDtoD(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  return CallInContext(LOCKSTEP_AS(cuMemcpyDtoD), [&] {
    return cudaMemcpy(Pointer(dstDevice), Pointer(srcDevice), ByteCount, cudaMemcpyDeviceToDevice);
  });
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuMemcpyAsync), [&] {
    return cudaMemcpyAsync(Pointer(dst), Pointer(src), ByteCount, cudaMemcpyDefault, hStream);
  });
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuMemcpyHtoDAsync), [&] {
    return cudaMemcpyAsync(Pointer(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice, hStream);
  });
}
CUresult cuMemcpyDtoHAsync(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuMemcpyDtoHAsync), [&] {
    return cudaMemcpyAsync(dstHost, Pointer(srcDevice), ByteCount, cudaMemcpyDeviceToHost, hStream);
  });
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuMemcpyDtoDAsync), [&] {
    return cudaMemcpyAsync(Pointer(dstDevice), Pointer(srcDevice), ByteCount, cudaMemcpyDeviceToDevice, hStream);
  });
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D* pCopy) {
  return CallInContext(LOCKSTEP_AS(cuMemcpy2D), [&] { return CopyRows(pCopy, cudaMemcpy2D); });
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* pCopy) {
  return CallInContext(LOCKSTEP_AS(cuMemcpy2DUnaligned), [&] { return CopyRows(pCopy, cudaMemcpy2D); });
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* pCopy, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuMemcpy2DAsync), [&] {
    return CopyRows(pCopy, [&](auto... arguments) { return cudaMemcpy2DAsync(arguments..., hStream); });
  });
}

CUresult cuMemsetD8(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
  return Fill({.to = dstDevice, .value = uc, .element = 1, .width = N}, LOCKSTEP_AS(cuMemsetD8));
}
CUresult cuMemsetD16(CUdeviceptr dstDevice, unsigned short us, size_t N) {
  return Fill({.to = dstDevice, .value = us, .element = 2, .width = N}, LOCKSTEP_AS(cuMemsetD16));
}
CUresult cuMemsetD32(CUdeviceptr dstDevice, unsigned int ui, size_t N) {
  return Fill({.to = dstDevice, .value = ui, .element = 4, .width = N}, LOCKSTEP_AS(cuMemsetD32));
}
CUresult cuMemsetD2D8(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) {
  return Fill({dstDevice, dstPitch, uc, 1, Width, Height}, LOCKSTEP_AS(cuMemsetD2D8));
}
CUresult cuMemsetD2D16(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) {
  return Fill({dstDevice, dstPitch, us, 2, Width, Height}, LOCKSTEP_AS(cuMemsetD2D16));
}
CUresult cuMemsetD2D32(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) {
  return Fill({dstDevice, dstPitch, ui, 4, Width, Height}, LOCKSTEP_AS(cuMemsetD2D32));
}
CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  return FillAsync({.to = dstDevice, .value = uc, .element = 1, .width = N}, hStream, LOCKSTEP_AS(cuMemsetD8Async));
}
CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  return FillAsync({.to = dstDevice, .value = us, .element = 2, .width = N}, hStream, LOCKSTEP_AS(cuMemsetD16Async));
}
CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  return FillAsync({.to = dstDevice, .value = ui, .element = 4, .width = N}, hStream, LOCKSTEP_AS(cuMemsetD32Async));
}
CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height,
                           CUstream hStream) {
  return FillAsync({dstDevice, dstPitch, uc, 1, Width, Height}, hStream, LOCKSTEP_AS(cuMemsetD2D8Async));
}
CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height,
                            CUstream hStream) {
  return FillAsync({dstDevice, dstPitch, us, 2, Width, Height}, hStream, LOCKSTEP_AS(cuMemsetD2D16Async));
}
CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height,
                            CUstream hStream) {
  return FillAsync({dstDevice, dstPitch, ui, 4, Width, Height}, hStream, LOCKSTEP_AS(cuMemsetD2D32Async));
}
