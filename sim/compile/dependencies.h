#pragma once

// Which files went into a program, and which would have, were they there.

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

// The names that the first rule of a makefile depends on, as clang and the linker write them (-MD, --dependency-file).
//
// Limit: they write a backslash as a slash, so a name with one comes out as another name.
std::vector<std::string> ReadMakeRule(std::string_view text);

// The folders that `flags` and the environment have searched for headers.
std::vector<std::string> HeaderFolders(const std::vector<std::string>& flags);

// What was asked of the file system besides the files that were read.
struct Search {
  std::vector<std::string> files;      // that were read, absolute
  std::vector<std::string> folders;    // that headers were looked for in
  std::vector<std::string> libraries;  // -l and -L, as the linker takes them
  std::vector<std::string> system;     // prefixes of files that no program of the user's is made of
};

struct Absent {
  std::vector<std::string> names;  // a file of such a name would be read in place of one that was, or would change what
                                   // `__has_include` says
  bool complete = true;            // false: a source asks for names that only the preprocessor knows
};
Absent FindAbsent(const Search& search);

}  // namespace lockstep
