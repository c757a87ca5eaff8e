// Warp operations of lanes that have parted. A mask that these lanes have made themselves names all that are here; with any
// other mask the lanes may have to wait for some that take another way. All engines must print the same (same_output).

#include <cstdio>

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void VotesAndParts(int* out, const int* in) {
  const unsigned t = threadIdx.x + blockDim.x * threadIdx.y;
  int value = in[t];
  const bool here = value % 3 == 1;
  const unsigned lanes = __ballot_sync(~0u, here), rest = __ballot_sync(~0u, !here);
  if (here) {
    value += __shfl_sync(lanes, value, __ffs(lanes) - 1);
    const bool odd = value % 2;
    const unsigned odds = __ballot_sync(lanes, odd);
    if (odd) value += __reduce_add_sync(odds, value) * 100;
  } else {
    value -= __reduce_max_sync(rest, value);
  }
  out[t] = value + __popc(lanes) * 1000;
}

// One lane takes places for all that want one.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void TakesPlacesTogether(int* out, const int* in, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    if (in[i] % 4 == 0) continue;
    const unsigned lanes = __activemask(), lane = threadIdx.x % 32, before = __popc(lanes & ((1u << lane) - 1));
    int first = 0;
    if (before == 0) first = atomicAdd(&out[0], __popc(lanes));
    first = __shfl_sync(lanes, first, __ffs(lanes) - 1);
    out[1 + first + before] = in[i] * 1000 + i;
  }
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void GroupsByValue(int* out, const int* in) {
  const int t = threadIdx.x;
  int value = in[t] % 5;
  if (t % 7 < 4) {
    const unsigned lanes = __activemask(), equal = __match_any_sync(lanes, value);
    value += 10 * __popc(equal) + 1000 * __shfl_sync(equal, t, 31 - __clz(equal));
  }
  out[t] = value;
}

// Here the mask is that of all lanes, whoever waits on the other side.
// expect: runs on fibers: the lanes of a warp vote (warp_masks.cu:53); it cannot run as whole warps, because threads of one warp may take different ways between two meetings
__global__ void AsksOfBothSides(int* out, const int* in) {
  const int t = threadIdx.x;
  int value = in[t];
  if (value % 3 == 1)
    value += __ballot_sync(~0u, value % 2) & 15;
  else
    value -= __ballot_sync(~0u, value % 2) & 15;
  out[t] = value;
}

// The lanes that voted are not those that come: the second condition parts them again.
// expect: runs on fibers: the lanes of a warp vote (warp_masks.cu:65); it cannot run as whole warps, because threads of one warp may take different ways between two meetings
__global__ void PartsOnceMore(int* out, const int* in) {
  const int t = threadIdx.x;
  int value = in[t], sum = 0;
  const bool here = value % 3 == 1;
  const unsigned lanes = __ballot_sync(~0u, here);
  if (here) {
    if (t % 2)
      sum = __reduce_add_sync(lanes, value);
    else
      sum = -__reduce_add_sync(lanes, value);
  }
  out[t] = sum;
}

int main() {
  constexpr int kCount = 300;
  int *in, *out;
  cudaMallocManaged(&in, kCount * sizeof(int));
  cudaMallocManaged(&out, (kCount + 1) * sizeof(int));
  for (int i = 0; i < kCount; ++i) in[i] = i * 37 % 101;
  auto show = [&](const char* name, int count) {
    printf("%s: %s\n", name, cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < count; ++i) printf("%d\n", out[i]), out[i] = 0;
  };
  VotesAndParts<<<1, 100>>>(out, in);
  show("VotesAndParts", 100);
  VotesAndParts<<<1, dim3(16, 5)>>>(out, in);
  show("VotesAndParts", 80);
  TakesPlacesTogether<<<1, 64>>>(out, in, kCount);
  show("TakesPlacesTogether", kCount + 1);
  GroupsByValue<<<1, 70>>>(out, in);
  show("GroupsByValue", 70);
  AsksOfBothSides<<<1, 64>>>(out, in);
  show("AsksOfBothSides", 64);
  PartsOnceMore<<<1, 64>>>(out, in);
  show("PartsOnceMore", 64);
}
