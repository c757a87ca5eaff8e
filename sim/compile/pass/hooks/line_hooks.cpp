#include "sim/compile/pass/hooks/line_hooks.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/hooks/local_room.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/hooks/hooks.h"

namespace lockstep::pass {
namespace {

// The place of an instruction that is part of the program as written, else null.
const llvm::DILocation* PlaceOf(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AllocaInst, llvm::PHINode>(instruction) || instruction.isEHPad()) return nullptr;
  const llvm::DILocation* place = PlaceInProgram(instruction.getDebugLoc().get());
  return place && place->getLine() != 0 && !IsLibraryFile(place->getFile()) ? place : nullptr;
}

// The identity of a line for a learner.
using Line = std::pair<const llvm::DIFile*, unsigned>;
Line LineOf(const llvm::DILocation* place) { return {place->getFile(), place->getLine()}; }

class LineHooks {
 public:
  LineHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders, const ReturnSites& returns)
      : function_(function), module_(*function.getParent()), tables_(tables), orders_(orders), returns_(returns) {
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

  // A block continues the line of its predecessors if all of them end on it; a loop's header never does, so that each
  // iteration is a step even if the whole loop is on one line.
  bool Continues(const llvm::BasicBlock& block, Line line) const {
    if (headers_.contains(&block) || llvm::pred_empty(&block)) return false;
    return llvm::all_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* before) {
      auto last = last_line_.find(before);
      return last != last_line_.end() && last->second == line;
    });
  }

  // `i++` of a for loop whose header is on the same line: the header's step shows it.
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
      if (reached) CallHook(instruction, "__lockstep_line", {tables_.Site(place, orders_.lookup(&block))});
      current = line;
      first = false;
    }
  }

  void InsertDeclares() {
    struct Declaration {
      llvm::Instruction* before;
      llvm::DbgVariableRecord* record;
    };
    std::vector<Declaration> declarations;
    for (llvm::BasicBlock& block : function_)
      for (llvm::Instruction& instruction : block)
        for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
          if (record.isDbgDeclare() && record.getVariableLocationOp(0)) declarations.push_back({&instruction, &record});
    for (const Declaration& declaration : declarations)
      DeclareVariable(declaration.before, *declaration.record, tables_, "__lockstep_declare");
  }

  void InsertEnterAndLeave() {
    llvm::Constant* row = tables_.FunctionRow(function_.getSubprogram());
    for (llvm::BasicBlock& block : function_)
      if (auto* leave = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
        CallHook(leave, "__lockstep_leave", {row, SiteOf(*leave)});
    CallHook(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), "__lockstep_enter", {row});
  }

  llvm::Value* SiteOf(const llvm::ReturnInst& leave) const {
    if (llvm::Value* site = returns_.lookup(&leave)) return site;
    return llvm::ConstantPointerNull::get(llvm::PointerType::get(module_.getContext(), 0));
  }

  llvm::Function& function_;
  llvm::Module& module_;
  UnitTables& tables_;
  const BlockOrders& orders_;
  const ReturnSites& returns_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> headers_;
  llvm::DenseMap<const llvm::BasicBlock*, Line> last_line_;
};

}  // namespace

void DeclareVariable(llvm::Instruction* before, llvm::DbgVariableRecord& record, UnitTables& tables,
                     llvm::StringRef hook) {
  llvm::Value* address = record.getVariableLocationOp(0);
  if (!address->getType()->isPointerTy() || record.getVariable()->isArtificial()) return;
  if (record.getDebugLoc().getInlinedAt() || IsLibraryFile(record.getVariable()->getFile())) return;
  // Of the marks in played code (shared/lockstep/play.h).
  if (record.getVariable()->getName().starts_with("__lockstep")) return;
  const llvm::DIExpression* expression = record.getExpression();
  if (expression->getNumElements() != 0 && !(expression->startsWithDeref() && expression->getNumElements() == 1))
    return;
  llvm::IRBuilder<> build(before);
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(address);
  const std::uint64_t room = local && HasRoom(*local) ? LOCKSTEP_HAS_ROOM : 0;
  if (expression->startsWithDeref()) address = build.CreateLoad(build.getPtrTy(), address);
  CallHook(before, hook,
           {tables.VariableRow(record.getVariable()), address,
            build.getInt64(SizeInBytes(record.getVariable()->getType()) | room)});
}

void InsertLineHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders,
                     const ReturnSites& returns) {
  if (function.getSubprogram() && !IsLibraryFunction(function)) LineHooks(function, tables, orders, returns).Insert();
}

}  // namespace lockstep::pass
