#pragma once

// In: accesses of a function in check or record mode. Out: a hook before each that may be outside the local variable,
// the member or the row that it means (sim/hooks/check.h, sim/hooks/hooks.h).

#include <optional>
#include <utility>
#include <vector>

#include "sim/compile/pass/facts/declared_types.h"
#include "sim/compile/pass/facts/part_bounds.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/hooks/local_objects.h"

namespace lockstep::pass {

class ObjectBounds : HookArguments {
 public:
  // Names of functions.
  struct Hooks {
    const char *local, *range, *member;
    // Called before each such access, with whether it is outside as the first argument; else behind a branch.
    bool is_told = false;
  };

  ObjectBounds(llvm::Function& function, UnitTables& tables, const BlockOrders& orders, DeclaredTypes& declared,
               const Hooks& hooks)
      : HookArguments(function, tables, orders), declared_(declared), objects_(tables), hooks_(hooks) {}

  // An access to a local variable, or to an array inside something larger, by an index that is known only at run time.
  void NoteLocal(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, bool writes);
  void NoteParts(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, bool writes);
  // A fill or a copy of bytes whose number may be known only at run time.
  void CheckRange(llvm::AnyMemIntrinsic& at, llvm::Value* address, bool writes);

  // The hooks behind branches, of what has been noted.
  void Insert();

 private:
  struct Access {
    llvm::Instruction* at;
    llvm::Value* address;
    std::uint64_t size;
    bool writes;
  };

  std::optional<LocalObject> LocalAt(const llvm::Instruction& at, llvm::Value* address);
  void CheckLocal(const Access& access, const LocalObject& local);
  void CheckPart(const Access& access, const Part& part);
  void Call(const char* hook, llvm::Value* is_outside, const Access& access, llvm::Value* begin, llvm::Value* size,
            llvm::Value* name);

  DeclaredTypes& declared_;
  LocalObjects objects_;
  const Hooks hooks_;
  std::vector<std::pair<Access, LocalObject>> locals_;
  std::vector<std::pair<Access, Part>> parts_;
};

}  // namespace lockstep::pass
