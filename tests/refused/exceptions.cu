__global__ void Throw(int* out) {
  if (!out) throw 3;  // refused: cannot use 'throw' in __global__ function
}
int main() { Throw<<<1, 1>>>(nullptr); }
