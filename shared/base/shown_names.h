#pragma once

// The names by which reports and recordings show files that only this process knows: the texts that a program compiles
// while it runs.

#include <string>

namespace lockstep {

// From now on the file is shown by this name.
void ShowFileAs(const std::string& path, const std::string& name);
// `path` itself, where no other name was given.
std::string ShownName(const std::string& path);

}  // namespace lockstep
