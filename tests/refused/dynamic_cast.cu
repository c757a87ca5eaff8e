struct A { __device__ virtual ~A() {} };
struct B : A { int x; };
__global__ void k(A* a, int* o) {
  B* b = dynamic_cast<B*>(a);  // refused: dynamic_cast in device code
  *o = b != nullptr;
}
int main() { k<<<1, 1>>>(nullptr, nullptr); }
