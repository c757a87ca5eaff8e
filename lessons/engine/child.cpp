#include "lessons/engine/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <utility>

namespace lockstep {
namespace {

constexpr std::size_t kMostKept = 1 << 20;
constexpr std::chrono::milliseconds kGrace{300};

struct Pipe {
  int read = -1, write = -1;
};

Expected<Pipe> MakePipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return Fail(fmt::format("No pipe could be made: {}.", std::strerror(errno)));
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return Pipe{ends[0], ends[1]};
}

void Close(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

// Reads what is there. Closes the pipe at its end.
void ReadAvailable(int& fd, std::string& into) {
  std::array<char, 1 << 14> buffer;
  while (fd >= 0) {
    const ssize_t count = read(fd, buffer.data(), buffer.size());
    if (count > 0) {
      into.append(buffer.data(), std::min<std::size_t>(count, kMostKept - std::min(into.size(), kMostKept)));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      Close(fd);
    } else {
      return;
    }
  }
}

// Between fork and exec: only calls that are safe there.
[[noreturn]] void Become(char* const* arguments, const char* folder, int output, int errors) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const int input = open("/dev/null", O_RDONLY);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  if (chdir(folder) == 0) execvp(arguments[0], arguments);
  _exit(127);
}

}  // namespace

Expected<Child> Child::Start(const std::vector<std::string>& command, const std::filesystem::path& folder) {
  std::vector<char*> arguments;
  for (const std::string& part : command) arguments.push_back(const_cast<char*>(part.c_str()));
  arguments.push_back(nullptr);
  Expected<Pipe> output = MakePipe();
  if (!output) return std::unexpected(output.error());
  Expected<Pipe> errors = MakePipe();
  if (!errors) return std::unexpected(errors.error());

  Child child;
  child.output_pipe_ = output->read;
  child.errors_pipe_ = errors->read;
  child.pid_ = fork();
  if (child.pid_ == 0) Become(arguments.data(), folder.c_str(), output->write, errors->write);
  Close(output->write);
  Close(errors->write);
  if (child.pid_ < 0) return Fail(fmt::format("`{}` could not be started: {}.", command[0], std::strerror(errno)));
  setpgid(child.pid_, child.pid_);  // whoever comes first: the group must exist before End()
  child.process_ = static_cast<int>(syscall(SYS_pidfd_open, child.pid_, 0));
  if (child.process_ < 0) return Fail(fmt::format("`{}` could not be watched: {}.", command[0], std::strerror(errno)));
  return child;
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      process_(std::exchange(other.process_, -1)),
      output_pipe_(std::exchange(other.output_pipe_, -1)),
      errors_pipe_(std::exchange(other.errors_pipe_, -1)),
      exit_status_(other.exit_status_),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)) {}

Child::~Child() {
  End();
  Close(output_pipe_);
  Close(errors_pipe_);
}

void Child::Drain() {
  ReadAvailable(output_pipe_, output_);
  ReadAvailable(errors_pipe_, errors_);
}

bool Child::Poll(std::chrono::milliseconds wait) {
  if (pid_ < 0) return true;
  std::array<pollfd, 3> news{pollfd{process_, POLLIN, 0}, {output_pipe_, POLLIN, 0}, {errors_pipe_, POLLIN, 0}};
  poll(news.data(), news.size(), static_cast<int>(wait.count()));
  Drain();
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
  exit_status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  Drain();
  kill(-pid_, SIGKILL);  // what it left behind
  pid_ = -1;
  Close(process_);
  return true;
}

void Child::End() {
  if (pid_ < 0) return;
  kill(-pid_, SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + kGrace;
  while (std::chrono::steady_clock::now() < deadline) {
    if (Poll(std::chrono::milliseconds(20))) return;
  }
  kill(-pid_, SIGKILL);
  while (!Poll(std::chrono::milliseconds(100))) {
  }
}

}  // namespace lockstep
