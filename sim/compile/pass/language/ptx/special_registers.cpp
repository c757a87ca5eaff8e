#include "sim/compile/pass/language/ptx/special_registers.h"

#include "llvm/Support/Regex.h"
#include "sim/hooks/state.h"

namespace lockstep::pass {
namespace {

constexpr unsigned kWarpsOfMultiprocessor = 64;
// Of shared memory, in bytes: sm_80 and later allocate so much at a time, and keep so much of each block.
constexpr unsigned kSharedUnit = 128, kReservedShared = 1024;

class Reader {
 public:
  Reader(llvm::IRBuilderBase& build, llvm::Module& module) : build_(build), module_(module) {}

  llvm::Value* Read(llvm::StringRef name) {
    static const llvm::Regex coordinate("^(tid|ctaid|ntid|nctaid)\\.([xyz])$");
    llvm::SmallVector<llvm::StringRef> parts;
    if (coordinate.match(name, &parts)) {
      const llvm::StringRef prefix = llvm::StringSwitch<llvm::StringRef>(parts[1])
                                         .Case("tid", "thread")
                                         .Case("ctaid", "block")
                                         .Case("ntid", "block_dim")
                                         .Default("grid_dim");
      return Index(("__lockstep_" + prefix + "_" + parts[2]).str());
    }
    // The fourth element of a triple, a driver's registers, counters of events, a graph of the device.
    if (name.ends_with(".w") || name.starts_with("envreg") || name.starts_with("pm") || name == "current_graph_exec")
      return build_.getInt64(0);
    if (name.contains("cluster")) return OfCluster(name);
    if (name == "laneid") return Lane();
    if (name == "gridid") return Number("__lockstep_grid_id");
    if (name == "warpid") return build_.CreateLShr(Linear(), 5);
    if (name == "dynamic_smem_size") return Index("__lockstep_dynamic_size");
    if (name == "total_smem_size") return SharedSize(0);
    if (name == "aggr_smem_size") return SharedSize(kReservedShared);
    if (name.consume_front("lanemask_")) return LaneMask(name);
    if (name.consume_front("clock")) return Part(name, "__lockstep_clock");
    if (name.consume_front("globaltimer")) return Part(name, "__lockstep_nanoseconds");
    if (name == "smid") return Multiprocessor();
    if (name == "nsmid") return build_.getInt32(LOCKSTEP_MULTIPROCESSORS);
    return build_.getInt32(kWarpsOfMultiprocessor);  // nwarpid
  }

 private:
  llvm::Value* Index(llvm::StringRef name) {
    llvm::CallInst* call = build_.CreateCall(module_.getOrInsertFunction(name, build_.getInt32Ty()));
    call->setDoesNotAccessMemory();
    call->setDoesNotThrow();
    return call;
  }
  llvm::Value* Number(llvm::StringRef name) {
    llvm::CallInst* call = build_.CreateCall(module_.getOrInsertFunction(name, build_.getInt64Ty()));
    call->setDoesNotAccessMemory();
    call->setDoesNotThrow();
    return call;
  }
  llvm::Value* Linear() { return Index("__lockstep_linear"); }
  llvm::Value* Lane() { return build_.CreateAnd(Linear(), build_.getInt32(31)); }

  // In units of what a GPU allocates.
  llvm::Value* SharedSize(unsigned more) {
    llvm::Value* size = build_.CreateCall(module_.getOrInsertFunction("__lockstep_shared_size", build_.getInt32Ty()));
    size = build_.CreateAnd(build_.CreateAdd(size, build_.getInt32(kSharedUnit - 1)), ~(kSharedUnit - 1));
    return build_.CreateAdd(size, build_.getInt32(more));
  }

  llvm::Value* Part(llvm::StringRef part, llvm::StringRef clock) {
    llvm::Value* whole = build_.CreateCall(module_.getOrInsertFunction(clock, build_.getInt64Ty()));
    return part == "_hi" ? build_.CreateLShr(whole, 32) : whole;
  }

  // The lanes below, at and above this one.
  llvm::Value* LaneMask(llvm::StringRef which) {
    llvm::Value* mine = build_.CreateShl(build_.getInt32(1), Lane());
    llvm::Value* below = build_.CreateSub(mine, build_.getInt32(1));
    if (which == "eq") return mine;
    if (which == "lt") return below;
    if (which == "le") return build_.CreateOr(below, mine);
    if (which == "ge") return build_.CreateNot(below);
    return build_.CreateNot(build_.CreateOr(below, mine));
  }

  // The multiprocessor that a block runs on, derived from the block's number in the grid.
  llvm::Value* Multiprocessor() {
    llvm::Value* rows = build_.CreateMul(Index("__lockstep_block_z"), Index("__lockstep_grid_dim_y"));
    rows = build_.CreateAdd(rows, Index("__lockstep_block_y"));
    llvm::Value* number =
        build_.CreateAdd(build_.CreateMul(rows, Index("__lockstep_grid_dim_x")), Index("__lockstep_block_x"));
    return build_.CreateURem(number, build_.getInt32(LOCKSTEP_MULTIPROCESSORS));
  }

  // --- clusters. The formulas are those of sim/toolkit/lockstep/library/clusters.h.
  llvm::Value* Size(unsigned dimension) {
    auto function = module_.getOrInsertFunction("__lockstep_cluster_dim", build_.getInt32Ty(), build_.getInt32Ty());
    return build_.CreateCall(function, {build_.getInt32(dimension)});
  }
  llvm::Value* Blocks() { return build_.CreateMul(build_.CreateMul(Size(0), Size(1)), Size(2)); }
  llvm::Value* Place(unsigned dimension) {
    static constexpr const char* kBlock[] = {"__lockstep_block_x", "__lockstep_block_y", "__lockstep_block_z"};
    return build_.CreateURem(Index(kBlock[dimension]), Size(dimension));
  }
  llvm::Value* OfCluster(llvm::StringRef name) {
    static constexpr const char* kBlock[] = {"__lockstep_block_x", "__lockstep_block_y", "__lockstep_block_z"};
    static constexpr const char* kGrid[] = {"__lockstep_grid_dim_x", "__lockstep_grid_dim_y", "__lockstep_grid_dim_z"};
    if (name == "is_explicit_cluster") return build_.CreateICmpUGT(Blocks(), build_.getInt32(1));
    if (name == "cluster_nctarank") return Blocks();
    if (name == "cluster_ctarank")
      return build_.CreateAdd(
          build_.CreateMul(build_.CreateAdd(build_.CreateMul(Place(2), Size(1)), Place(1)), Size(0)), Place(0));
    const unsigned dimension = static_cast<unsigned>(name.back() - 'x');
    if (name.starts_with("cluster_ctaid")) return Place(dimension);
    if (name.starts_with("cluster_nctaid")) return Size(dimension);
    const bool counts = name.starts_with("nclusterid");
    return build_.CreateUDiv(Index(counts ? kGrid[dimension] : kBlock[dimension]), Size(dimension));
  }

  llvm::IRBuilderBase& build_;
  llvm::Module& module_;
};

}  // namespace

llvm::Value* SpecialRegister(llvm::IRBuilderBase& build, llvm::Module& module, llvm::StringRef name) {
  return Reader(build, module).Read(name);
}

}  // namespace lockstep::pass
