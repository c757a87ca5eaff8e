// The header of the device API includes the types of the host API, some of whose names are missing.
#include <curand_kernel.h>
int main() {
  curandStatus_t status = CURAND_STATUS_SUCCESS;
  status = curandGenerateBinomial(nullptr, nullptr, 1, 2, 0.5);  // refused: cuRAND's host API
  curandHistogramM2_t table;  // refused: curandHistogramM2_t.*cuRAND's host API
  return status;
}
