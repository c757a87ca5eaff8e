// st.async: another thread reads before it has waited for the barrier that hears of the bytes. `told` is the name in asm.
__global__ void __cluster_dims__(1) Pass(int* out) {
  asm volatile("{.shared .align 8 .b64 heard; .shared .b32 told; .reg .b32 to, bar; .reg .b64 s; .reg .pred first, done;\n\t"
               "setp.eq.u32 first, %1, 0; @!first bra STARTED;\n\t"
               "mbarrier.init.shared.b64 [heard], 1; mbarrier.arrive.expect_tx.shared.b64 s, [heard], 4;\n\t"
               "STARTED: bar.sync 0; mov.u32 to, told; mov.u32 bar, heard; @!first bra READ;\n\t"
               "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [to], 7, [bar];\n\t"  // expect: race-shared
               "READ: ld.shared.b32 %0, [told];\n\t"
               "WAIT: mbarrier.try_wait.parity.shared.b64 done, [heard], 0; @!done bra WAIT;}"
               : "=r"(out[threadIdx.x]) : "r"(threadIdx.x) : "memory");
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  Pass<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
