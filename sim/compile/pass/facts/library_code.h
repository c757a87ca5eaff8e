#pragma once

// Distinguishes the program's own code from library code (Lockstep's CUDA headers, the compiler's, the system's). A
// learner steps through the program; the actions of library code count as done by the line that called it.

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

// The file's path, made absolute with the folder of the compilation and without `..`.
std::string AbsolutePath(const llvm::DIFile* file);

// True for files in the folders of library code, which the command line lists (-lockstep-library=DIR, absolute), except
// those in folders of program code (-lockstep-program=DIR): recordings step through Thrust's and CUB's kernels.
bool IsLibraryFile(const llvm::DIFile* file);
bool IsLibraryFunction(const llvm::Function& function);

// True for functions in folders of libraries whose kernels are compiled apart (-lockstep-apart=DIR; kernel_parts.h).
bool IsOfLibrarySetApart(const llvm::Function& function);
// The same of a file's path, absolute or relative to the working folder.
bool IsInFolderSetApart(llvm::StringRef path);

// The place in the program's own source: the innermost one outside library code. For code that is entirely library
// code, its own place.
const llvm::DILocation* PlaceInProgram(const llvm::DILocation* place);

// Runs before library code is inlined into the lines that call it: its branches, lines and arithmetic are not the
// program's.
void MarkLibraryCode(llvm::Module& module);
bool IsLibraryCode(const llvm::Instruction& instruction);

// In: functions of both kinds. Out: library functions are inlined into the program's, so that their accesses have
// places in the program; with `keep_program_calls`, the program's own functions are not inlined, whatever their
// attributes.
void SetApartLibraryCode(llvm::Module& module, bool keep_program_calls);

}  // namespace lockstep::pass
