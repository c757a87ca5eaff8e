#pragma once

// The files that went into a program, and those that would have if they had existed.

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::compile {

// The prerequisites of the first rule of a makefile, as clang and the linker write it (-MD, --dependency-file).
//
// Limit: these tools write a backslash as a slash, so a name with a backslash is changed.
std::vector<std::string> ReadMakeRule(std::string_view text);

// The folders that `flags` and the environment add to the search path for headers.
std::vector<std::string> HeaderFolders(const std::vector<std::string>& flags);

// True for a folder of PyTorch's headers.
bool IsOfPyTorch(const std::filesystem::path& folder);
// Of these folders, PyTorch's, as prefixes of its files: thousands, which are no more the user's than the system's are.
std::vector<std::string> FoldersOfPyTorch(const std::vector<std::string>& folders);

// The names that were looked up in the file system besides the files that were read.
struct Search {
  std::vector<std::string> files;      // that were read, absolute
  std::vector<std::string> folders;    // that were searched for headers
  std::vector<std::string> libraries;  // -l and -L, as passed to the linker
  std::vector<std::string> system;     // prefixes of files that are not the user's
};

struct Absent {
  std::vector<std::string> names;  // a file of such a name would replace one that was read, or change the result of a
                                   // `__has_include`
  bool complete = true;            // false: a source tests names that only the preprocessor knows
};
Absent FindAbsent(const Search& search);

}  // namespace lockstep::compile
