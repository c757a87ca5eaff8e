// Barriers, and exchanges of values between the lanes of a warp.

#include <optional>

#include "shared/trace/words.h"
#include "sim/compile/pass/language/ptx/lowerings.h"

namespace lockstep::pass::lower {
namespace {

using trace::WarpOperation;

llvm::Value* Code(PtxLowering& ptx, WarpOperation operation) {
  return ptx.build().getInt32(static_cast<std::uint32_t>(operation));
}

llvm::Value* Lane(PtxLowering& ptx) { return ptx.Special("laneid"); }

// A barrier's number in argument `i`, and how many threads meet there in the next one.
struct Named {
  llvm::Value *number, *count;
  bool is_for_all = false;  // barrier 0, as __syncthreads
};

bool IsConstant(const ptx::Argument& argument) { return argument.form == ptx::Argument::Form::kWhole; }

std::optional<Named> NamedBarrier(PtxLowering& ptx, std::size_t i, bool has_count) {
  const ptx::Argument &number = ptx.argument(i), &count = ptx.argument(i + 1);
  if (IsConstant(number) && number.whole > 15) {
    ptx.Complain("a block has the barriers 0 to 15");
    return std::nullopt;
  }
  if (has_count && IsConstant(count) && count.whole % trace::kWarpSize != 0) {
    ptx.Complain("the number of threads at a barrier is a multiple of 32");
    return std::nullopt;
  }
  return Named{ptx.Get(i), has_count ? ptx.Get(i + 1) : ptx.build().getInt32(0),
               IsConstant(number) && number.whole == 0 && !has_count};
}

llvm::Value* Exchange(PtxLowering& ptx, llvm::StringRef name, llvm::Value* mask, llvm::Value* value,
                      WarpOperation operation) {
  return ptx.Call(name, ptx.build().getInt32Ty(), {mask, value, Code(ptx, operation)});
}

}  // namespace

void Barrier(PtxLowering& ptx) {
  llvm::Type* nothing = ptx.build().getVoidTy();
  const std::optional<Named> named = NamedBarrier(ptx, 0, ptx.has(1));
  if (!named) return;
  if (named->is_for_all)
    ptx.Call("__lockstep_syncthreads", nothing, {});
  else
    ptx.Call("__lockstep_named_barrier", nothing, {named->number, named->count});
}

void ArriveAtBarrier(PtxLowering& ptx) {
  if (const std::optional<Named> named = NamedBarrier(ptx, 0, true))
    ptx.Call("__lockstep_named_arrive", ptx.build().getVoidTy(), {named->number, named->count});
}

void ReduceAtBarrier(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const bool has_count = ptx.step().arguments.size() == 4;
  const std::optional<Named> named = NamedBarrier(ptx, 1, has_count);
  if (!named) return;
  llvm::Value* holds = ptx.Get(has_count ? 3 : 2);
  const bool all = ptx.Has("and");
  llvm::Value* predicate = build.CreateZExt(all ? build.CreateNot(holds) : holds, build.getInt32Ty());
  llvm::Value* number = named->is_for_all ? ptx.Call("__lockstep_syncthreads_count", build.getInt32Ty(), {predicate})
                                          : ptx.Call("__lockstep_named_count", build.getInt32Ty(),
                                                     {named->number, named->count, predicate});
  ptx.Set(0, ptx.Has("popc") ? number : all ? build.CreateIsNull(number) : build.CreateIsNotNull(number));
}

void WarpBarrier(PtxLowering& ptx) { ptx.Call("__lockstep_syncwarp", ptx.build().getVoidTy(), {ptx.Get(0)}); }

void ClusterBarrier(PtxLowering& ptx) { ptx.Call("__lockstep_sync_cluster", ptx.build().getVoidTy(), {}); }

// The formulas are PTX's: c has the last lane of a segment, and above it the mask of the bits that are a segment's
// number.
void Shuffle(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *lane = Lane(ptx), *b = build.CreateAnd(ptx.Get(2), 31), *c = ptx.Get(3);
  llvm::Value* last = build.CreateAnd(c, 31);
  llvm::Value* segment = build.CreateAnd(build.CreateLShr(c, 8), 31);
  llvm::Value* first_lane = build.CreateAnd(lane, segment);
  llvm::Value* last_lane = build.CreateOr(first_lane, build.CreateAnd(last, build.CreateNot(segment)));
  llvm::Value *source, *is_inside;
  WarpOperation operation = WarpOperation::kShuffle;
  if (ptx.Has("up")) {
    source = build.CreateSub(lane, b);
    is_inside = build.CreateICmpSGE(source, last_lane);
    operation = WarpOperation::kShuffleUp;
  } else {
    source = ptx.Has("down")   ? build.CreateAdd(lane, b)
             : ptx.Has("bfly") ? build.CreateXor(lane, b)
                               : build.CreateOr(first_lane, build.CreateAnd(b, build.CreateNot(segment)));
    is_inside = build.CreateICmpSLE(source, last_lane);
    if (!ptx.Has("idx")) operation = ptx.Has("down") ? WarpOperation::kShuffleDown : WarpOperation::kShuffleXor;
  }
  source = build.CreateSelect(is_inside, source, lane);
  llvm::Value* value = build.CreateZExt(ptx.Get(1), build.getInt64Ty());
  llvm::Value* taken =
      ptx.Call("__lockstep_shuffle", build.getInt64Ty(), {ptx.Get(4), value, source, Code(ptx, operation)});
  ptx.SetPair(build.CreateTrunc(taken, build.getInt32Ty()), is_inside);
}

void Vote(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const WarpOperation operation = ptx.Has("all")   ? WarpOperation::kAll
                                  : ptx.Has("any") ? WarpOperation::kAny
                                  : ptx.Has("uni") ? WarpOperation::kUni
                                                   : WarpOperation::kBallot;
  llvm::Value* predicate = build.CreateZExt(ptx.Get(1), build.getInt32Ty());
  llvm::Value* result = Exchange(ptx, "__lockstep_vote", ptx.Get(2), predicate, operation);
  ptx.Set(0, ptx.Has("ballot") ? result : build.CreateIsNotNull(result));
}

void Match(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const WarpOperation operation = ptx.Has("any") ? WarpOperation::kMatchAny : WarpOperation::kMatchAll;
  llvm::Value* value = build.CreateZExt(ptx.Get(1), build.getInt64Ty());
  llvm::Value* lanes = Exchange(ptx, "__lockstep_match", ptx.Get(2), value, operation);
  ptx.SetPair(lanes, build.CreateIsNotNull(lanes));
}

static llvm::Value* Reduced(PtxLowering& ptx, llvm::Value* a, llvm::Value* b) {
  llvm::IRBuilder<>& build = ptx.build();
  const bool is_signed = ptx::KindOf(ptx.type()) == ptx::Kind::kSigned;
  if (ptx.Has("add")) return build.CreateAdd(a, b);
  if (ptx.Has("and")) return build.CreateAnd(a, b);
  if (ptx.Has("or")) return build.CreateOr(a, b);
  if (ptx.Has("xor")) return build.CreateXor(a, b);
  if (ptx.Has("min"))
    return build.CreateBinaryIntrinsic(is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, a, b);
  return build.CreateBinaryIntrinsic(is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, a, b);
}

// The loop of __reduce_add_sync: over the lanes that take part, the lowest first.
void Reduce(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Type *narrow = build.getInt32Ty(), *wide = build.getInt64Ty();
  llvm::Value* values = ptx.Room(llvm::ArrayType::get(wide, 32));
  llvm::Value* lanes = ptx.Call("__lockstep_gather", narrow, {ptx.Get(2), build.CreateZExt(ptx.Get(1), wide), values});
  auto without_first = [&](llvm::Value* mask) {
    return build.CreateAnd(mask, build.CreateSub(mask, build.getInt32(1)));
  };
  auto value_of_first = [&](llvm::Value* mask) {
    llvm::Value* lane = build.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, mask, build.getFalse());
    return build.CreateTrunc(build.CreateLoad(wide, build.CreateGEP(wide, values, lane)), narrow);
  };
  llvm::Value *first = value_of_first(lanes), *others = without_first(lanes);
  const PtxLowering::Loop loop = ptx.StartLoop();
  llvm::PHINode *rest = build.CreatePHI(narrow, 2), *sum = build.CreatePHI(narrow, 2);
  llvm::BasicBlock* body = ptx.EnterBodyIf(build.CreateIsNotNull(rest), loop);
  llvm::Value *next = Reduced(ptx, sum, value_of_first(rest)), *left = without_first(rest);
  build.CreateBr(loop.loop);
  rest->addIncoming(others, loop.before), rest->addIncoming(left, body);
  sum->addIncoming(first, loop.before), sum->addIncoming(next, body);
  ptx.End(loop);
  ptx.Set(0, sum);
}

// Lane 4 r + c / 2 holds the elements c and c + 1 of row r.
void TransposeMatrix(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Type *narrow = build.getInt32Ty(), *wide = build.getInt64Ty();
  llvm::Value* values = ptx.Room(llvm::ArrayType::get(wide, trace::kWarpSize));
  ptx.Call("__lockstep_gather", narrow, {build.getInt32(~0u), build.CreateZExt(ptx.Get(1), wide), values});
  llvm::Value *row = build.CreateLShr(Lane(ptx), 2), *column = build.CreateShl(build.CreateAnd(Lane(ptx), 3), 1);
  auto element = [&](llvm::Value* of_row) {
    llvm::Value* lane = build.CreateAdd(build.CreateShl(of_row, 2), build.CreateLShr(row, 1));
    llvm::Value* pair = build.CreateTrunc(build.CreateLoad(wide, build.CreateGEP(wide, values, lane)), narrow);
    return build.CreateAnd(build.CreateLShr(pair, build.CreateShl(build.CreateAnd(row, 1), 4)), 0xffff);
  };
  llvm::Value* next = element(build.CreateAdd(column, build.getInt32(1)));
  ptx.Set(0, build.CreateOr(element(column), build.CreateShl(next, 16)));
}

// The lowest lane of those that take part.
void Elect(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* lanes = Exchange(ptx, "__lockstep_vote", ptx.Get(1), build.getInt32(1), WarpOperation::kBallot);
  llvm::Value* leader = build.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, lanes, build.getFalse());
  ptx.SetPair(leader, build.CreateICmpEQ(leader, Lane(ptx)));
}

void ActiveMask(PtxLowering& ptx) { ptx.Set(0, ptx.Call("__lockstep_activemask", ptx.build().getInt32Ty(), {})); }

}  // namespace lockstep::pass::lower
