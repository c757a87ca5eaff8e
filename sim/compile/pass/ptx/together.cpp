// Barriers, and exchanges of values between the lanes of a warp.

#include "shared/trace/words.h"
#include "sim/compile/pass/ptx/lowerings.h"

namespace lockstep::pass::lower {
namespace {

using trace::WarpOperation;

llvm::Value* Code(PtxLowering& ptx, WarpOperation operation) {
  return ptx.build().getInt32(static_cast<std::uint32_t>(operation));
}

llvm::Value* Lane(PtxLowering& ptx) { return ptx.Special("laneid"); }

bool IsBarrierOfAll(const PtxLowering& ptx, std::size_t i) {
  return ptx.argument(i).form == ptx::Argument::Form::kWhole && ptx.argument(i).whole == 0 &&
         (ptx.step().arguments.size() <= i + 1 || !ptx.has(i + 1));
}

llvm::Value* ThreadsOfBlock(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  return build.CreateMul(build.CreateMul(ptx.Special("ntid.x"), ptx.Special("ntid.y")), ptx.Special("ntid.z"));
}

llvm::Value* Exchange(PtxLowering& ptx, llvm::StringRef name, llvm::Value* mask, llvm::Value* value,
                      WarpOperation operation) {
  return ptx.Call(name, ptx.build().getInt32Ty(), {mask, value, Code(ptx, operation)});
}

}  // namespace

void Barrier(PtxLowering& ptx) {
  llvm::Type* nothing = ptx.build().getVoidTy();
  if (IsBarrierOfAll(ptx, 0)) {
    ptx.Call("__lockstep_syncthreads", nothing, {});
    return;
  }
  ptx.Call("__lockstep_named_barrier", nothing, {ptx.Get(0), ptx.has(1) ? ptx.Get(1) : ThreadsOfBlock(ptx)});
}

void ReduceAtBarrier(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  if (ptx.argument(1).form != ptx::Argument::Form::kWhole || ptx.argument(1).whole != 0)
    return ptx.Complain("a reduction is supported at barrier 0 only");
  llvm::Value* predicate = build.CreateZExt(ptx.Get(2), build.getInt32Ty());
  const std::string name = ptx.Has("popc") ? "count" : ptx.Has("and") ? "and" : "or";
  llvm::Value* result = ptx.Call("__lockstep_syncthreads_" + name, build.getInt32Ty(), {predicate});
  ptx.Set(0, ptx.Has("popc") ? result : build.CreateIsNotNull(result));
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
  ptx.EndLoop();
  ptx.Set(0, sum);
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
