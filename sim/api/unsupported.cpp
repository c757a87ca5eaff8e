// Calls that Lockstep declares but does not support: each fails with cudaErrorNotSupported. docs/FIDELITY.md gives the
// reasons.

#include "sim/api/call.h"

namespace {

cudaError_t Refuse() { return lockstep::api::Remember(cudaErrorNotSupported); }

}  // namespace

// --- Sharing with other processes
cudaError_t cudaMemPoolExportToShareableHandle(void*, cudaMemPool_t, cudaMemAllocationHandleType, unsigned) {
  return Refuse();
}
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t*, void*, cudaMemAllocationHandleType, unsigned) {
  return Refuse();
}
cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData*, void*) { return Refuse(); }
cudaError_t cudaMemPoolImportPointer(void**, cudaMemPool_t, cudaMemPoolPtrExportData*) { return Refuse(); }

// --- External memory and semaphores
cudaError_t cudaImportExternalMemory(cudaExternalMemory_t*, const cudaExternalMemoryHandleDesc*) { return Refuse(); }
cudaError_t cudaExternalMemoryGetMappedBuffer(void**, cudaExternalMemory_t, const cudaExternalMemoryBufferDesc*) {
  return Refuse();
}
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t*, cudaExternalMemory_t,
                                                      const cudaExternalMemoryMipmappedArrayDesc*) {
  return Refuse();
}
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t) { return Refuse(); }
cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t*, const cudaExternalSemaphoreHandleDesc*) {
  return Refuse();
}
cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreSignalParams*,
                                              unsigned, cudaStream_t) {
  return Refuse();
}
cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreWaitParams*,
                                            unsigned, cudaStream_t) {
  return Refuse();
}
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t) { return Refuse(); }
cudaError_t cudaGraphAddExternalSemaphoresSignalNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                     const cudaExternalSemaphoreSignalNodeParams*) {
  return Refuse();
}
cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(cudaGraphNode_t, cudaExternalSemaphoreSignalNodeParams*) {
  return Refuse();
}
cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(cudaGraphNode_t,
                                                           const cudaExternalSemaphoreSignalNodeParams*) {
  return Refuse();
}
cudaError_t cudaGraphAddExternalSemaphoresWaitNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                   const cudaExternalSemaphoreWaitNodeParams*) {
  return Refuse();
}
cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(cudaGraphNode_t, cudaExternalSemaphoreWaitNodeParams*) {
  return Refuse();
}
cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(cudaGraphNode_t, const cudaExternalSemaphoreWaitNodeParams*) {
  return Refuse();
}
cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(cudaGraphExec_t, cudaGraphNode_t,
                                                               const cudaExternalSemaphoreSignalNodeParams*) {
  return Refuse();
}
cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(cudaGraphExec_t, cudaGraphNode_t,
                                                             const cudaExternalSemaphoreWaitNodeParams*) {
  return Refuse();
}

// --- Code loaded at run time
cudaError_t cudaLibraryLoadData(cudaLibrary_t*, const void*, cudaJitOption*, void**, unsigned, cudaLibraryOption*,
                                void**, unsigned) {
  return Refuse();
}
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t*, const char*, cudaJitOption*, void**, unsigned, cudaLibraryOption*,
                                    void**, unsigned) {
  return Refuse();
}
cudaError_t cudaLibraryUnload(cudaLibrary_t) { return Refuse(); }
cudaError_t cudaLibraryGetKernel(cudaKernel_t*, cudaLibrary_t, const char*) { return Refuse(); }
cudaError_t cudaLibraryGetGlobal(void**, size_t*, cudaLibrary_t, const char*) { return Refuse(); }
cudaError_t cudaLibraryGetManaged(void**, size_t*, cudaLibrary_t, const char*) { return Refuse(); }
cudaError_t cudaLibraryGetUnifiedFunction(void**, cudaLibrary_t, const char*) { return Refuse(); }
cudaError_t cudaLibraryGetKernelCount(unsigned*, cudaLibrary_t) { return Refuse(); }
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t*, unsigned, cudaLibrary_t) { return Refuse(); }

// --- Notifications and logs of the driver
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget, cudaFlushGPUDirectRDMAWritesScope) {
  return Refuse();
}
cudaError_t cudaDeviceRegisterAsyncNotification(int, cudaAsyncCallback, void*, cudaAsyncCallbackHandle_t*) {
  return Refuse();
}
cudaError_t cudaDeviceUnregisterAsyncNotification(int, cudaAsyncCallbackHandle_t) { return Refuse(); }
cudaError_t cudaDeviceGetNvSciSyncAttributes(void*, int, int) { return Refuse(); }
cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t, void*, cudaLogsCallbackHandle*) { return Refuse(); }
cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle) { return Refuse(); }
cudaError_t cudaLogsCurrent(cudaLogIterator*, unsigned) { return Refuse(); }
cudaError_t cudaLogsDumpToFile(cudaLogIterator*, const char*, unsigned) { return Refuse(); }
cudaError_t cudaLogsDumpToMemory(cudaLogIterator*, char*, size_t*, unsigned) { return Refuse(); }
