// Products of matrices in the registers of a warp, and how these are loaded and stored.

#include "sim/math/matrices.h"

#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/spaces.h"

namespace lockstep::pass::lower {

using ptx::Argument;
using ptx::BitsOf;
using ptx::Type;

namespace {

constexpr unsigned kLanes = 32;

std::vector<Argument> RegistersOf(const Argument& list) {
  return list.form == Argument::Form::kVector ? list.parts : std::vector<Argument>{list};
}

// m16n8k8 and so on.
struct Shape {
  unsigned rows = 0, k = 0;
};
Shape ShapeOf(const PtxLowering& ptx) {
  Shape shape;
  llvm::StringRef word(ptx.step().matched.words[2].data(), ptx.step().matched.words[2].size());
  word.consume_front("m"), word.consumeInteger(10, shape.rows);
  word.consume_front("n8k"), word.consumeInteger(10, shape.k);
  return shape;
}

std::uint32_t CodeOf(Type element) {
  constexpr std::pair<Type, LockstepElement> kElements[] = {
      {Type::k_f16, LockstepElement::kF16},   {Type::k_bf16, LockstepElement::kBf16},
      {Type::k_tf32, LockstepElement::kTf32}, {Type::k_e4m3, LockstepElement::kE4m3},
      {Type::k_e5m2, LockstepElement::kE5m2}, {Type::k_f64, LockstepElement::kF64},
      {Type::k_s8, LockstepElement::kS8},     {Type::k_u8, LockstepElement::kU8},
      {Type::k_s4, LockstepElement::kS4},     {Type::k_u4, LockstepElement::kU4},
      {Type::k_b1, LockstepElement::kB1},
  };
  for (const auto& [type, code] : kElements)
    if (type == element) return static_cast<std::uint32_t>(code);
  return 0;
}

llvm::Value* At(PtxLowering& ptx, llvm::Value* words, llvm::Value* index) {
  return ptx.build().CreateGEP(ptx.build().getInt64Ty(), words, index);
}

// The word of each lane.
llvm::Value* Gathered(PtxLowering& ptx, llvm::Value* word) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* room = ptx.Room(llvm::ArrayType::get(build.getInt64Ty(), kLanes));
  build.CreateMemSet(room, build.getInt8(0), 8 * kLanes, llvm::Align(8))->setDebugLoc({});
  ptx.Call("__lockstep_gather", build.getInt32Ty(), {build.getInt32(~0u), word, room});
  return room;
}

llvm::Value* Stored(PtxLowering& ptx, llvm::ArrayRef<llvm::Value*> words) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* room = ptx.Room(llvm::ArrayType::get(build.getInt64Ty(), words.size()));
  for (unsigned i = 0; i < words.size(); ++i)
    build.CreateStore(words[i], At(ptx, room, build.getInt64(i)))->setDebugLoc({});
  return room;
}

// Two registers of 32 bits in a word, or one of 64.
llvm::SmallVector<llvm::Value*> Words(PtxLowering& ptx, llvm::ArrayRef<Argument> registers) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::SmallVector<llvm::Value*> words;
  for (std::size_t i = 0; i < registers.size(); ++i) {
    const unsigned bits = BitsOf(registers[i].type);
    llvm::Value* whole =
        build.CreateZExt(build.CreateBitCast(ptx.Get(registers[i]), build.getIntNTy(bits)), build.getInt64Ty());
    if (bits == 64 || i % 2 == 0)
      words.push_back(whole);
    else
      words.back() = build.CreateOr(words.back(), build.CreateShl(whole, 32));
  }
  return words;
}

// Lane's row of a matrix: its address, as every lane gave that of one row.
llvm::Value* RowAt(PtxLowering& ptx, llvm::Value* rows, llvm::Value* number, llvm::Value* bytes) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::LoadInst* address = build.CreateLoad(build.getInt64Ty(), At(ptx, rows, number));
  address->setDebugLoc({});
  return build.CreateGEP(build.getInt8Ty(), build.CreateIntToPtr(address, build.getPtrTy()), bytes);
}

// The places of this lane's elements of matrix `number`: a word with both, or with .trans two halves.
llvm::SmallVector<llvm::Value*> PlacesOf(PtxLowering& ptx, llvm::Value* rows, unsigned number) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* lane = ptx.Special("laneid");
  llvm::Value *group = build.CreateLShr(lane, 2), *member = build.CreateAnd(lane, 3);
  llvm::Value* first = build.getInt32(8 * number);
  if (!ptx.Has("trans")) return {RowAt(ptx, rows, build.CreateAdd(group, first), build.CreateShl(member, 2))};
  llvm::Value *row = build.CreateAdd(build.CreateShl(member, 1), first), *bytes = build.CreateShl(group, 1);
  llvm::Value* high = RowAt(ptx, rows, build.CreateAdd(row, build.getInt32(1)), bytes);
  return {RowAt(ptx, rows, row, bytes), high};
}

// Checks how many registers the list has; a register for each matrix.
bool CountFits(PtxLowering& ptx, std::size_t argument, std::size_t count) {
  if (RegistersOf(ptx.argument(argument)).size() == count) return true;
  ptx.Complain("operand " + std::to_string(argument + 1) + " of `" + std::string(ptx.step().word) + "` has " +
               std::to_string(count) + (count == 1 ? " register" : " registers"));
  return false;
}
unsigned MatricesOf(const PtxLowering& ptx) { return ptx.Has("x4") ? 4 : ptx.Has("x2") ? 2 : 1; }

llvm::Value* RowsOfAllLanes(PtxLowering& ptx, std::size_t argument) {
  llvm::Value* row = ptx.build().CreatePtrToInt(AddressIn(ptx, argument, NamesShared(ptx)), ptx.build().getInt64Ty());
  return Gathered(ptx, row);
}

// A list of a lane's accumulators, each in a word: halves are apart.
llvm::Value* Accumulators(PtxLowering& ptx, llvm::ArrayRef<Argument> registers, bool halves, unsigned count) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* room = ptx.Room(llvm::ArrayType::get(build.getInt64Ty(), count));
  for (unsigned i = 0; i < count; ++i) {
    const Argument& from = registers[halves ? i / 2 : i];
    llvm::Value* value = build.CreateBitCast(ptx.Get(from), build.getIntNTy(BitsOf(from.type)));
    if (halves) value = build.CreateAnd(build.CreateLShr(value, 16 * (i % 2)), 0xffff);
    build.CreateStore(build.CreateZExt(value, build.getInt64Ty()), At(ptx, room, build.getInt64(i)))->setDebugLoc({});
  }
  return room;
}

void TakeAccumulators(PtxLowering& ptx, llvm::Value* room, llvm::ArrayRef<Argument> registers, bool halves) {
  llvm::IRBuilder<>& build = ptx.build();
  auto word = [&](std::size_t i) {
    llvm::LoadInst* load = build.CreateLoad(build.getInt64Ty(), At(ptx, room, build.getInt64(i)));
    load->setDebugLoc({});
    return load;
  };
  for (std::size_t i = 0; i < registers.size(); ++i) {
    llvm::Value* value = word(halves ? 2 * i : i);
    if (halves) value = build.CreateOr(value, build.CreateShl(word(2 * i + 1), 16));
    value = build.CreateTrunc(value, build.getIntNTy(BitsOf(registers[i].type)));
    ptx.Set(registers[i], build.CreateBitCast(value, ptx.ValuesOf(registers[i].type)));
  }
}

// A LockstepMatrixShape.
llvm::Constant* Description(PtxLowering& ptx, const Shape& shape, bool halves) {
  llvm::IRBuilder<>& build = ptx.build();
  const std::uint32_t fields[] = {shape.rows, shape.k, CodeOf(ptx.type(1)),  CodeOf(ptx.type(2)),
                                  halves,     halves,  ptx.Has("satfinite"), ptx.Has("and")};
  auto* values = llvm::ConstantDataArray::get(build.getContext(), fields);
  return new llvm::GlobalVariable(ptx.module(), values->getType(), true, llvm::GlobalValue::PrivateLinkage, values,
                                  "lockstep.matrices");
}

}  // namespace

void MultiplyMatrices(PtxLowering& ptx) {
  const Shape shape = ShapeOf(ptx);
  const unsigned bits = std::max(1u, BitsOf(ptx.type(1))), in_register = std::max(1u, 32 / bits);
  const unsigned along_k = shape.k / (4 * in_register), sums = shape.rows / 4;
  const bool halves = ptx.type(0) == Type::k_f16;
  const unsigned sum_registers = halves ? sums / 2 : sums;
  if (!CountFits(ptx, 0, sum_registers) || !CountFits(ptx, 1, std::size_t{along_k} * (shape.rows / 8)) ||
      !CountFits(ptx, 2, along_k) || !CountFits(ptx, 3, sum_registers))
    return;
  const std::vector<Argument> to = RegistersOf(ptx.argument(0)), from = RegistersOf(ptx.argument(3));
  llvm::Value *a = Stored(ptx, Words(ptx, RegistersOf(ptx.argument(1)))),
              *b = Stored(ptx, Words(ptx, RegistersOf(ptx.argument(2))));
  llvm::Value* room = Accumulators(ptx, from, halves, sums);
  ptx.Call("__lockstep_multiply", ptx.build().getVoidTy(), {Description(ptx, shape, halves), a, b, room});
  TakeAccumulators(ptx, room, to, halves);
}

void LoadMatrices(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const unsigned count = MatricesOf(ptx);
  if (!CountFits(ptx, 0, count)) return;
  llvm::Value* rows = RowsOfAllLanes(ptx, 1);
  const std::vector<Argument> to = RegistersOf(ptx.argument(0));
  for (unsigned i = 0; i < count; ++i) {
    const llvm::SmallVector<llvm::Value*> places = PlacesOf(ptx, rows, i);
    if (places.size() == 1) {
      ptx.Set(to[i], build.CreateLoad(build.getInt32Ty(), places[0]));
      continue;
    }
    llvm::Value* low = build.CreateZExt(build.CreateLoad(build.getInt16Ty(), places[0]), build.getInt32Ty());
    llvm::Value* high = build.CreateZExt(build.CreateLoad(build.getInt16Ty(), places[1]), build.getInt32Ty());
    ptx.Set(to[i], build.CreateOr(low, build.CreateShl(high, 16)));
  }
}

void StoreMatrices(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const unsigned count = MatricesOf(ptx);
  if (!CountFits(ptx, 1, count)) return;
  llvm::Value* rows = RowsOfAllLanes(ptx, 0);
  const std::vector<Argument> from = RegistersOf(ptx.argument(1));
  for (unsigned i = 0; i < count; ++i) {
    const llvm::SmallVector<llvm::Value*> places = PlacesOf(ptx, rows, i);
    llvm::Value* word = ptx.Get(from[i]);
    if (places.size() == 1) {
      build.CreateStore(word, places[0]);
      continue;
    }
    build.CreateStore(build.CreateTrunc(word, build.getInt16Ty()), places[0]);
    build.CreateStore(build.CreateTrunc(build.CreateLShr(word, 16), build.getInt16Ty()), places[1]);
  }
}

}  // namespace lockstep::pass::lower
