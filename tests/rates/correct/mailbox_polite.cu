// A client block and a server block pass one request at a time.
#include <cstdio>
struct Mail {
  int request, answer;
  unsigned posted, answered;
};
__global__ void serve(Mail* mail, int n, int* sum) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    int total = 0;
    for (unsigned i = 0; i < n; ++i) {
      mail->request = i;
      __threadfence();
      atomicAdd(&mail->posted, 1u);
      while (atomicAdd(&mail->answered, 0u) <= i) {
      }
      __threadfence();
      total += mail->answer;
    }
    *sum = total;
  } else {
    for (unsigned i = 0; i < n; ++i) {
      while (atomicAdd(&mail->posted, 0u) <= i) {
      }
      __threadfence();
      mail->answer = mail->request + 1;
      __threadfence();
      atomicAdd(&mail->answered, 1u);
    }
  }
}
int main() {
  Mail* mail;
  int *sum, h;
  cudaMalloc(&mail, sizeof(Mail));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(mail, 0, sizeof(Mail));
  serve<<<2, 1>>>(mail, 10, sum);
  cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(mail);
  cudaFree(sum);
}
