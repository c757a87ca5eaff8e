// A client block writes its next request into the mailbox before the server has taken the last one.
struct Mail {
  int request, answer;
  unsigned posted, answered;
};
__global__ void serve(Mail* mail, int n) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      mail->request = i;  // defect: race-global
      __threadfence();
      atomicAdd(&mail->posted, 1u);
    }
    while (atomicAdd(&mail->answered, 0u) < n) {
    }
    __threadfence();
    sum += mail->answer;
    mail->answer = sum;
  } else {
    for (int i = 0; i < n; ++i) {
      while (atomicAdd(&mail->posted, 0u) <= i) {
      }
      __threadfence();
      mail->answer = mail->request + 1;  // defect: race-global
      __threadfence();
      atomicAdd(&mail->answered, 1u);
    }
  }
}
int main() {
  Mail* mail;
  cudaMalloc(&mail, sizeof(Mail));
  cudaMemset(mail, 0, sizeof(Mail));
  serve<<<2, 1>>>(mail, 10);
  cudaDeviceSynchronize();
  cudaFree(mail);
}
