#pragma once

// Modules: device code that a program loads while it runs (shared/module/module_file.h).

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/hooks/unit.h"
#include "sim/toolkit/cuda.h"

// Modules that it has loaded stay in memory, because recordings and reports refer to them; unloading forgets its names.
struct CUmod_st {
  std::vector<LockstepUnit*> units;
  CUlibrary library = nullptr;  // that has it; null: none
};

struct CUlib_st {
  CUmodule module = nullptr;
};

namespace lockstep::driver {

// An image in the program's memory, whose size is unknown, or a file.
struct Image {
  const char* bytes = nullptr;
  std::uint64_t most = UINT64_MAX;
  std::string name;  // in messages
};

struct Loaded {
  CUresult result = CUDA_SUCCESS;
  CUmodule module = nullptr;
  std::string why;  // it is refused: a sentence
};

Loaded Load(const Image& image);
bool Unload(CUmodule module, const void* caller);
bool IsModule(CUmodule module);

// Null: it has no kernel or variable of this name.
const LockstepKernel* FindKernel(const CUmod_st& module, const char* name);
const LockstepGlobal* FindGlobal(const CUmod_st& module, const char* name);
std::vector<CUfunction> FunctionsOf(const CUmod_st& module);
// Null: it is of no module.
CUmodule ModuleOf(CUfunction function);
// The module that has it, and that the program has unloaded; null: none.
CUmodule UnloadedModuleOf(CUfunction function);

}  // namespace lockstep::driver
