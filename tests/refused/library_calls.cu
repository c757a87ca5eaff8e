// The headers cost nothing; the use of a name is refused where it is written.
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cudnn.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nccl.h>
#include <npp.h>
#include <nvml.h>
// untold: undeclared identifier|unknown type name
cudnnHandle_t dnn;  // refused: cuDNN is not supported yet \(`cudnnHandle_t`\): write the operation as a kernel of your own
int main() {
  cusparseCreate(nullptr);  // refused: cuSPARSE is not supported yet \(`cusparseCreate`\)
  cublasUint8gemmBias(nullptr, CUBLAS_OP_N, 0);  // refused: cublasUint8gemmBias is not supported yet
  if (cublasXtCreate(nullptr) != 0) return 1;  // refused: cuBLASXt is not supported yet
  auto status = CUSOLVER_STATUS_SUCCESS;  // refused: cuSOLVER is not supported yet
  ncclCommInitAll(nullptr, 1, nullptr);  // refused: NCCL is not supported yet \(`ncclCommInitAll`\): Lockstep has one device
}
