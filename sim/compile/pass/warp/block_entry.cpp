#include "sim/compile/pass/warp/block_entry.h"

#include "llvm/IR/IRBuilder.h"
#include "sim/compile/pass/warp/widen.h"

namespace lockstep::pass::warp {
namespace {

// A block of threads that stand in a column has one tile for each of them.
constexpr unsigned kMostTiles = 1024;
// `state` of a tile without lanes.
constexpr unsigned kGone = 0xffffffff;

class EntryWriter {
 public:
  EntryWriter(const KernelBody& body, const Regions& regions, bool whole_warps, llvm::GlobalVariable* shared_base)
      : regions_(regions),
        whole_warps_(whole_warps),
        entry_(MakeEntry(body, ".warps")),
        build_(&entry_->getEntryBlock()) {
    SetPlace(build_, *entry_);
    // Vectors gain little from more copies of their loops, which take long to compile.
    entry_->addFnAttr(llvm::Attribute::OptimizeForSize);
    arguments_ = CopyParameters(build_, body, entry_->getArg(1));
    state_ = LoadBlockState(build_, entry_->getArg(0), shared_base);
    storage_ = Room(regions.storage_bytes);
    ends_ = LoadEnds(build_, entry_->getArg(0));
    end_ = NewBlock();
  }

  llvm::Function* Write(const std::vector<Tiling>& tilings) {
    for (const Tiling& tiling : tilings) {
      llvm::BasicBlock* other = &tiling == &tilings.back() ? nullptr : NewBlock();
      if (other) {
        llvm::BasicBlock* here = NewBlock();
        build_.CreateCondBr(Suits(tiling.shape), here, other);
        build_.SetInsertPoint(here);
      }
      shape_ = tiling.shape;
      all_ = {ends_[0], ends_[1], ends_[2], RowsThatRun()};
      // All threads in one row.
      if (shape_.general) all_.x = build_.CreateAdd(build_.CreateMul(state_[kBlockDimX], Below(all_.rows)), ends_[0]);
      if (has_barriers()) FindFirstWarp();
      if (!has_barriers())
        ForEachTile(*tiling.regions[0],
                    [&](const Tile& tile) { return IdleFrom(CallTile(tiling.regions[0], tile, tile.lanes, nullptr)); });
      else if (regions_.together)
        WriteSequence(tiling.regions);
      else
        WriteRounds(tiling.regions);
      build_.CreateBr(end_);
      if (other) build_.SetInsertPoint(other);
    }
    build_.SetInsertPoint(end_);
    build_.CreateRetVoid();
    return entry_;
  }

 private:
  // The threads that the block has in a tile.
  struct Lanes {
    llvm::Value* word;     // a bit for each of them
    llvm::Value* are_all;  // whether none is missing
  };
  struct Tile {
    llvm::Value *x, *y, *z, *linear;  // of the first lane
    Lanes lanes;
    llvm::Value* number;
  };
  struct Loop {
    llvm::BasicBlock* header;
    llvm::PHINode* counter;
  };
  // The numbers at which loops over tiles begin or end; `rows` counts those of all planes.
  struct Limits {
    llvm::Value *x, *y, *z, *rows;
  };

  unsigned MostTiles() const { return whole_warps_ ? 32 : kMostTiles; }
  bool has_barriers() const { return regions_.has_barriers(); }
  llvm::BasicBlock* NewBlock() { return llvm::BasicBlock::Create(build_.getContext(), "", entry_); }
  llvm::Value* Number(std::uint32_t value) { return build_.getInt32(value); }

  llvm::AllocaInst* Variable(llvm::Type* type) {
    llvm::BasicBlock& first = entry_->getEntryBlock();
    return llvm::IRBuilder<>(&first, first.begin()).CreateAlloca(type);
  }
  llvm::AllocaInst* Room(std::uint64_t bytes) {
    llvm::AllocaInst* room = Variable(llvm::ArrayType::get(build_.getInt8Ty(), bytes));
    room->setAlignment(llvm::Align(64));
    return room;
  }

  // True if the shape's tiles cover the block's rows.
  llvm::Value* Suits(Shape shape) {
    llvm::Value *x = state_[kBlockDimX], *y = state_[kBlockDimY], *z = state_[kBlockDimZ];
    llvm::Value* is_flat = build_.CreateICmpEQ(z, Number(1));
    if (shape.rows > 1) {
      llvm::Value* pairs = build_.CreateIsNull(build_.CreateURem(y, Number(shape.rows)));
      // Of rows that run in part only (LockstepBlock::end), each is a tile.
      llvm::Value* is_wide =
          build_.CreateAnd(build_.CreateICmpEQ(x, Number(shape.width)), build_.CreateICmpEQ(ends_[0], x));
      if (shape.full)
        is_wide = build_.CreateAnd(is_wide, build_.CreateIsNull(build_.CreateURem(ends_[1], Number(shape.rows))));
      return build_.CreateAnd(is_wide, build_.CreateOr(is_flat, pairs));
    }
    llvm::Value* is_line = build_.CreateAnd(is_flat, build_.CreateICmpEQ(y, Number(1)));
    if (shape.full) {
      // All of it runs: no end can be 0 (LockstepBlock::end).
      llvm::Value* parts = build_.CreateOr(build_.CreateAnd(x, Number(31)), build_.CreateXor(x, ends_[0]));
      return build_.CreateAnd(is_line, build_.CreateIsNull(parts));
    }
    return build_.CreateOr(is_line, build_.CreateIsNull(build_.CreateAnd(x, Number(31))));
  }

  Loop Open(llvm::Value* first) {
    llvm::BasicBlock *before = build_.GetInsertBlock(), *header = NewBlock();
    build_.CreateBr(header);
    build_.SetInsertPoint(header);
    llvm::PHINode* counter = build_.CreatePHI(build_.getInt32Ty(), 2);
    counter->addIncoming(first, before);
    return {header, counter};
  }

  // `last`: not null if the loop may end before the limit.
  void Close(const Loop& loop, unsigned step, llvm::Value* limit, llvm::Value* last = nullptr) {
    llvm::Value* next = build_.CreateAdd(loop.counter, Number(step), "", true, true);
    CloseWith(loop, next, HasMore(next, limit, last));
  }

  llvm::Value* HasMore(llvm::Value* next, llvm::Value* limit, llvm::Value* last) {
    llvm::Value* has_more = build_.CreateICmpULT(next, limit);
    return last ? build_.CreateAnd(has_more, build_.CreateNot(last)) : has_more;
  }

  void CloseWith(const Loop& loop, llvm::Value* next, llvm::Value* has_more) {
    loop.counter->addIncoming(next, build_.GetInsertBlock());
    llvm::BasicBlock* after = NewBlock();
    llvm::BranchInst* again = build_.CreateCondBr(has_more, loop.header, after);
    llvm::LLVMContext& context = build_.getContext();
    // A tile is as wide as vectors should be.
    auto fact = [&](llvm::StringRef name, llvm::Constant* value) {
      return llvm::MDNode::get(context, {llvm::MDString::get(context, name), llvm::ConstantAsMetadata::get(value)});
    };
    llvm::Metadata* facts[] = {nullptr, fact("llvm.loop.vectorize.enable", build_.getFalse()),
                               llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"))};
    llvm::MDNode* all = llvm::MDNode::getDistinct(context, facts);
    all->replaceOperandWith(0, all);
    again->setMetadata(llvm::LLVMContext::MD_loop, all);
    build_.SetInsertPoint(after);
  }

  // The lanes of `width` threads that begin at `first`, of which the last one is before `end`.
  Lanes LanesOf(llvm::Value* first, llvm::Value* end, unsigned width) {
    llvm::Value* count = build_.CreateSub(end, first);
    llvm::Value* some = build_.CreateSub(build_.CreateShl(Number(1), build_.CreateAnd(count, Number(31))), Number(1));
    llvm::Value* are_all = build_.CreateICmpULE(build_.CreateAdd(first, Number(width), "", true, true), end);
    return {build_.CreateSelect(are_all, Number(FullWord(width)), some), are_all};
  }

  // For `function`, in the order of their numbers; after a barrier, those of the first warp come last (policy.h says
  // why). `visit` returns whether the rest of the row has nothing to do, or null.
  template <class Visit>
  void ForEachTile(const llvm::Function& function, Visit visit) {
    const Limits start{Number(0), Number(0), Number(0), Number(0)};
    if (!after_barrier_) return ForEachTileBetween(start, all_, function, visit);
    // Round twice after a barrier: from thread 32 on, and then up to there. Loops with such simple bounds are what LLVM
    // does best with.
    llvm::Value* is_apart = build_.CreateAnd(after_barrier_, has_other_warps_);
    const Loop parts = Open(build_.CreateZExt(is_apart, build_.getInt32Ty()));
    llvm::Value* is_rest = build_.CreateIsNotNull(parts.counter);
    llvm::Value* is_first = build_.CreateAnd(is_apart, build_.CreateNot(is_rest));
    auto from = [&](llvm::Value* rest) { return build_.CreateSelect(is_rest, rest, Number(0)); };
    auto to = [&](llvm::Value* all, llvm::Value* first) { return build_.CreateSelect(is_first, first, all); };
    const Limits begin{from(rest_.x), from(rest_.y), from(rest_.z), from(rest_.rows)};
    const Limits end{to(all_.x, first_.x), to(all_.y, first_.y), to(all_.z, first_.z), to(all_.rows, first_.rows)};
    if (shape_.rows > 1 || shape_.general || shape_.full) {
      ForEachTileBetween(begin, end, function, visit);
    } else {
      // Of the last plane that the first warp reaches, it may not have all rows.
      llvm::Value *least = from(Number(32)), *size = to(Number(kMostTiles), Number(32));
      ForEachTileBetween(begin, end, function, [&](const Tile& tile) {
        return VisitIf(build_.CreateICmpULT(build_.CreateSub(tile.linear, least), size), tile, visit);
      });
    }
    CloseWith(parts, Number(0), is_rest);
  }

  template <class Visit>
  llvm::Value* VisitIf(llvm::Value* condition, const Tile& tile, Visit visit) {
    llvm::BasicBlock *here = build_.GetInsertBlock(), *run = NewBlock(), *after = NewBlock();
    build_.CreateCondBr(condition, run, after);
    build_.SetInsertPoint(run);
    llvm::Value* last = visit(tile);
    llvm::BasicBlock* ran = build_.GetInsertBlock();
    build_.CreateBr(after);
    build_.SetInsertPoint(after);
    if (!last) return nullptr;
    llvm::PHINode* is_last = build_.CreatePHI(build_.getInt1Ty(), 2);
    is_last->addIncoming(build_.getFalse(), here);
    is_last->addIncoming(last, ran);
    return is_last;
  }

  llvm::Value* Least(llvm::Value* a, llvm::Value* b) {
    return build_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
  }

  // Once for all rounds, because it takes divisions.
  void FindFirstWarp() {
    llvm::Value *width = state_[kBlockDimX], *height = state_[kBlockDimY];
    if (shape_.general || (shape_.rows == 1 && shape_.full)) {
      rest_ = {Number(32), Number(0), Number(0), Number(0)};
      first_ = {Least(all_.x, Number(32)), all_.y, all_.z, all_.rows};
      has_other_warps_ = build_.CreateICmpULT(Number(32), all_.x);
      return;
    }
    llvm::Value *is_wide = build_.CreateICmpUGT(width, Number(32)), *rows = Rounded(Number(32), width);
    llvm::Value *row = build_.CreateSelect(is_wide, Number(0), rows), *plane = build_.CreateUDiv(row, height);
    llvm::Value *x = build_.CreateSelect(is_wide, Number(32), Number(0)),
                *y = build_.CreateSub(row, build_.CreateMul(plane, height));
    rest_ = {x, y, plane, row};
    first_ = {Least(all_.x, Number(32)), Least(all_.y, rows), Least(all_.z, Rounded(rows, height)),
              Least(all_.rows, rows)};
    has_other_warps_ = build_.CreateAnd(build_.CreateICmpULT(x, all_.x), build_.CreateICmpULT(y, all_.y));
    has_other_warps_ = build_.CreateAnd(has_other_warps_, build_.CreateICmpULT(plane, all_.z));
  }

  template <class Visit>
  void ForEachTileBetween(const Limits& begin, const Limits& end, const llvm::Function& function, Visit visit) {
    if (shape_.general || (shape_.rows == 1 && shape_.full)) {
      const Loop warps = Open(begin.x);
      llvm::Value *linear = warps.counter, *number = build_.CreateLShr(linear, 5);
      llvm::Value* last = nullptr;
      if (shape_.general)
        visit(Tile{Number(0), Number(0), Number(0), linear, LanesOf(linear, all_.x, 32), number});
      else
        last = visit(Tile{linear, Number(0), Number(0), linear, {Number(0xffffffff), build_.getTrue()}, number});
      return Close(warps, 32, end.x, last);
    }
    auto first_in = [&](llvm::Value* counter, llvm::Value* first, llvm::Value* value) {
      return build_.CreateSelect(build_.CreateICmpEQ(counter, first), value, Number(0));
    };
    if (shape_.rows == 1 && !NamesRows(function)) {
      const Loop rows = Open(begin.rows);
      VisitRow(first_in(rows.counter, begin.rows, begin.x), end.x, rows.counter, Number(0), Number(0), visit);
      return Close(rows, 1, end.rows);
    }
    llvm::Value *width = state_[kBlockDimX], *height = state_[kBlockDimY];
    const Loop z = Open(begin.z), y = Open(first_in(z.counter, begin.z, begin.y));
    llvm::Value* row = build_.CreateAdd(build_.CreateMul(height, z.counter, "", true, true), y.counter, "", true, true);
    if (shape_.rows == 1) {
      VisitRow(first_in(row, begin.rows, begin.x), end.x, row, y.counter, z.counter, visit);
    } else {
      // As wide as the block.
      Lanes lanes{Number(0xffffffff), build_.getTrue()};
      if (!shape_.full) {
        lanes.are_all = build_.CreateICmpUGE(build_.CreateSub(end.y, y.counter), Number(shape_.rows));
        lanes.word = build_.CreateSelect(lanes.are_all, lanes.word, Number(FullWord(shape_.width)));
      }
      llvm::Value* number = build_.CreateUDiv(row, Number(shape_.rows));
      visit(Tile{Number(0), y.counter, z.counter, build_.CreateMul(row, width, "", true, true), lanes, number});
    }
    Close(y, shape_.rows, end.y);
    Close(z, 1, end.z);
  }

  // From thread `begin` of the row to `end`.
  template <class Visit>
  void VisitRow(llvm::Value* begin, llvm::Value* end, llvm::Value* row, llvm::Value* y, llvm::Value* z, Visit visit) {
    llvm::Value *width = state_[kBlockDimX], *row_start = build_.CreateMul(row, width, "", true, true);
    llvm::Value* row_tiles = Rounded(width, Number(shape_.width));
    const Loop x = Open(begin);
    llvm::Value* linear = build_.CreateAdd(row_start, x.counter, "", true, true);
    llvm::Value* before = build_.CreateMul(row, row_tiles, "", true, true);
    llvm::Value* number = build_.CreateAdd(before, build_.CreateUDiv(x.counter, Number(shape_.width)), "", true, true);
    const Lanes lanes = LanesOf(x.counter, end, shape_.width);
    Close(x, shape_.width, end, visit(Tile{x.counter, y, z, linear, lanes, number}));
  }

  bool NamesRows(const llvm::Function& function) const {
    const auto state = function.arg_begin() + arguments_.size();
    return !state[kThreadY].use_empty() || !state[kThreadZ].use_empty();
  }

  // All those before the last one that runs, though only some of theirs may be asked for.
  llvm::Value* RowsThatRun() {
    return build_.CreateAdd(build_.CreateMul(state_[kBlockDimY], Below(ends_[2])), ends_[1]);
  }

  llvm::Value* Below(llvm::Value* number) { return build_.CreateSub(number, Number(1)); }

  // `count` / `size`, rounded up.
  llvm::Value* Rounded(llvm::Value* count, llvm::Value* size) {
    return build_.CreateUDiv(build_.CreateAdd(count, Below(size)), size);
  }

  // `votes`: where the counters of the round begin.
  llvm::Value* CallTile(llvm::Function* function, const Tile& tile, const Lanes& lanes, llvm::Value* votes) {
    llvm::SmallVector<llvm::Value*> arguments(arguments_);
    std::vector<llvm::Value*> state = state_;
    state[kThreadX] = tile.x;
    state[kThreadY] = tile.y;
    state[kThreadZ] = tile.z;
    state[kLinear] = tile.linear;
    llvm::append_range(arguments, state);
    llvm::Value* null = llvm::ConstantPointerNull::get(build_.getPtrTy());
    llvm::Value* of_tile = null;
    if (has_barriers())
      of_tile = build_.CreateGEP(llvm::ArrayType::get(build_.getInt8Ty(), regions_.tile_bytes), tile_store_,
                                 build_.CreateZExt(tile.number, build_.getInt64Ty()));
    // Without barriers, each tile uses the storage anew.
    llvm::Value* place = has_barriers() ? tile.linear : Number(0);
    arguments.append({place, Number(0), tile.x, tile.linear, storage_, of_tile, block_store_ ? block_store_ : null,
                      votes ? votes : null, region_ ? region_ : Number(0), lanes.word, lanes.are_all});
    return build_.CreateCall(function, arguments);
  }

  // True if the tiles after it in its row have nothing to do.
  llvm::Value* IdleFrom(llvm::Value* result) { return build_.CreateExtractValue(result, 2); }

  // --- blocks whose tiles stay together

  void WriteSequence(const std::vector<llvm::Function*>& functions) {
    auto* number = build_.getInt32Ty();
    tile_store_ = Room(regions_.tile_bytes * MostTiles());
    llvm::AllocaInst* kept = Room(regions_.block_bytes * 2);
    block_store_ = kept;
    votes_ = Variable(llvm::ArrayType::get(number, 2));
    llvm::AllocaInst* next = Variable(number);
    BeginBarriers();
    build_.CreateStore(Number(0), next);
    build_.CreateStore(Number(0), At(votes_, Number(0)));
    build_.CreateStore(Number(0), At(votes_, Number(1)));
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    for (unsigned function = 0; function < functions.size(); ++function) blocks.push_back(NewBlock());
    llvm::BasicBlock* done = NewBlock();
    build_.CreateBr(blocks[0]);
    for (unsigned function = 0; function < functions.size(); ++function) {
      build_.SetInsertPoint(blocks[function]);
      region_ = build_.CreateLoad(number, next);
      after_barrier_ = regions_.show_order[function] ? build_.getTrue() : nullptr;
      if (after_barrier_ && function == 0) after_barrier_ = build_.CreateLoad(build_.getInt1Ty(), has_met_);
      ForEachTile(*functions[function], [&](const Tile& tile) {
        llvm::Value* result = CallTile(functions[function], tile, tile.lanes, votes_);
        build_.CreateStore(build_.CreateExtractValue(result, 0), next);
        return IdleFrom(result);
      });
      build_.CreateStore(build_.getTrue(), has_met_);
      llvm::Value* written = build_.CreateConstGEP1_64(build_.getInt8Ty(), kept, regions_.block_bytes);
      if (regions_.block_bytes > 0)
        build_.CreateMemCpy(kept, llvm::Align(16), written, llvm::Align(16), regions_.block_bytes);
      TurnVotes();
      const std::vector<unsigned>& ways = regions_.next[function];
      auto way = [&](unsigned to) { return to == kNowhere ? done : blocks[regions_.function_of[to]]; };
      // A region without a way on ends in a trap.
      llvm::SwitchInst* choose =
          build_.CreateSwitch(build_.CreateLoad(number, next), ways.empty() ? done : way(ways[0]), ways.size());
      for (unsigned to : llvm::drop_begin(ways, ways.empty() ? 0 : 1)) choose->addCase(build_.getInt32(to), way(to));
    }
    region_ = block_store_ = nullptr;
    after_barrier_ = nullptr;
    build_.SetInsertPoint(done);
  }

  // The next round reads the sum.
  void TurnVotes() {
    llvm::Type* number = build_.getInt32Ty();
    build_.CreateStore(build_.CreateLoad(number, At(votes_, Number(1))), At(votes_, Number(0)));
    build_.CreateStore(Number(0), At(votes_, Number(1)));
  }

  // --- other blocks with barriers: the state of a tile is `region * 2 + parity of the round` in which it runs that
  // region

  void WriteRounds(const std::vector<llvm::Function*>& functions) {
    auto* number = build_.getInt32Ty();
    const unsigned most = MostTiles();
    tile_store_ = Room(regions_.tile_bytes * most);
    states_ = Variable(llvm::ArrayType::get(number, most));
    lanes_ = Variable(llvm::ArrayType::get(number, most));
    votes_ = Variable(llvm::ArrayType::get(number, 2));
    open_ = Variable(build_.getInt64Ty());
    opening_ = Variable(build_.getInt64Ty());
    parity_ = Variable(number);
    BeginBarriers();
    build_.CreateStore(build_.getInt64(1), open_);
    build_.CreateStore(build_.getInt64(0), opening_);
    build_.CreateStore(Number(0), parity_);
    build_.CreateStore(Number(0), At(votes_, Number(0)));
    build_.CreateStore(Number(0), At(votes_, Number(1)));
    ForEachTile(*functions[0], [&](const Tile& tile) {
      build_.CreateStore(Number(0), At(states_, tile.number));
      build_.CreateStore(tile.lanes.word, At(lanes_, tile.number));
      return nullptr;
    });
    llvm::BasicBlock *pick = NewBlock(), *done = NewBlock(), *after = NewBlock(), *never = NewBlock();
    build_.CreateBr(pick);
    build_.SetInsertPoint(pick);
    llvm::Value* open = build_.CreateLoad(build_.getInt64Ty(), open_);
    llvm::Value* lowest =
        build_.CreateTrunc(build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, open, build_.getTrue()), number);
    build_.CreateStore(build_.CreateAnd(open, build_.CreateSub(open, build_.getInt64(1))), open_);
    llvm::SwitchInst* choose = build_.CreateSwitch(lowest, never, functions.size());
    for (unsigned region = 0; region < functions.size(); ++region) {
      llvm::BasicBlock* here = NewBlock();
      choose->addCase(build_.getInt32(region), here);
      build_.SetInsertPoint(here);
      RunRegion(*functions[region], region);
      build_.CreateBr(after);
    }
    build_.SetInsertPoint(never);
    build_.CreateUnreachable();
    build_.SetInsertPoint(after);
    llvm::BasicBlock* next_round = NewBlock();
    build_.CreateCondBr(build_.CreateIsNull(build_.CreateLoad(build_.getInt64Ty(), open_)), next_round, pick);
    build_.SetInsertPoint(next_round);
    llvm::Value* opening = build_.CreateLoad(build_.getInt64Ty(), opening_);
    build_.CreateStore(opening, open_);
    build_.CreateStore(build_.getInt64(0), opening_);
    build_.CreateStore(build_.CreateXor(build_.CreateLoad(number, parity_), Number(1)), parity_);
    build_.CreateStore(build_.getTrue(), has_met_);
    TurnVotes();
    build_.CreateCondBr(build_.CreateIsNull(opening), done, pick);
    build_.SetInsertPoint(done);
  }

  llvm::Value* At(llvm::AllocaInst* array, llvm::Value* index) {
    return build_.CreateInBoundsGEP(build_.getInt32Ty(), array, index);
  }

  void RunRegion(llvm::Function& function, unsigned region) {
    llvm::Type* number = build_.getInt32Ty();
    llvm::Value* parity = build_.CreateLoad(number, parity_);
    if (regions_.show_order[region]) after_barrier_ = build_.CreateLoad(build_.getInt1Ty(), has_met_);
    ForEachTile(function, [&](const Tile& tile) {
      llvm::BasicBlock *run = NewBlock(), *after = NewBlock(), *arrived = NewBlock();
      llvm::Value* state = build_.CreateLoad(number, At(states_, tile.number));
      build_.CreateCondBr(build_.CreateICmpEQ(state, build_.CreateAdd(parity, Number(region * 2))), run, after);
      build_.SetInsertPoint(run);
      llvm::Value* lanes = build_.CreateLoad(number, At(lanes_, tile.number));
      llvm::Value* are_all = build_.CreateICmpEQ(lanes, Number(FullWord(shape_.lanes())));
      llvm::Value* result = CallTile(&function, tile, {lanes, are_all}, votes_);
      llvm::Value *next = build_.CreateExtractValue(result, 0), *live = build_.CreateExtractValue(result, 1);
      build_.CreateStore(Number(kGone), At(states_, tile.number));
      build_.CreateCondBr(build_.CreateIsNull(live), after, arrived);
      build_.SetInsertPoint(arrived);
      llvm::Value* other = build_.CreateXor(parity, Number(1));
      build_.CreateStore(build_.CreateAdd(build_.CreateShl(next, 1), other), At(states_, tile.number));
      build_.CreateStore(live, At(lanes_, tile.number));
      llvm::Value* bit = build_.CreateShl(build_.getInt64(1), build_.CreateZExt(next, build_.getInt64Ty()));
      build_.CreateStore(build_.CreateOr(build_.CreateLoad(build_.getInt64Ty(), opening_), bit), opening_);
      build_.CreateBr(after);
      build_.SetInsertPoint(after);
      return nullptr;
    });
    after_barrier_ = nullptr;
  }

  void BeginBarriers() {
    has_met_ = Variable(build_.getInt1Ty());
    build_.CreateStore(build_.getFalse(), has_met_);
  }

  const Regions& regions_;
  bool whole_warps_;
  llvm::Function* entry_;
  llvm::IRBuilder<> build_;
  Shape shape_;
  llvm::SmallVector<llvm::Value*> arguments_;
  std::vector<llvm::Value*> state_;
  llvm::AllocaInst *storage_ = nullptr, *tile_store_ = nullptr, *states_ = nullptr, *lanes_ = nullptr,
                   *votes_ = nullptr, *open_ = nullptr, *opening_ = nullptr, *parity_ = nullptr,
                   *block_store_ = nullptr, *has_met_ = nullptr;  // has_met_: the block, at a barrier
  llvm::Value* region_ = nullptr;                                 // that runs, where several are one function
  llvm::Value* after_barrier_ = nullptr;                          // whether it begins at one; null: it does not
  Limits first_{}, rest_{};  // where the tiles of the first warp end, and where the others begin
  llvm::Value* has_other_warps_ = nullptr;
  Limits all_{};                      // of the threads that run
  std::array<llvm::Value*, 3> ends_;  // of the threads that run
  llvm::BasicBlock* end_ = nullptr;
};

}  // namespace

llvm::Function* MakeWarpEntry(const KernelBody& body, const Regions& regions, const std::vector<Tiling>& tilings,
                              bool whole_warps, llvm::GlobalVariable* shared_base) {
  return EntryWriter(body, regions, whole_warps, shared_base).Write(tilings);
}

}  // namespace lockstep::pass::warp
