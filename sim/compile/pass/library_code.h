#pragma once

// What is the program's own code, and what is a library's (our CUDA headers, the compiler's, the system's)?
// A learner steps through the program; what a library does counts as done by the line that called it.

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace lockstep {

// The file's path, made whole with the folder of the compilation and without `..`.
std::string AbsolutePath(const llvm::DIFile* file);

// Folders whose files are library code: set from the command line (-lockstep-library=DIR), absolute.
bool IsLibraryFile(const llvm::DIFile* file);
bool IsLibraryFunction(const llvm::Function& function);

// The place in the program's own source where this is done: the innermost one outside library code. For code that is
// a library's all the way, where it stands.
const llvm::DILocation* PlaceInProgram(const llvm::DILocation* place);

// Before library code becomes part of the lines that call it: its branches, lines and arithmetic are not the program's.
void MarkLibraryCode(llvm::Module& module);
bool IsLibraryCode(const llvm::Instruction& instruction);

// In: functions of both kinds. Out: library functions are inlined into the program's, so that their accesses carry the
// program's places; with `keep_program_calls`, the program's own functions stay calls, whatever they were marked.
void SetApartLibraryCode(llvm::Module& module, bool keep_program_calls);

}  // namespace lockstep
