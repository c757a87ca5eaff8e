// Accesses of memory. Each is one load, store or atomic instruction, so that the hooks treat it as one of the
// program's.

#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/language/atomic_scopes.h"
#include "sim/compile/pass/language/ptx/barrier_objects.h"
#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/parts.h"
#include "sim/compile/pass/language/ptx/spaces.h"
#include "sim/compile/pass/language/ptx/updates.h"
#include "sim/compile/pass/unit/modelled_features.h"

namespace lockstep::pass::lower {

using ptx::Argument;
using ptx::BitsOf;
using ptx::Type;
using Order = llvm::AtomicOrdering;

namespace {

void MarkScope(PtxLowering& ptx, llvm::Instruction& access) {
  if (ptx.Has("cta")) access.setMetadata(kBlockScope, llvm::MDNode::get(access.getContext(), {}));
}

// Of a load or a store: plain accesses are not atomic.
Order OrderOfAccess(const PtxLowering& ptx) {
  if (ptx.Has("acquire")) return Order::Acquire;
  if (ptx.Has("release")) return Order::Release;
  return ptx.Has("relaxed") ? Order::Monotonic : Order::NotAtomic;
}

// `.cg` goes to the cache that all blocks share. CUB's blocks pass their sums on by it.
bool IsVolatile(const PtxLowering& ptx) {
  return ptx.Has("volatile") || ptx.Has("mmio") || ptx.Has("cg") || ptx.Has("cv") || ptx.Has("wt");
}

llvm::Align AlignmentOf(llvm::Type* type, unsigned count) {
  return llvm::Align(std::max<unsigned>(1, type->getPrimitiveSizeInBits() / 8) * count);
}

const Argument& Element(const Argument& whole, std::size_t i) {
  return whole.form == Argument::Form::kVector ? whole.parts[i] : whole;
}
std::size_t ElementsOf(const Argument& whole) { return whole.form == Argument::Form::kVector ? whole.parts.size() : 1; }

llvm::Value* At(PtxLowering& ptx, llvm::Value* start, llvm::Type* type, std::size_t i) {
  return i == 0 ? start : ptx.build().CreateConstGEP1_64(type, start, i);
}

void LoadOne(PtxLowering& ptx, const Argument& to, llvm::Value* address, Order order) {
  llvm::Type* type = ptx.ValuesOf(ptx.type());
  llvm::LoadInst* load = ptx.build().CreateAlignedLoad(type, address, AlignmentOf(type, 1), IsVolatile(ptx));
  load->setAtomic(order);
  if (order != Order::NotAtomic) MarkScope(ptx, *load);
  ptx.Set(to, load);
}

void StoreOne(PtxLowering& ptx, const Argument& from, llvm::Value* address, Order order) {
  llvm::Value* value = ptx.Get(from);
  llvm::StoreInst* store =
      ptx.build().CreateAlignedStore(value, address, AlignmentOf(value->getType(), 1), IsVolatile(ptx));
  store->setAtomic(order);
  if (order != Order::NotAtomic) MarkScope(ptx, *store);
}

// Relaxed ones as CUDA's atomicAdd (sim/toolkit/lockstep/library/atomics.h): acq_rel, with a mark for the checker.
Order OrderOfUpdate(const PtxLowering& ptx) {
  if (ptx.Has("acquire")) return Order::Acquire;
  if (ptx.Has("release")) return Order::Release;
  return Order::AcquireRelease;
}
void MarkUpdate(PtxLowering& ptx, llvm::Instruction& update) {
  const bool is_relaxed = !ptx.Has("acquire") && !ptx.Has("release") && !ptx.Has("acq_rel");
  if (is_relaxed)
    update.setMetadata(kRelaxed, llvm::MDNode::get(update.getContext(), {}));
  else
    MarkOrdered(update);
  MarkScope(ptx, update);
}

llvm::AtomicRMWInst::BinOp OperationOf(const PtxLowering& ptx) {
  using Rmw = llvm::AtomicRMWInst;
  const bool is_signed = ptx::KindOf(ptx.type()) == ptx::Kind::kSigned;
  const bool is_real = ptx::KindOf(ptx.type()) == ptx::Kind::kReal || ptx.type() == Type::k_f16x2;
  if (ptx.Has("exch")) return Rmw::Xchg;
  if (ptx.Has("add")) return is_real ? Rmw::FAdd : Rmw::Add;
  if (ptx.Has("min")) return is_signed ? Rmw::Min : Rmw::UMin;
  if (ptx.Has("max")) return is_signed ? Rmw::Max : Rmw::UMax;
  if (ptx.Has("inc")) return Rmw::UIncWrap;
  if (ptx.Has("dec")) return Rmw::UDecWrap;
  return ptx.Has("and") ? Rmw::And : ptx.Has("or") ? Rmw::Or : Rmw::Xor;
}

llvm::Value* UpdateOne(PtxLowering& ptx, llvm::Value* address, llvm::Value* value) {
  llvm::AtomicRMWInst* update = ptx.build().CreateAtomicRMW(OperationOf(ptx), address, value,
                                                            AlignmentOf(value->getType(), 1), OrderOfUpdate(ptx));
  MarkUpdate(ptx, *update);
  return update;
}

// An update of 16 bits that no instruction of LLVM does as PTX says, as a loop: returns the bits before.
llvm::Value* UpdateBits(PtxLowering& ptx, llvm::Value* address, llvm::Value* bits) {
  llvm::IRBuilder<>& build = ptx.build();
  const Format format = FormatOf(ptx.type());
  llvm::Value* operand = Widen(ptx, bits, format);
  UpdateLoop loop{.type = build.getInt16Ty(), .order = OrderOfUpdate(ptx)};
  loop.changed = [&](llvm::Value* old) {
    llvm::Value* now = Widen(ptx, old, format);
    if (ptx.Has("add")) return Narrow(ptx, build.CreateFAdd(now, operand), format, kNearest);
    return Narrow(ptx, LeastOrGreatestReal(build, now, operand, ptx.Has("min")), format, kNearest);
  };
  loop.mark = [&](llvm::Instruction& access) { MarkUpdate(ptx, access); };
  if (ptx.Has("add")) MarkFloatAtomic(*build.GetInsertBlock()->getParent());
  return Repeat(ptx, address, loop);
}

// Each half of a pair is updated for itself, as PTX says.
llvm::Value* UpdateHalves(PtxLowering& ptx, llvm::Value* address, llvm::Value* bits) {
  llvm::IRBuilder<>& build = ptx.build();
  const bool is_sum_of_halves = ptx.Has("add") && FormatOf(ptx.type()) == kHalf;
  const unsigned count = bits->getType()->getIntegerBitWidth() / 16;
  llvm::Value* old = llvm::ConstantInt::get(bits->getType(), 0);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value* half = build.CreateTrunc(build.CreateLShr(bits, 16 * i), build.getInt16Ty());
    llvm::Value* place = At(ptx, address, build.getInt16Ty(), i);
    llvm::Value* before = is_sum_of_halves ? UpdateOne(ptx, place, build.CreateBitCast(half, build.getHalfTy()))
                                           : UpdateBits(ptx, place, half);
    before = build.CreateZExt(build.CreateBitCast(before, build.getInt16Ty()), bits->getType());
    old = build.CreateOr(old, build.CreateShl(before, 16 * i));
  }
  return old;
}

}  // namespace

// A vector is one access, unless it is atomic: then its elements are.
void Load(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* address = AddressIn(ptx, 1, NamesShared(ptx));
  const Argument& to = ptx.argument(0);
  const std::size_t count = ElementsOf(to);
  const Order order = OrderOfAccess(ptx);
  llvm::Type* type = ptx.ValuesOf(ptx.type());
  if (count == 1 || order != Order::NotAtomic) {
    for (std::size_t i = 0; i < count; ++i) LoadOne(ptx, Element(to, i), At(ptx, address, type, i), order);
    return;
  }
  const auto lanes = static_cast<unsigned>(count);
  llvm::Type* vector = llvm::FixedVectorType::get(type, lanes);
  llvm::Value* all = build.CreateAlignedLoad(vector, address, AlignmentOf(type, lanes), IsVolatile(ptx));
  for (unsigned i = 0; i < lanes; ++i) ptx.Set(Element(to, i), build.CreateExtractElement(all, i));
}

void Store(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* address = AddressIn(ptx, 0, NamesShared(ptx) || ptx.Has("async"));
  const Argument& from = ptx.argument(1);
  const std::size_t count = ElementsOf(from);
  const Order order = OrderOfAccess(ptx);
  llvm::Type* type = ptx.ValuesOf(ptx.type());
  if (count == 1 || order != Order::NotAtomic) {
    for (std::size_t i = 0; i < count; ++i) StoreOne(ptx, Element(from, i), At(ptx, address, type, i), order);
    return;
  }
  const auto lanes = static_cast<unsigned>(count);
  llvm::Value* all = llvm::PoisonValue::get(llvm::FixedVectorType::get(type, lanes));
  for (unsigned i = 0; i < lanes; ++i) all = build.CreateInsertElement(all, ptx.Get(Element(from, i)), i);
  build.CreateAlignedStore(all, address, AlignmentOf(type, lanes), IsVolatile(ptx));
}

llvm::Value* UpdateElement(PtxLowering& ptx, llvm::Value* address, llvm::Value* value) {
  const bool halves = ptx::KindOf(ptx.type()) == ptx::Kind::kPacked || BitsOf(ptx.type()) == 16;
  return halves ? UpdateHalves(ptx, address, value) : UpdateOne(ptx, address, value);
}

// Each element of a vector is updated for itself.
void Update(PtxLowering& ptx) {
  const std::size_t first = ptx.opcode() == "atom" ? 1 : 0;
  llvm::Value* address = AddressIn(ptx, first, NamesShared(ptx) || ptx.Has("async"));
  const Argument& from = ptx.argument(first + 1);
  llvm::SmallVector<llvm::Value*> values;
  for (std::size_t i = 0; i < ElementsOf(from); ++i) values.push_back(ptx.Get(Element(from, i)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    llvm::Value* place = At(ptx, address, values[i]->getType(), i);
    llvm::Value* old = UpdateElement(ptx, place, values[i]);
    if (first == 1) ptx.Set(Element(ptx.argument(0), i), old);
  }
}

void CompareAndSwap(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* address = AddressIn(ptx, 1, NamesShared(ptx));
  llvm::Value *compared = ptx.Get(2), *value = ptx.Get(3);
  const Order order = OrderOfUpdate(ptx);
  llvm::AtomicCmpXchgInst* swap =
      build.CreateAtomicCmpXchg(address, compared, value, AlignmentOf(value->getType(), 1), order,
                                llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order));
  MarkUpdate(ptx, *swap);
  ptx.Set(0, build.CreateExtractValue(swap, 0));
}

// Done at once, the earliest moment that PTX allows; the barrier hears of the bytes.
static void Complete(PtxLowering& ptx, std::uint64_t bytes) {
  MarkAsynchronous(*std::prev(ptx.build().GetInsertPoint()));
  if (bytes > 16) return ptx.Complain("a vector has at most 128 bits");
  CompleteBytes(ptx, AddressIn(ptx, 2, true), ptx.build().getInt64(bytes));
}

void StoreAndComplete(PtxLowering& ptx) {
  Store(ptx);
  Complete(ptx, ElementsOf(ptx.argument(1)) * BitsOf(ptx.type()) / 8);
}

void UpdateAndComplete(PtxLowering& ptx) {
  Update(ptx);
  Complete(ptx, BitsOf(ptx.type()) / 8);
}

// A policy is only passed on to hints.
void CreatePolicy(PtxLowering& ptx) { ptx.Set(0, ptx.build().getInt64(0)); }

void Fence(PtxLowering& ptx) {
  const unsigned scope = ptx.Has("sys") ? 2 : ptx.Has("cta") ? 0 : 1;
  ptx.Call("__lockstep_fence", ptx.build().getVoidTy(), {ptx.build().getInt32(scope)});
}

}  // namespace lockstep::pass::lower
