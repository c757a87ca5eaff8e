#include "sim/compile/pass/line_hooks.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/library_code.h"

namespace lockstep {
namespace {

// The place of an instruction that is part of the program as written, else null.
const llvm::DILocation* PlaceOf(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AllocaInst, llvm::PHINode>(instruction)) return nullptr;
  const llvm::DILocation* place = PlaceInProgram(instruction.getDebugLoc().get());
  return place && place->getLine() != 0 && !IsLibraryFile(place->getFile()) ? place : nullptr;
}

// What makes two places the same line to a learner.
using Line = std::pair<const llvm::DIFile*, unsigned>;
Line LineOf(const llvm::DILocation* place) { return {place->getFile(), place->getLine()}; }

class LineHooks {
 public:
  LineHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders)
      : function_(function), module_(*function.getParent()), tables_(tables), orders_(orders) {
    llvm::DominatorTree dominators(function);
    for (llvm::BasicBlock& block : function) {
      for (llvm::BasicBlock* successor : llvm::successors(&block))
        if (dominators.dominates(successor, &block)) headers_.insert(successor);
      if (const llvm::DILocation* last = LastPlace(block)) last_line_[&block] = LineOf(last);
    }
  }

  void Insert() {
    std::vector<llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock& block : function_) blocks.push_back(&block);
    for (llvm::BasicBlock* block : blocks) InsertLines(*block);
    InsertDeclares();
    InsertEnterAndLeave();
  }

 private:
  static const llvm::DILocation* LastPlace(const llvm::BasicBlock& block) {
    for (const llvm::Instruction& instruction : llvm::reverse(block))
      if (const llvm::DILocation* place = PlaceOf(instruction)) return place;
    return nullptr;
  }

  // A block continues the line of its predecessors where all of them end on it; a loop's header never does, so that
  // each round is a step even of a loop that is one line long.
  bool Continues(const llvm::BasicBlock& block, Line line) const {
    if (headers_.contains(&block) || llvm::pred_empty(&block)) return false;
    return llvm::all_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* before) {
      auto last = last_line_.find(before);
      return last != last_line_.end() && last->second == line;
    });
  }

  // `i++` of a for loop whose header stands on the same line: the header's step shows it.
  bool IsLeadIn(const llvm::BasicBlock& block, Line line) const {
    const llvm::BasicBlock* next = block.getSingleSuccessor();
    if (!next || !headers_.contains(next) || !last_line_.contains(&block) || last_line_.lookup(&block) != line)
      return false;
    for (const llvm::Instruction& instruction : *next)
      if (const llvm::DILocation* place = PlaceOf(instruction)) return LineOf(place) == line && &block != next;
    return false;
  }

  void InsertLines(llvm::BasicBlock& block) {
    Line current{nullptr, 0};
    bool first = true;
    std::vector<llvm::Instruction*> instructions;
    for (llvm::Instruction& instruction : block) instructions.push_back(&instruction);
    for (llvm::Instruction* instruction : instructions) {
      const llvm::DILocation* place = PlaceOf(*instruction);
      if (!place) continue;
      const Line line = LineOf(place);
      const bool reached = first ? !Continues(block, line) && !IsLeadIn(block, line) : line != current;
      if (reached) Call(instruction, "__lockstep_line", {tables_.Site(place, orders_.lookup(&block))});
      current = line;
      first = false;
    }
  }

  void InsertDeclares() {
    struct Place {
      llvm::Instruction* before;
      llvm::DbgVariableRecord* record;
    };
    std::vector<Place> places;
    for (llvm::BasicBlock& block : function_)
      for (llvm::Instruction& instruction : block)
        for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
          if (record.isDbgDeclare() && record.getVariableLocationOp(0)) places.push_back({&instruction, &record});
    for (const Place& place : places) InsertDeclare(place.before, *place.record);
  }

  void InsertDeclare(llvm::Instruction* before, llvm::DbgVariableRecord& record) {
    llvm::Value* address = record.getVariableLocationOp(0);
    if (!address->getType()->isPointerTy() || record.getVariable()->isArtificial()) return;
    if (record.getDebugLoc().getInlinedAt() || IsLibraryFile(record.getVariable()->getFile())) return;
    const llvm::DIExpression* expression = record.getExpression();
    if (expression->getNumElements() != 0 && !(expression->startsWithDeref() && expression->getNumElements() == 1))
      return;
    llvm::IRBuilder<> build(before);
    if (expression->startsWithDeref()) address = build.CreateLoad(build.getPtrTy(), address);
    Call(before, "__lockstep_declare",
         {tables_.VariableRow(record.getVariable()), address,
          build.getInt64(SizeInBytes(record.getVariable()->getType()))});
  }

  void InsertEnterAndLeave() {
    llvm::Constant* row = tables_.FunctionRow(function_.getSubprogram());
    for (llvm::BasicBlock& block : function_)
      if (auto* leave = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) Call(leave, "__lockstep_leave", {row});
    Call(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), "__lockstep_enter", {row});
  }

  void Call(llvm::Instruction* before, llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::IRBuilder<> build(before);
    llvm::SmallVector<llvm::Type*> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    build.CreateCall(module_.getOrInsertFunction(hook, llvm::FunctionType::get(build.getVoidTy(), types, false)),
                     arguments);
  }

  llvm::Function& function_;
  llvm::Module& module_;
  UnitTables& tables_;
  const BlockOrders& orders_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> headers_;
  llvm::DenseMap<const llvm::BasicBlock*, Line> last_line_;
};

}  // namespace

void InsertLineHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders) {
  if (function.getSubprogram() && !IsLibraryFunction(function)) LineHooks(function, tables, orders).Insert();
}

}  // namespace lockstep
