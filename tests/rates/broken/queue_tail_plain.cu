// BFS: the queue's tail is raised with an ordinary increment.
#include <cstdio>
#include <vector>
__global__ void expand(const int *offsets, const int *edges, int *level, const int *queue, int count, int *next, int *tail, int depth) {
  int i = threadIdx.x;
  if (i >= count) return;
  for (int e = offsets[queue[i]]; e < offsets[queue[i] + 1]; ++e)
    if (atomicCAS(&level[edges[e]], -1, depth) == -1) next[(*tail)++] = edges[e];  // defect: lost-update|race-global
}
int main() {
  std::vector<int> o{0, 2, 4, 6, 6, 6, 6, 6}, e{3, 4, 4, 5, 5, 6}, l{0, 0, 0, -1, -1, -1, -1}, q{0, 1, 2};
  int *dofs, *de, *dl, *dq, *dn, *dt;
  cudaMalloc(&dofs, 32); cudaMalloc(&de, 24); cudaMalloc(&dl, 28); cudaMalloc(&dq, 12); cudaMalloc(&dn, 28); cudaMalloc(&dt, 4);
  cudaMemcpy(dofs, o.data(), 32, cudaMemcpyHostToDevice); cudaMemcpy(de, e.data(), 24, cudaMemcpyHostToDevice);
  cudaMemcpy(dl, l.data(), 28, cudaMemcpyHostToDevice); cudaMemcpy(dq, q.data(), 12, cudaMemcpyHostToDevice);
  cudaMemset(dt, 0, 4);
  expand<<<1, 32>>>(dofs, de, dl, dq, 3, dn, dt, 1);
  cudaDeviceSynchronize();
  for (int *p : {dofs, de, dl, dq, dn, dt}) cudaFree(p);
  printf("done\n");
}
