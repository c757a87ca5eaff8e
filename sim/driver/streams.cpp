// Streams, events, and graphs of captured streams. The objects, flags and numbers are the runtime's.

#include "sim/driver/call.h"
#include "sim/driver/contexts.h"

using namespace lockstep;
using namespace lockstep::driver;

CUresult cuStreamCreate(CUstream* phStream, unsigned int Flags) {
  return CallInContext(LOCKSTEP_AS(cuStreamCreate), [&] { return cudaStreamCreateWithFlags(phStream, Flags); });
}
CUresult cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int priority) {
  return CallInContext(LOCKSTEP_AS(cuStreamCreateWithPriority),
                       [&] { return cudaStreamCreateWithPriority(phStream, flags, priority); });
}
CUresult cuStreamGetPriority(CUstream hStream, int* priority) {
  return CallInContext(LOCKSTEP_AS(cuStreamGetPriority), [&] { return cudaStreamGetPriority(hStream, priority); });
}
CUresult cuStreamGetFlags(CUstream hStream, unsigned int* flags) {
  return CallInContext(LOCKSTEP_AS(cuStreamGetFlags), [&] { return cudaStreamGetFlags(hStream, flags); });
}
CUresult cuStreamGetId(CUstream hStream, unsigned long long* streamId) {
  return CallInContext(LOCKSTEP_AS(cuStreamGetId), [&] { return cudaStreamGetId(hStream, streamId); });
}
CUresult cuStreamGetCtx(CUstream hStream, CUcontext* pctx) {
  return CallInContext(LOCKSTEP_AS(cuStreamGetCtx), [&] {
    unsigned flags = 0;
    if (!pctx) return cudaErrorInvalidValue;
    if (const cudaError_t error = cudaStreamGetFlags(hStream, &flags)) return error;
    *pctx = CurrentContext();
    return cudaSuccess;
  });
}
CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  return CallInContext(LOCKSTEP_AS(cuStreamWaitEvent), [&] { return cudaStreamWaitEvent(hStream, hEvent, Flags); });
}
CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags) {
  // Both APIs call it with a number of the same size for the status.
  return CallInContext(LOCKSTEP_AS(cuStreamAddCallback), [&] {
    return cudaStreamAddCallback(hStream, reinterpret_cast<cudaStreamCallback_t>(callback), userData, flags);
  });
}
CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData) {
  return CallInContext(LOCKSTEP_AS(cuLaunchHostFunc), [&] { return cudaLaunchHostFunc(hStream, fn, userData); });
}
CUresult cuStreamQuery(CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuStreamQuery), [&] { return cudaStreamQuery(hStream); });
}
CUresult cuStreamSynchronize(CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuStreamSynchronize), [&] { return cudaStreamSynchronize(hStream); });
}
CUresult cuStreamDestroy(CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuStreamDestroy), [&] { return cudaStreamDestroy(hStream); });
}

CUresult cuStreamBeginCapture(CUstream hStream, CUstreamCaptureMode mode) {
  return CallInContext(LOCKSTEP_AS(cuStreamBeginCapture),
                       [&] { return cudaStreamBeginCapture(hStream, cudaStreamCaptureMode(mode)); });
}
CUresult cuStreamEndCapture(CUstream hStream, CUgraph* phGraph) {
  return CallInContext(LOCKSTEP_AS(cuStreamEndCapture), [&] { return cudaStreamEndCapture(hStream, phGraph); });
}
CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus) {
  return CallInContext(LOCKSTEP_AS(cuStreamIsCapturing), [&] {
    return cudaStreamIsCapturing(hStream, reinterpret_cast<cudaStreamCaptureStatus*>(captureStatus));
  });
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph, unsigned long long flags) {
  return CallInContext(LOCKSTEP_AS(cuGraphInstantiate),
                       [&] { return cudaGraphInstantiateWithFlags(phGraphExec, hGraph, flags); });
}
CUresult cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuGraphLaunch), [&] { return cudaGraphLaunch(hGraphExec, hStream); });
}
CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) {
  return CallInContext(LOCKSTEP_AS(cuGraphExecDestroy), [&] { return cudaGraphExecDestroy(hGraphExec); });
}
CUresult cuGraphDestroy(CUgraph hGraph) {
  return CallInContext(LOCKSTEP_AS(cuGraphDestroy), [&] { return cudaGraphDestroy(hGraph); });
}

CUresult cuEventCreate(CUevent* phEvent, unsigned int Flags) {
  return CallInContext(LOCKSTEP_AS(cuEventCreate), [&] { return cudaEventCreateWithFlags(phEvent, Flags); });
}
CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuEventRecord), [&] { return cudaEventRecord(hEvent, hStream); });
}
CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
  return CallInContext(LOCKSTEP_AS(cuEventRecordWithFlags),
                       [&] { return cudaEventRecordWithFlags(hEvent, hStream, flags); });
}
CUresult cuEventQuery(CUevent hEvent) {
  return CallInContext(LOCKSTEP_AS(cuEventQuery), [&] { return cudaEventQuery(hEvent); });
}
CUresult cuEventSynchronize(CUevent hEvent) {
  return CallInContext(LOCKSTEP_AS(cuEventSynchronize), [&] { return cudaEventSynchronize(hEvent); });
}
CUresult cuEventDestroy(CUevent hEvent) {
  return CallInContext(LOCKSTEP_AS(cuEventDestroy), [&] { return cudaEventDestroy(hEvent); });
}
CUresult cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
  return CallInContext(LOCKSTEP_AS(cuEventElapsedTime),
                       [&] { return cudaEventElapsedTime(pMilliseconds, hStart, hEnd); });
}
