// The header of the device API includes the types of the host API.
#include <curand_kernel.h>
int main() {
  curandGenerator_t generator;
  curandStatus_t status = CURAND_STATUS_SUCCESS;
  status = curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);  // refused: host API of cuRAND
  curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_LEGACY);  // refused: CURAND_ORDERING_PSEUDO_LEGACY.*host API of cuRAND
  curandDiscreteDistribution_t table;  // refused: curandDiscreteDistribution_t.*host API of cuRAND
  return status;
}
