#pragma once

// The submissions of students. Nothing of it is trusted: neither names nor kinds of files nor their contents.

#include <filesystem>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep::lessons {

struct Submission {
  std::string name;            // what the report calls it: printable, without the ending
  std::filesystem::path path;  // a file or a folder
};

// A file is one submission. In a folder, each .cu file and each folder is one; other files and names that begin with a
// dot are none. Sorted by name. An Error where there is none.
Expected<std::vector<Submission>> FindSubmissions(const std::filesystem::path& path);

// Copies the program into the empty folder `to`, under the name that the lesson gives it, and the headers that lie
// beside it. In a submitted folder the program is the file of that name, or else the only .cu file, up to three folders
// deep. An Error says why there is no program: links, pipes and large files are none.
Expected<std::filesystem::path> TakeProgram(const Submission& submission, const std::filesystem::path& program,
                                            const std::filesystem::path& to);

}  // namespace lockstep::lessons
