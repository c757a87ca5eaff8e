#include "sim/compile/dependencies.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_map>
#include <utility>

#include "shared/base/file.h"
#include "sim/compile/blanks.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

void SplitPath(const char* variable, std::vector<std::string>& folders) {
  const char* value = getenv(variable);
  for (std::string_view rest = value ? value : ""; !rest.empty();) {
    const std::size_t end = rest.find(':');
    // An empty entry means the working folder.
    folders.emplace_back(end == 0 ? "." : rest.substr(0, end));
    rest = end == rest.npos ? "" : rest.substr(end + 1);
  }
}

// Missing files: for each name and folder, the path up to its first component that does not exist.
class AbsentNames {
 public:
  void LookFor(const fs::path& folder, const fs::path& name) {
    fs::path path = folder;
    auto part = name.begin();
    while (Exists(path) && part != name.end()) path /= *part++;
    if (!Exists(path)) names_.insert(path.string());
  }
  std::vector<std::string> Take() { return {names_.begin(), names_.end()}; }

 private:
  bool Exists(const fs::path& path) {
    const auto [known, is_new] = exists_.try_emplace(path.string(), false);
    std::error_code error;
    if (is_new) known->second = fs::exists(fs::symlink_status(path, error));
    return known->second;
  }

  std::set<std::string> names_;
  std::unordered_map<std::string, bool> exists_;
};

// Every spelling under which a file may have been included: `c.h`, `b/c.h`, `a/b/c.h`.
std::set<fs::path> Endings(const std::vector<std::string>& files) {
  std::set<fs::path> endings;
  for (const std::string& file : files) {
    fs::path ending;
    const fs::path path = fs::path(file).lexically_normal();
    for (auto part = path.end(); part != path.begin();) {
      if (--part; *part == path.root_path()) break;
      ending = ending.empty() ? *part : *part / ending;
      endings.insert(ending);
    }
  }
  return endings;
}

bool IsBelow(const std::string& file, const std::vector<std::string>& prefixes) {
  return std::ranges::any_of(prefixes, [&](const std::string& prefix) { return file.starts_with(prefix); });
}

// The names in the `__has_include`s of a text. False if one has a macro as its name.
bool FindQuestions(std::string_view text, std::set<fs::path>& names) {
  constexpr std::string_view kQuestion = "__has_include", kNext = "_next";
  bool complete = true;
  for (std::size_t at = 0; (at = text.find(kQuestion, at)) != text.npos;) {
    at += kQuestion.size();
    if (text.substr(at).starts_with(kNext)) at += kNext.size();
    const std::size_t bracket = SkipBlanks(text, at);
    if (bracket == text.size() || text[bracket] != '(') continue;
    at = SkipBlanks(text, bracket + 1);
    const bool is_named = at < text.size() && (text[at] == '"' || text[at] == '<');
    const std::size_t begin = at + 1, end = is_named ? text.find_first_of("\">\n", begin) : text.npos;
    if (end == text.npos || end == begin || text[end] == '\n')
      complete = false;
    else
      names.insert(fs::path(text.substr(begin, end - begin)));
  }
  return complete;
}

// Of the user's files.
bool FindQuestions(const std::vector<std::string>& files, std::set<fs::path>& names) {
  bool complete = true;
  for (const std::string& file : files) {
    const auto bytes = ReadFile(file);
    if (!bytes) continue;
    complete &= FindQuestions(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()), names);
  }
  return complete;
}

void FindAbsentLibraries(const std::vector<std::string>& flags, AbsentNames& absent) {
  std::vector<std::string> folders, names;
  for (const std::string& flag : flags) {
    if (flag.starts_with("-L")) folders.push_back(flag.substr(2));
    if (flag.starts_with("-l")) names.push_back(flag.substr(2));
  }
  SplitPath("LIBRARY_PATH", folders);
  std::error_code error;
  for (const std::string& folder : folders)
    for (const std::string& name : names)
      for (const char* ending : {".so", ".a"}) absent.LookFor(fs::absolute(folder, error), "lib" + name + ending);
}

}  // namespace

std::vector<std::string> ReadMakeRule(std::string_view text) {
  std::vector<std::string> names;
  std::string name;
  const auto end_name = [&] {
    if (!name.empty()) names.push_back(std::exchange(name, {}));
  };
  const std::size_t start = text.find(": ");
  for (std::size_t i = start == text.npos ? text.size() : start + 1; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\n';
    // A line ends with the name that it completes; the rule ends at the end of the text or an empty line.
    if (c == '\n' && next == '\n') break;
    if (c == ' ') {
      end_name();
    } else if (c == '\\' && next == '\n') {
      end_name();
      ++i;
    } else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
      name += next;
      ++i;
    } else {
      name += c;
    }
  }
  end_name();
  return names;
}

std::vector<std::string> HeaderFolders(const std::vector<std::string>& flags) {
  static constexpr std::string_view kFlags[] = {"-iquote", "-isystem", "-idirafter", "-cxx-isystem", "-I"};
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < flags.size(); ++i)
    for (std::string_view flag : kFlags) {
      if (!flags[i].starts_with(flag)) continue;
      if (flags[i].size() > flag.size())
        folders.push_back(flags[i].substr(flag.size()));
      else if (i + 1 < flags.size())
        folders.push_back(flags[i + 1]);
    }
  for (const char* variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) SplitPath(variable, folders);
  return folders;
}

bool IsOfPyTorch(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "torch/extension.h", error);
}

std::vector<std::string> FoldersOfPyTorch(const std::vector<std::string>& folders) {
  std::vector<std::string> prefixes;
  std::error_code error;
  for (const fs::path folder : folders)
    if (IsOfPyTorch(folder)) prefixes.push_back((fs::absolute(folder, error) / "").lexically_normal().string());
  return prefixes;
}

Absent FindAbsent(const Search& search) {
  std::vector<std::string> of_user = search.files;
  std::erase_if(of_user, [&](const std::string& file) { return IsBelow(file, search.system); });

  std::error_code error;
  std::set<fs::path> folders;
  for (const std::string& folder : search.folders) folders.insert(fs::absolute(folder, error));
  // Quoted names are searched for in the folder of the including file.
  for (const std::string& file : of_user) folders.insert(fs::path(file).parent_path());

  std::set<fs::path> names = Endings(search.files);
  Absent absent{.complete = FindQuestions(of_user, names)};
  AbsentNames found;
  for (const fs::path& folder : folders)
    for (const fs::path& name : names) found.LookFor(folder, name);
  FindAbsentLibraries(search.libraries, found);
  absent.names = found.Take();
  return absent;
}

}  // namespace lockstep::compile
