// Active lanes, and the results of shuffles from lanes that are outside the width or absent.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ unsigned Here() { return __activemask(); }
__device__ __noinline__ unsigned HereOutOfLine() { return __activemask(); }
__device__ __noinline__ unsigned HereTwoDeep() { return HereOutOfLine(); }

// One line for each lane with a result, in the order of lanes: a GPU prints lanes in any order.
struct Answers {
  unsigned lane[32];
};

__device__ void ShowAnswers(const char* what, const Answers& answers, bool open = false) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < 32; ++i) printf("%s, lane %d = u32:%08x%s\n", what, i, answers.lane[i], open ? " open" : "");
}

#define SHOW_LANES(what, expression, ...) \
  __syncwarp();                           \
  answers.lane[lane] = (expression);      \
  __syncwarp();                           \
  ShowAnswers(what, answers, ##__VA_ARGS__)

__global__ void Shuffles(int three) {
  __shared__ Answers answers;
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffffu;
  SHOW_LANES("__shfl_sync(lane 35)", __shfl_sync(all, lane, 32 + three));
  SHOW_LANES("__shfl_sync(lane -1)", __shfl_sync(all, lane, three - 4));
  SHOW_LANES("__shfl_sync(lane 11, width 8)", __shfl_sync(all, lane, 8 + three, 8));
  SHOW_LANES("__shfl_up_sync(3, width 8)", __shfl_up_sync(all, lane, three, 8));
  SHOW_LANES("__shfl_up_sync(35)", __shfl_up_sync(all, lane, 32 + three));
  SHOW_LANES("__shfl_down_sync(3, width 16)", __shfl_down_sync(all, lane, three, 16));
  SHOW_LANES("__shfl_xor_sync(3 * 8, width 8)", __shfl_xor_sync(all, lane, three * 8, 8));
  SHOW_LANES("__shfl_xor_sync(35)", __shfl_xor_sync(all, lane, 32 + three));
  if (lane < 16)
    answers.lane[lane] = __shfl_sync(0x0000ffffu, lane, lane + 8);
  else
    answers.lane[lane] = 0;
  __syncwarp();
  ShowAnswers("__shfl_sync from lanes that are away", answers, true);
}

__global__ void WhoIsHere() {
  __shared__ Answers answers;
  const int lane = threadIdx.x;
  __syncwarp();
  if (lane < 10)
    answers.lane[lane] = Here();
  else
    answers.lane[lane] = Here();
  __syncwarp();
  ShowAnswers("one function called on both sides", answers);
  if (lane % 2)
    answers.lane[lane] = HereOutOfLine();
  else
    answers.lane[lane] = HereOutOfLine();
  __syncwarp();
  ShowAnswers("a function out of line called on both sides", answers);
  if (lane % 3 == 0)
    answers.lane[lane] = HereTwoDeep();
  else
    answers.lane[lane] = HereTwoDeep();
  __syncwarp();
  ShowAnswers("two calls deep", answers);
  SHOW_LANES("after all have met", __activemask());
  answers.lane[lane] = 0;
  __syncwarp();
  if (lane >= 20) {
    const cg::coalesced_group group = cg::coalesced_threads();
    answers.lane[lane] = group.size() << 16 | group.thread_rank();
  }
  __syncwarp();
  ShowAnswers("coalesced_threads of lanes from 20", answers);
}

__global__ void Votes(int three) {
  __shared__ Answers answers;
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffffu;
  SHOW_LANES("__ballot_sync(lane % 3)", __ballot_sync(all, lane % three));
  SHOW_LANES("__match_any_sync(lane / 3)", __match_any_sync(all, lane / three));
  int same = 7;
  SHOW_LANES("__match_all_sync(3)", __match_all_sync(all, three, &same) + same);
  SHOW_LANES("__match_all_sync(lane)", __match_all_sync(all, lane, &same) + same);
  SHOW_LANES("__reduce_add_sync", __reduce_add_sync(all, 0x10000000u + lane));
  SHOW_LANES("__reduce_min_sync(int)", static_cast<unsigned>(__reduce_min_sync(all, lane - three)));
  SHOW_LANES("__reduce_xor_sync", __reduce_xor_sync(all, 1u << lane));
}

int main() {
  Shuffles<<<1, 32>>>(3);
  WhoIsHere<<<1, 32>>>();
  Votes<<<1, 32>>>(3);
  return Ended();
}
