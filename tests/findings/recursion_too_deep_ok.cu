// Recursions that a thread's stack holds: because the program asks for more, because they are not deep, or because every
// call is the function's last action.
__device__ void Sort(int* numbers, int low, int high) {
  if (low >= high) return;
  int at = low;
  for (int i = low; i < high; ++i)
    if (numbers[i] < numbers[high]) {
      const int other = numbers[i];
      numbers[i] = numbers[at];
      numbers[at++] = other;
    }
  const int other = numbers[high];
  numbers[high] = numbers[at];
  numbers[at] = other;
  Sort(numbers, low, at - 1);
  Sort(numbers, at + 1, high);
}
__device__ int Fibonacci(int n) { return n < 2 ? n : Fibonacci(n - 1) + Fibonacci(n - 2); }
__device__ int Steps(int n, int so_far) {
  if (n == 1) return so_far;
  if (n % 2) return Steps(3 * n + 1, so_far + 1);
  return Steps(n / 2, so_far + 1);
}
__device__ int Sum(const int* numbers, int count) { return count == 0 ? 0 : numbers[count - 1] + Sum(numbers, count - 1); }

__global__ void sort(int* numbers, int count) { Sort(numbers, 0, count - 1); }
__global__ void others(const int* numbers, int count, int* out) {
  out[0] = Fibonacci(12);
  out[1] = Steps(27, 0);
  out[2] = Sum(numbers, count);
}

int main() {
  const int count = 200;
  int host[count], *numbers, *out;
  for (int i = 0; i < count; ++i) host[i] = i;
  cudaMalloc(&numbers, sizeof host);
  cudaMalloc(&out, 3 * sizeof(int));
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
  others<<<1, 1>>>(numbers, count, out);
  cudaDeviceSetLimit(cudaLimitStackSize, 64 * 1024);
  sort<<<1, 1>>>(numbers, count);
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(numbers);
  cudaFree(out);
}
