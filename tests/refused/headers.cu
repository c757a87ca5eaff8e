#include <cuda/std/linalg>
#include <nvfunctional>
// told: <cuda/std/linalg> is not supported yet
// told: nvstd::function \(nvfunctional\) is not supported yet
int main() {}
