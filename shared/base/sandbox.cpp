#include "shared/base/sandbox.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "shared/base/sandbox_filter.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr char kBwrap[] = "/usr/bin/bwrap";
constexpr char kSetpriv[] = "/usr/bin/setpriv";
// The name of our user inside.
constexpr char kNobody[] = "65534";
constexpr std::size_t kDescriptors = 256;

void Add(Words& words, std::initializer_list<std::string> more) { words.insert(words.end(), more); }

// Other users must be able to go through the folders above.
void AddParents(Words& words, const fs::path& path) {
  fs::path parent;
  for (const fs::path& part : path.parent_path()) {
    parent /= part;
    if (parent != "/" && !parent.string().starts_with("/usr"))
      Add(words, {"--perms", "0755", "--dir", parent.string()});
  }
}

void AddReadable(Words& words, const fs::path& path, const fs::path& name) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return;
  AddParents(words, name);
  Add(words, {"--ro-bind", real.string(), name.string()});
}

void AddReadable(Words& words, const fs::path& path) { AddReadable(words, path, path); }

// Programs and libraries: /usr, and the names of its parts in the root.
void AddSystem(Words& words) {
  Add(words, {"--ro-bind", "/usr", "/usr"});
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64"}) {
    std::error_code error;
    if (fs::is_symlink(name, error))
      Add(words, {"--symlink", fs::read_symlink(name, error).string(), name});
    else if (fs::is_directory(name, error))
      Add(words, {"--ro-bind", name, name});
  }
  for (const char* name : {"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"})
    AddReadable(words, name);
  Add(words, {"--proc", "/proc", "--dev", "/dev"});
}

// Of /proc, the processes themselves and files that can only be read.
const Words& CoverOfProc() {
  static const Words words = [] {
    Words covers, seals;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
      const std::string path = entry.path().string();
      struct stat info{};
      if (std::isdigit(static_cast<unsigned char>(path[6])) || lstat(path.c_str(), &info) != 0) continue;
      if (S_ISDIR(info.st_mode)) {
        Add(covers, {"--tmpfs", path});
        Add(seals, {"--remount-ro", path});
      } else if (S_ISREG(info.st_mode) && (info.st_mode & 0222)) {
        Add(covers, {"--ro-bind", "/dev/null", path});
      }
    }
    covers.insert(covers.end(), seals.begin(), seals.end());
    return covers;
  }();
  return words;
}

bool AreWeRoot() { return geteuid() == 0; }

Words Namespaces() {
  Words words;
  Add(words, {"--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"});
  Add(words, {"--hostname", "sandbox", "--new-session", "--die-with-parent", "--cap-drop", "ALL"});
  if (AreWeRoot())
    Add(words, {"--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"});
  else
    Add(words, {"--unshare-user", "--disable-userns", "--uid", kNobody, "--gid", kNobody});
  return words;
}

bool IsIn(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

// Those that could be seen otherwise.
std::vector<fs::path> SecretsInSight(const Sandbox& sandbox) {
  std::vector<fs::path> found;
  for (const fs::path& path : sandbox.secret) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) continue;
    const auto holds = [&](const fs::path& readable) { return IsIn(real, fs::weakly_canonical(readable, error)); };
    if (IsIn(real, "/usr") || std::ranges::any_of(sandbox.readable, holds)) found.push_back(real);
  }
  return found;
}

// A file that is readable stays so within a secret folder.
void AddFolders(Words& words, const Sandbox& sandbox) {
  std::error_code error;
  const std::vector<fs::path> secrets = SecretsInSight(sandbox);
  for (const fs::path& path : sandbox.readable)
    if (fs::is_directory(path, error)) AddReadable(words, path);
  for (const fs::path& secret : secrets) Add(words, {"--tmpfs", secret.string()});
  for (const fs::path& path : sandbox.readable)
    if (!fs::is_directory(path, error)) AddReadable(words, path);
  for (const auto& [file, name] : sandbox.renamed) AddReadable(words, file, name);
  for (const fs::path& path : sandbox.writable) {
    AddParents(words, path);
    Add(words, {"--bind", path.string(), path.string()});
  }
  for (const fs::path& secret : secrets) Add(words, {"--remount-ro", secret.string()});
  // Mounting leaves memory behind that could be filled.
  Add(words, {"--remount-ro", "/dev", "--remount-ro", "/"});
}

// Limits of single processes, which children inherit.
Words Limits(const Sandbox& sandbox) {
  Words words{"/usr/bin/prlimit", "--core=0", fmt::format("--nofile={}", kDescriptors)};
  if (sandbox.file_size) words.push_back(fmt::format("--fsize={}", sandbox.file_size));
  return words;
}

Words VariablesInside(const ProcessRequest& request) {
  Words variables{"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent"};
  variables.insert(variables.end(), request.environment.begin(), request.environment.end());
  return variables;
}

fs::path FolderOf(const Sandbox& sandbox) { return sandbox.writable.empty() ? "/" : sandbox.writable.front(); }

}  // namespace

ProcessRequest InSandbox(ProcessRequest request, const Sandbox& sandbox) {
  // Without variables of ours from the start: the first process inside is bwrap's own, and its environment can be read.
  Words words{"/usr/bin/env", "-i", kBwrap};
  for (const std::string& word : Namespaces()) words.push_back(word);
  AddSystem(words);
  words.insert(words.end(), CoverOfProc().begin(), CoverOfProc().end());
  AddFolders(words, sandbox);
  for (const std::string& variable : VariablesInside(request)) {
    const std::size_t equals = variable.find('=');
    Add(words, {"--setenv", variable.substr(0, equals), variable.substr(equals + 1)});
  }
  Add(words, {"--setenv", "TMPDIR", FolderOf(sandbox).string(), "--chdir", "/"});
  Add(words, {"--seccomp", std::to_string(kMoreInput), "--"});
  request.more_input = SandboxFilter();
  // Within the namespace or as that user, where only the processes inside are counted.
  Words limits = Limits(sandbox);
  if (sandbox.processes) limits.push_back(fmt::format("--nproc={}", sandbox.processes));
  words.insert(words.end(), limits.begin(), limits.end());
  words.push_back("--");
  if (AreWeRoot()) {
    const std::string user = std::to_string(sandbox.user);
    Add(words, {kSetpriv, "--reuid", user, "--regid", user, "--clear-groups", "--inh-caps=-all", "--"});
    for (const fs::path& path : sandbox.writable) (void)!chown(path.c_str(), sandbox.user, sandbox.user);
  }
  // Only the user that the folder was given to may enter it.
  Add(words, {"/usr/bin/env", "--chdir", FolderOf(sandbox).string(), "--"});
  words.insert(words.end(), request.command.begin(), request.command.end());
  request.command = std::move(words);
  request.environment.clear();
  request.folder.clear();
  // The sandbox itself ends at once, and the program with it.
  request.notice = std::chrono::milliseconds(0);
  return request;
}

ProcessRequest WithoutSandbox(ProcessRequest request, const Sandbox& sandbox) {
  Words words = Limits(sandbox);
  Add(words, {"--", "/usr/bin/env", "-i"});
  for (const std::string& variable : VariablesInside(request)) words.push_back(variable);
  words.push_back("TMPDIR=" + FolderOf(sandbox).string());
  words.insert(words.end(), request.command.begin(), request.command.end());
  request.command = std::move(words);
  request.environment.clear();
  request.folder = FolderOf(sandbox);
  request.notice = std::chrono::milliseconds(0);
  return request;
}

Expected<void> FindSandbox() {
  if (access(kBwrap, X_OK) != 0) return Fail("bubblewrap is not installed (apt-get install bubblewrap)");
  ProcessRequest request = InSandbox({.command = {"/usr/bin/true"}, .capture_errors = true}, {});
  request.limit = std::chrono::seconds(10);
  const Expected<ProcessResult> result = RunProcess(std::move(request));
  if (!result) return std::unexpected(result.error());
  if (result->status == 0) return {};
  return Fail(fmt::format("bubblewrap cannot make {}namespaces here ({})", AreWeRoot() ? "" : "user ",
                          result->errors.substr(0, result->errors.find('\n'))));
}

void KeepPlainFiles(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> others;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    struct stat info{};
    const bool is_plain = lstat(entry.path().c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_nlink == 1;
    if (!is_plain) others.push_back(entry.path());
  }
  for (const fs::path& other : others) {
    // Folders may be nested so deeply that a library runs out of descriptors; `rm` does not.
    const bool is_folder = fs::is_directory(fs::symlink_status(other, error));
    if (is_folder)
      (void)RunProcess({.command = {"/bin/rm", "-rf", "--one-file-system", "--", other.string()}});
    else
      fs::remove(other, error);
  }
}

}  // namespace lockstep
