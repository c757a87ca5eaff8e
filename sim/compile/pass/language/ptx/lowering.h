#pragma once

// One asm statement while it becomes IR: the values of its registers, and what every instruction's lowering needs.
//
// A register is a slot on the stack until the whole function is lowered (inline_asm.cpp); then it becomes values.

#include <functional>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "sim/ptx/check.h"

namespace lockstep::pass {

// The type of values: integers for .bN, .uN, .sN, for 16-bit floats, tf32 and packed types; float, double; i1 for
// .pred.
llvm::Type* TypeOfValues(llvm::LLVMContext& context, ptx::Type type);

class PtxLowering {
 public:
  // Instructions are inserted before `at`. `line_of` gives the place in the source of an offset in the text.
  using LineOf = std::function<llvm::DebugLoc(std::size_t)>;
  PtxLowering(llvm::CallBase& at, const ptx::Code& code, LineOf line_of);

  // The slots of the registers, in the order of Code::registers.
  llvm::ArrayRef<llvm::AllocaInst*> slots() const { return slots_; }
  void Share(std::size_t register_number, std::size_t with) { slots_[register_number] = slots_[with]; }

  // Lowers every step. Complaints go to `complain`, with the offset in the text.
  void Run(llvm::function_ref<void(const ptx::Complaint&)> complain);

  // --- for the lowerings of instructions
  llvm::IRBuilder<>& build() { return build_; }
  llvm::Module& module() { return module_; }
  const ptx::Step& step() const { return *step_; }
  const ptx::Argument& argument(std::size_t i) const { return step_->arguments[i]; }
  bool has(std::size_t i) const { return step_->arguments[i].form != ptx::Argument::Form::kNone; }
  // T, U, V of the form.
  ptx::Type type(std::size_t i = 0) const { return step_->matched.types[i]; }
  bool Has(std::string_view modifier) const { return step_->matched.Has(modifier); }
  std::string_view opcode() const { return ptx::Forms()[step_->matched.form].opcode; }

  llvm::Type* ValuesOf(ptx::Type type) { return TypeOfValues(build_.getContext(), type); }
  llvm::Value* Get(const ptx::Argument& argument);
  llvm::Value* Get(std::size_t i) { return Get(argument(i)); }
  void Set(const ptx::Argument& argument, llvm::Value* value);
  void Set(std::size_t i, llvm::Value* value) { Set(argument(i), value); }
  // The first and, if there is one, the second destination.
  void SetPair(llvm::Value* first, llvm::Value* second);

  // The address of a variable that the text declares, for a kVariable.
  llvm::Value* AddressOf(const ptx::Argument& argument);

  // A call of the runtime. `Math` has no effects.
  llvm::CallInst* Call(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::CallInst* Math(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::Value* Special(llvm::StringRef name);
  // The carry flag, which the next instruction or asm statement of the thread may read.
  llvm::Value* carry();
  void set_carry(llvm::Value* flag);

  // --- a loop inside an instruction: `before` goes to `loop`, which is where instructions are inserted now.
  struct Loop {
    llvm::BasicBlock *before, *loop, *after;
    llvm::Instruction* rest;  // the first instruction after the loop
  };
  Loop StartLoop();
  // In `loop`: the body, in which instructions are inserted now, is entered where `condition` holds.
  llvm::BasicBlock* EnterBodyIf(llvm::Value* condition, const Loop& loop);
  // Instructions are inserted after the loop now.
  void End(const Loop& loop) { InsertBefore(loop.rest); }
  // Runs `body` for each number from 0 up to `end`, which has 64 bits, in steps of `step`.
  void ForEach(llvm::Value* end, std::uint64_t step, llvm::function_ref<void(llvm::Value* number)> body);
  // Memory of the thread's own, not initialised.
  llvm::Value* Room(llvm::Type* type);

  void JumpTo(std::size_t label);
  void Complain(std::string text) { complaints_.push_back({std::move(text), step_->offset}); }

 private:
  llvm::Value* GetRegister(const ptx::Argument& argument);
  llvm::Value* AddressNumber(const ptx::Argument& argument);
  void LowerStep(const ptx::Step& step);
  void InsertBefore(llvm::Instruction* instruction);
  void StartLabels(std::size_t index);
  llvm::Value* Predicate(std::size_t number, bool negated);
  llvm::Value* CarryFlag();

  const ptx::Code& code_;
  const ptx::Step* step_ = nullptr;
  llvm::CallBase& at_;
  llvm::Module& module_;
  llvm::IRBuilder<> build_;
  LineOf line_of_;
  llvm::DebugLoc line_;  // of the current step
  llvm::SmallVector<llvm::AllocaInst*> slots_;
  llvm::SmallVector<llvm::Value*> variables_;  // their addresses
  llvm::SmallVector<llvm::BasicBlock*> labels_;
  llvm::Value* guard_ = nullptr;  // of an instruction without effects: its results are kept where this holds
  std::vector<ptx::Complaint> complaints_;
};

// The lowering of each form, in the order of instructions.def.
using LowerInstruction = void (*)(PtxLowering&);
LowerInstruction LoweringOf(std::size_t form);

}  // namespace lockstep::pass
