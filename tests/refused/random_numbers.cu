// The header of the device API includes the types of the host API, some of whose names are missing.
#include <curand_kernel.h>
int main() {
  curandDirectionVectors32_t* vectors = nullptr;
  curandStatus_t status = CURAND_STATUS_SUCCESS;
  status = curandGetDirectionVectors32(&vectors, 0);  // refused: this part of cuRAND's host API is not supported yet
  status = curandGenerateBinomial(nullptr, nullptr, 1, 2, 0.5);  // refused: cuRAND's host API
  curandDiscreteDistribution_t table;  // refused: curandDiscreteDistribution_t.*cuRAND's host API
  return status;
}
