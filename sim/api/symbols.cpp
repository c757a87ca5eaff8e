// Memory management: device variables by their name in host code.

#include "sim/api/symbols.h"

#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/launch/observers.h"

namespace lockstep::api {

cudaError_t ResolveSymbol(const void* symbol, std::size_t offset, std::size_t count, void** address) {
  const SessionVariable* variable = Session::Get().FindVariable(symbol);
  if (!variable || !variable->address) return cudaErrorInvalidSymbol;
  if (offset > variable->size || count > variable->size - offset) return cudaErrorInvalidValue;
  *address = Pointer(variable->address + offset);
  return cudaSuccess;
}

namespace {

cudaError_t Refuse(machine::SymbolCopy copy, bool is_target, cudaError_t error, machine::Caller caller) {
  const SessionVariable* variable = Session::Get().FindVariable(copy.symbol);
  copy.size = variable ? variable->size : 0;
  copy.is_target = is_target;
  launch::TellHost(&machine::HostObserver::RefusesSymbol, copy, error, caller);
  return error;
}

cudaError_t ToSymbol(const machine::SymbolCopy& copy, const void* from, cudaStream_t stream, machine::Caller caller) {
  return Call([&](Session&) {
    void* to = nullptr;
    if (copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyHostToHost)
      return Refuse(copy, true, cudaErrorInvalidMemcpyDirection, caller);
    if (const cudaError_t error = ResolveSymbol(copy.symbol, copy.offset, copy.count, &to))
      return Refuse(copy, true, error, caller);
    return Submit(stream, LinearCopy(to, from, copy.count, copy.kind, machine::CopyForm::kToSymbol), caller);
  });
}

cudaError_t FromSymbol(const machine::SymbolCopy& copy, void* to, cudaStream_t stream, machine::Caller caller) {
  return Call([&](Session&) {
    void* from = nullptr;
    if (copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyHostToHost)
      return Refuse(copy, false, cudaErrorInvalidMemcpyDirection, caller);
    if (const cudaError_t error = ResolveSymbol(copy.symbol, copy.offset, copy.count, &from))
      return Refuse(copy, false, error, caller);
    return Submit(stream, LinearCopy(to, from, copy.count, copy.kind, machine::CopyForm::kFromSymbol), caller);
  });
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) {
  const cudaError_t error =
      ToSymbol({.symbol = symbol, .offset = offset, .count = count, .kind = kind}, src, nullptr, LOCKSTEP_CALLER);
  launch::TellHost(&machine::HostObserver::HostWaits, 0);
  return error;
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return ToSymbol({.symbol = symbol, .offset = offset, .count = count, .kind = kind}, src, stream, LOCKSTEP_CALLER);
}
cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
  const cudaError_t error =
      FromSymbol({.symbol = symbol, .offset = offset, .count = count, .kind = kind}, dst, nullptr, LOCKSTEP_CALLER);
  launch::TellHost(&machine::HostObserver::HostWaits, 0);
  return error;
}
cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return FromSymbol({.symbol = symbol, .offset = offset, .count = count, .kind = kind}, dst, stream, LOCKSTEP_CALLER);
}

cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) {
  return Call([&](Session&) { return devPtr ? ResolveSymbol(symbol, 0, 0, devPtr) : cudaErrorInvalidValue; });
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  return Call([&](Session& session) {
    const SessionVariable* variable = session.FindVariable(symbol);
    if (!size) return cudaErrorInvalidValue;
    if (!variable || !variable->address) return cudaErrorInvalidSymbol;
    *size = variable->size;
    return cudaSuccess;
  });
}
