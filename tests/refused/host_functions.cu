#include <vector>
int Twice(int x) { return 2 * x; }
int table[4];
__global__ void Call(int* out) {
  std::vector<int> grown(3);  // refused: no matching constructor for initialization of 'std::vector<int>'
  out[0] = Twice(1);  // refused: no matching function for call to 'Twice'
  out[1] = table[2];  // refused: reference to __host__ variable 'table' in __global__ function
}
int main() { Call<<<1, 1>>>(nullptr); }
