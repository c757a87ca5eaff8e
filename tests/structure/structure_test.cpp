// Holds the shape of the repository: who may use whom, and names that say something.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

// Who may include whose headers, besides its own. docs/DESIGN.md has the picture.
const std::map<std::string, std::set<std::string>> kMayUse = {
    {"shared", {}},
    {"sim", {"shared"}},
    {"cuda", {"shared"}},
    {"viz", {"shared"}},
    {"lessons", {"shared"}},
    {"cli", {"shared", "sim", "cuda", "viz", "lessons"}},
    {"tests", {"shared", "sim", "cuda", "viz", "lessons", "cli"}},
    {"bench", {"shared", "sim", "cuda", "viz", "lessons", "cli"}},
};

const fs::path kRoot = LOCKSTEP_SOURCE_DIR;

bool IsSource(const fs::path& path) {
  static const std::set<std::string> kExtensions = {".h", ".hpp", ".cpp", ".c", ".cu", ".cuh", ".def"};
  return kExtensions.contains(path.extension().string());
}

// None where the folder is gone, which is a mistake of the rule that names it.
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
    if (std::regex_search(text, match, kInclude)) includes.push_back({line, match[1]});
  }
  return includes;
}

// The top folder that an include reaches into; empty for the system's headers.
std::string FolderOf(const std::string& include) {
  const std::string first = include.substr(0, include.find('/'));
  return include.contains('/') && kMayUse.contains(first) && fs::exists(kRoot / include) ? first : "";
}

std::string Place(const fs::path& file, int line) {
  return fs::relative(file, kRoot).string() + ":" + std::to_string(line);
}

// Tests may use everything: they wire real parts together.
bool IsTest(const fs::path& file) { return file.stem().string().ends_with("_test"); }

// Folders of the root without code that others may use.
const std::set<std::string> kOthers = {"cmake", "docs"};

TEST(Structure, EveryFolderOfTheRootHasARule) {
  std::vector<std::string> unknown;
  for (const auto& entry : fs::directory_iterator(kRoot)) {
    const std::string name = entry.path().filename().string();
    const bool is_built = fs::exists(entry.path() / "CMakeCache.txt") || name.starts_with("build");
    if (!entry.is_directory() || name.starts_with(".") || is_built) continue;
    if (!kMayUse.contains(name) && !kOthers.contains(name)) unknown.push_back(name);
  }
  EXPECT_THAT(unknown, testing::IsEmpty());
}

TEST(Structure, FoldersUseOnlyWhomTheyMay) {
  std::vector<std::string> wrong;
  for (const auto& [folder, may_use] : kMayUse) {
    for (const fs::path& file : FilesOf(folder)) {
      if (!IsSource(file) || IsTest(file)) continue;
      for (const Include& include : IncludesOf(file)) {
        const std::string used = FolderOf(include.path);
        if (used.empty() || used == folder || may_use.contains(used)) continue;
        wrong.push_back(Place(file, include.line) + " includes " + include.path);
      }
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Structure, CheckersSeeSharedOnly) {
  std::vector<std::string> wrong;
  for (const fs::path& file : FilesOf("sim/check")) {
    if (!IsSource(file) || IsTest(file)) continue;
    for (const Include& include : IncludesOf(file)) {
      const bool allowed = include.path.starts_with("sim/check/") || FolderOf(include.path) != "sim";
      if (!allowed) wrong.push_back(Place(file, include.line) + " includes " + include.path);
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Structure, ReplayAnswersFromRecordingsAlone) {
  static const std::regex kAllowed("shared/(replay|base|trace|report|metrics)/.*");
  std::vector<std::string> wrong;
  for (const fs::path& file : FilesOf("shared/replay")) {
    if (!IsSource(file)) continue;
    for (const Include& include : IncludesOf(file)) {
      if (!FolderOf(include.path).empty() && !std::regex_match(include.path, kAllowed))
        wrong.push_back(Place(file, include.line) + " includes " + include.path);
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Structure, ModelsKnowNoWindow) {
  std::vector<std::string> wrong;
  static const std::regex kWindow("imgui|glfw|GLFW|glad|EGL");
  for (const char* folder : {"shared/replay", "viz/model"}) {
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
  for (const auto& [folder, may_use] : kMayUse) {
    if (!fs::is_directory(kRoot / folder)) continue;  // told by the rule above
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const std::string name = entry.path().filename().string();
      if (entry.path().string().contains("/sim/toolkit/")) continue;  // the names are CUDA's
      if (std::regex_search(name, kEmptyName)) wrong.push_back(fs::relative(entry.path(), kRoot).string());
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Structure, DocumentsLinkToWhatIsThere) {
  static const std::regex kLink(R"re(\]\(([^)#:\s]+)(#[^)]*)?\))re");
  std::vector<std::string> wrong;
  std::vector<fs::path> documents = {kRoot / "README.md", kRoot / "CONTRIBUTING.md"};
  for (const char* folder : {"docs", "shared", "sim", "cuda", "viz", "cli", "bench"}) {
    std::ranges::copy_if(FilesOf(folder), std::back_inserter(documents),
                         [](const fs::path& file) { return file.extension() == ".md"; });
  }
  for (const fs::path& document : documents) {
    std::ifstream in(document);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (std::sregex_iterator link(text.begin(), text.end(), kLink), end; link != end; ++link) {
      const std::string target = (*link)[1];
      if (!fs::exists(document.parent_path() / target)) {
        wrong.push_back(fs::relative(document, kRoot).string() + " links to " + target);
      }
    }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Structure, HeadersAreIncludedFromTheRoot) {
  std::vector<std::string> wrong;
  for (const char* folder : {"shared", "sim", "cuda", "viz", "lessons", "cli"}) {
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
