#include <mma.h>
// told: the warp matrix API \(nvcuda::wmma\) is not supported yet
int main() {}
