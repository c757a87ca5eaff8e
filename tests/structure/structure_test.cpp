// Enforces the structure of the repository: dependencies between folders, and meaningful names.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

// The folders whose headers each folder may include, besides its own: only folders before it, so there is no circle. A
// name stands for all names that begin with it: "sim" for each folder of sim. For nested folders, the inner row counts.
// docs/internals/DESIGN.md has the same list as a picture.
struct Folder {
  std::string name;
  std::vector<std::string> may_use;
};
const std::vector<Folder> kFolders = {
    {"shared/base", {}},
    {"shared/lockstep", {}},
    {"shared/kernels", {"shared/lockstep"}},
    {"shared/module", {"shared/base"}},
    {"shared/trace", {"shared/base"}},
    {"shared/report", {"shared/base", "shared/lockstep", "shared/trace"}},
    {"shared/session", {"shared/base", "shared/report", "shared/trace"}},
    {"shared/metrics", {"shared/base", "shared/report", "shared/session", "shared/trace"}},
    {"shared/replay", {"shared/base", "shared/metrics", "shared/trace"}},
    {"shared/query", {"shared/base", "shared/replay", "shared/trace"}},
    {"sim/toolkit", {}},
    {"sim/hooks", {}},
    {"sim/math", {"sim/toolkit"}},
    {"sim/ptx", {}},
    {"sim/compile/pass/facts", {"shared", "sim/hooks"}},
    {"sim/compile/pass/unit", {"shared", "sim/hooks", "sim/compile/pass/facts"}},
    {"sim/compile/pass/language",
     {"shared", "sim/hooks", "sim/math", "sim/ptx", "sim/compile/pass/facts", "sim/compile/pass/unit"}},
    {"sim/compile/pass/front", {"sim/compile/pass/facts", "sim/compile/pass/language"}},
    {"sim/compile/pass/hooks",
     {"shared", "sim/hooks", "sim/compile/pass/facts", "sim/compile/pass/unit", "sim/compile/pass/language"}},
    {"sim/compile/pass/warp",
     {"shared", "sim/hooks", "sim/math", "sim/compile/pass/facts", "sim/compile/pass/unit", "sim/compile/pass/hooks"}},
    {"sim/compile", {"shared", "sim/hooks", "sim/math", "sim/ptx", "sim/compile/pass"}},
    {"sim/memory", {"shared"}},
    {"sim/machine", {"shared", "sim/hooks", "sim/memory", "sim/toolkit"}},
    {"sim/launch", {"shared", "sim/hooks", "sim/machine", "sim/math", "sim/memory", "sim/toolkit"}},
    {"sim/api", {"shared", "sim/hooks", "sim/launch", "sim/machine", "sim/memory", "sim/toolkit"}},
    {"sim/driver", {"shared", "sim/api", "sim/hooks", "sim/launch", "sim/machine", "sim/memory", "sim/toolkit"}},
    {"sim/blas", {"sim/hooks", "sim/toolkit"}},
    {"sim/fft", {"shared/base", "sim/hooks", "sim/toolkit"}},
    {"sim/rand", {"sim/hooks", "sim/toolkit"}},
    {"sim/nvrtc", {"shared/base", "shared/module", "sim/hooks", "sim/toolkit"}},
    {"sim/explain", {"shared", "sim/hooks", "sim/launch", "sim/machine"}},
    {"sim/record", {"shared", "sim/hooks", "sim/launch", "sim/machine", "sim/memory"}},
    {"sim/check", {"shared"}},
    {"sim/inspect", {"shared", "sim/check", "sim/explain", "sim/hooks", "sim/launch", "sim/machine"}},
    {"sim/runtime", {"sim/api", "sim/explain", "sim/inspect", "sim/launch", "sim/record"}},
    {"cuda", {"shared"}},
    {"jobs", {"shared", "sim/compile", "sim/math", "sim/toolkit", "cuda"}},
    {"dap", {"shared", "jobs"}},
    {"viz/model", {"shared"}},
    {"viz/edit", {"shared"}},
    {"viz/panels", {"shared", "viz/model", "viz/edit"}},
    {"viz/app", {"shared", "viz/model", "viz/edit", "viz/panels"}},
    {"viz/testing", {"shared", "viz/model", "viz/edit", "viz/panels", "viz/app"}},
    {"lessons", {"shared", "jobs"}},
    {"cli", {"shared", "jobs", "dap", "viz", "lessons"}},
    {"python", {"shared/lockstep"}},
    {"tests", {"shared", "sim", "cuda", "jobs", "dap", "viz", "lessons", "cli"}},
    {"bench", {"shared", "sim", "cuda", "jobs", "viz", "lessons", "cli"}},
};
// Folders without a row of their own, because their subfolders have rows.
const std::set<std::string> kParents = {"shared", "sim", "sim/compile/pass", "viz"};

const fs::path kRoot = LOCKSTEP_SOURCE_DIR;

bool IsSource(const fs::path& path) {
  static const std::set<std::string> kExtensions = {".h", ".hpp", ".cpp", ".c", ".cu", ".cuh", ".def"};
  return kExtensions.contains(path.extension().string());
}

// None if the folder does not exist, which is an error in the rule that names it.
std::vector<fs::path> FilesOf(const std::string& folder) {
  std::vector<fs::path> files;
  EXPECT_TRUE(fs::is_directory(kRoot / folder)) << "there is no folder " << folder << ": the rule for it holds nothing";
  if (!fs::is_directory(kRoot / folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

struct Include {
  int line = 0;
  std::string path;
};

std::vector<Include> IncludesOf(const fs::path& file) {
  static const std::regex kInclude(R"re(^\s*#\s*include\s*["<]([^">]+)[">])re");
  std::vector<Include> includes;
  std::ifstream in(file);
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    std::smatch match;
    if (text.contains('#') && std::regex_search(text, match, kInclude)) includes.push_back({line, match[1]});
  }
  return includes;
}

bool IsIn(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// The row for a path relative to the root; null: there is none.
const Folder* FolderOf(const std::string& path) {
  const Folder* found = nullptr;
  for (const Folder& folder : kFolders)
    if (IsIn(path, folder.name) && (!found || folder.name.size() > found->name.size())) found = &folder;
  return found;
}

std::string Place(const fs::path& file, int line) {
  return fs::relative(file, kRoot).string() + ":" + std::to_string(line);
}

// Tests may use everything, because they connect real parts.
bool IsTest(const fs::path& file) { return file.stem().string().ends_with("_test"); }

// Folders without code that others may use.
const std::set<std::string> kOthers = {"ci", "cmake", "docs", "sim/compile/pass/test"};

std::vector<std::string> FoldersIn(const fs::path& parent) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(parent)) {
    const std::string name = fs::relative(entry.path(), kRoot).string();
    const bool is_built = fs::exists(entry.path() / "CMakeCache.txt") || name.starts_with("build");
    if (entry.is_directory() && !name.starts_with(".") && !is_built && !kOthers.contains(name)) names.push_back(name);
  }
  return names;
}

std::set<std::string> NamesIn(const fs::path& file, const std::regex& name) {
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::set<std::string> names;
  for (std::sregex_iterator match(text.begin(), text.end(), name), end; match != end; ++match)
    names.insert((*match)[1]);
  return names;
}

// A panel without a row would be compiled and never shown.
TEST(Structure, EveryPanelHasARow) {
  std::set<std::string> defined;
  for (const fs::path& file : FilesOf("viz/panels"))
    if (file.extension() == ".cpp") defined.merge(NamesIn(file, std::regex(R"(\nconst Panel (k\w+))")));
  EXPECT_GT(defined.size(), 20u);
  EXPECT_EQ(NamesIn(kRoot / "viz/app/panels.def", std::regex(R"(\nPANEL\((k\w+),)")), defined);
}

TEST(Structure, EveryFolderHasARuleAndEveryRuleAFolder) {
  std::vector<std::string> found = FoldersIn(kRoot), named;
  std::erase_if(found, [](const std::string& name) { return kParents.contains(name); });
  for (const std::string& parent : kParents) std::ranges::copy(FoldersIn(kRoot / parent), std::back_inserter(found));
  for (const Folder& folder : kFolders) named.push_back(folder.name);
  EXPECT_THAT(named, testing::UnorderedElementsAreArray(found));
}

TEST(Structure, EverySourceLiesInAFolderWithARule) {
  std::vector<std::string> wrong;
  for (const std::string& parent : kParents)
    for (const fs::path& file : FilesOf(parent)) {
      const std::string name = fs::relative(file, kRoot).string();
      if (IsSource(file) && !FolderOf(name)) wrong.push_back(name);
    }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Structure, FoldersUseOnlyThoseBeforeThem) {
  std::vector<std::string> wrong;
  for (auto folder = kFolders.begin(); folder != kFolders.end(); ++folder)
    for (const std::string& used : folder->may_use)
      if (std::none_of(kFolders.begin(), folder, [&](const Folder& before) { return IsIn(before.name, used); }) ||
          std::any_of(folder, kFolders.end(), [&](const Folder& after) { return IsIn(after.name, used); }))
        wrong.push_back(folder->name + " may use " + used + ", which does not come before it");
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Structure, FoldersUseOnlyWhomTheyMay) {
  std::vector<std::string> wrong;
  for (const Folder& folder : kFolders) {
    for (const fs::path& file : FilesOf(folder.name)) {
      if (!IsSource(file) || IsTest(file) || FolderOf(fs::relative(file, kRoot)) != &folder) continue;
      for (const Include& include : IncludesOf(file)) {
        const Folder* used = fs::exists(kRoot / include.path) ? FolderOf(include.path) : nullptr;
        if (!used || used == &folder ||
            std::ranges::any_of(folder.may_use, [&](const std::string& name) { return IsIn(used->name, name); }))
          continue;
        wrong.push_back(Place(file, include.line) + " includes " + include.path);
      }
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

// The indented lines `name/  description` below "Folders" in docs/internals/DESIGN.md, each with its enclosing folders,
// which follow what they enclose.
std::vector<std::string> FoldersInThePicture() {
  static const std::regex kLine("^    ((?:  )*)([a-z]+)/ +[^ ].*");
  std::vector<std::string> folders, open;
  const auto close = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) folders.push_back(open.back());
  };
  std::ifstream in(kRoot / "docs/internals/DESIGN.md");
  std::string text;
  while (std::getline(in, text) && !text.starts_with("## Folders")) continue;
  while (std::getline(in, text) && !text.starts_with("## ")) {
    std::smatch match;
    if (!std::regex_match(text, match, kLine)) continue;
    close(match[1].length() / 2);
    open.push_back(open.empty() ? match[2].str() : open.back() + "/" + match[2].str());
  }
  close(0);
  return folders;
}

TEST(Structure, ThePictureOfTheDesignShowsEveryFolderInTheOrderOfTheRules) {
  std::vector<std::string> shown = FoldersInThePicture(), named;
  std::erase_if(shown, [](const std::string& name) { return kParents.contains(name); });
  for (const Folder& folder : kFolders) named.push_back(folder.name);
  EXPECT_EQ(shown, named);
}

TEST(Structure, ModelsKnowNoWindow) {
  std::vector<std::string> wrong;
  static const std::regex kWindow("imgui|glfw|GLFW|glad|EGL");
  for (const char* folder : {"shared/replay", "viz/model", "viz/edit"}) {
    for (const fs::path& file : FilesOf(folder)) {
      if (!IsSource(file)) continue;
      for (const Include& include : IncludesOf(file)) {
        if (std::regex_search(include.path, kWindow))
          wrong.push_back(Place(file, include.line) + " includes " + include.path);
      }
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Structure, NamesSayWhatAFileIsAbout) {
  static const std::regex kEmptyName("(^|[_.-])(util|utils|helper|helpers|manager|common|misc)([_.-]|$)");
  std::vector<std::string> wrong;
  for (const std::string& folder : FoldersIn(kRoot)) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const std::string name = entry.path().filename().string();
      if (entry.path().string().contains("/sim/toolkit/")) continue;  // the names are CUDA's
      if (std::regex_search(name, kEmptyName)) wrong.push_back(fs::relative(entry.path(), kRoot).string());
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

// Folders whose names are lockstep's own: shared/base is every folder's vocabulary, programs under study include
// shared/lockstep, and `cuda` is NVIDIA's namespace.
const std::set<std::string> kInLockstepItself = {"shared/base", "shared/lockstep", "shared/kernels", "cuda",
                                                 "tests",       "bench",           "python"};

bool IsNamespaceOf(const std::string& name, const fs::path& file) {
  const fs::path folder = fs::relative(file, kRoot).parent_path();
  return std::ranges::any_of(folder, [&](const fs::path& part) { return part == name; });
}

// A file may also open other folders' namespaces, to declare their types.
TEST(Structure, CodeStandsInTheNamespaceOfItsFolder) {
  static const std::regex kNamespace("^namespace lockstep(::([a-z]+))? \\{");
  std::vector<std::string> wrong;
  for (const Folder& folder : kFolders) {
    if (kInLockstepItself.contains(folder.name) || folder.name == "sim/toolkit") continue;
    for (const fs::path& file : FilesOf(folder.name)) {
      if (!IsSource(file) || file.extension() == ".cu") continue;
      std::vector<std::string> opened;
      std::ifstream in(file);
      std::smatch match;
      for (std::string line; std::getline(in, line);)
        if (line.starts_with("namespace") && std::regex_search(line, match, kNamespace)) opened.push_back(match[2]);
      const bool is_own =
          std::ranges::any_of(opened, [&](const std::string& name) { return IsNamespaceOf(name, file); });
      if (!opened.empty() && (!is_own || std::ranges::count(opened, "") > 0))
        wrong.push_back(fs::relative(file, kRoot).string());
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

std::string TextOf(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Structure, EveryFaultOfAnAnswerHasATest) {
  static const std::regex kRow(R"re(LOCKSTEP_FAULT\(k\w+, *("[a-z-]+"))re");
  std::string tests;
  for (const char* folder : {"jobs", "lessons/engine", "cli"})
    for (const fs::path& file : FilesOf(folder))
      if (IsTest(file)) tests += TextOf(file);
  const std::string rows = TextOf(kRoot / "jobs/faults.def");
  std::vector<std::string> untested;
  std::size_t count = 0;
  for (std::sregex_iterator row(rows.begin(), rows.end(), kRow), end; row != end; ++row, ++count)
    if (!tests.contains((*row)[1].str())) untested.push_back((*row)[1]);
  EXPECT_GT(count, 20u);
  EXPECT_THAT(untested, testing::IsEmpty());
}

// libstdc++'s std::regex calls itself once for each character, so a long line of somebody else's ends the process.
TEST(Structure, OnlyTestsUseRegularExpressions) {
  std::vector<std::string> wrong;
  for (const Folder& folder : kFolders) {
    if (folder.name == "tests") continue;
    for (const fs::path& file : FilesOf(folder.name)) {
      if (!IsSource(file) || IsTest(file)) continue;
      for (const Include& include : IncludesOf(file))
        if (include.path == "regex") wrong.push_back(Place(file, include.line));
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Structure, HeadersAreIncludedFromTheRoot) {
  std::vector<std::string> wrong;
  for (const char* folder : {"shared", "sim", "cuda", "jobs", "viz", "lessons", "cli"}) {
    for (const fs::path& file : FilesOf(folder)) {
      const bool program = file.extension() == ".cu" || file.string().contains("/sim/toolkit/");
      if (!IsSource(file) || program) continue;
      for (const Include& include : IncludesOf(file)) {
        if (include.path.starts_with("../")) wrong.push_back(Place(file, include.line) + " includes " + include.path);
      }
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

}  // namespace
}  // namespace lockstep
