#include "sim/api/host_output.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

namespace lockstep::api {
namespace {

constexpr off_t kMost = off_t{16} << 20;

// A file that cannot grow: a write past its end fails, and the program that writes goes on. -1: there is none.
int MakeFile() {
  const int file = memfd_create("lockstep-output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (ftruncate(file, kMost) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_GROW) == 0) return file;
  close(file);
  return -1;
}

FILE* StreamOf(int descriptor) { return descriptor == STDERR_FILENO ? stderr : stdout; }

}  // namespace

HostOutputTaker::HostOutputTaker(int descriptor, std::string& text) : descriptor_(descriptor), text_(text) {
  fflush(StreamOf(descriptor));
  file_ = MakeFile();
  if (file_ < 0) return;
  before_ = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (dup2(file_, descriptor) < 0) {
    close(file_);
    file_ = -1;
  }
}

HostOutputTaker::~HostOutputTaker() {
  if (file_ < 0) return;
  const bool failed = fflush(StreamOf(descriptor_)) != 0 || ferror(StreamOf(descriptor_)) != 0;
  clearerr(StreamOf(descriptor_));
  // A descriptor that was closed before is closed again.
  if (before_ >= 0) {
    dup2(before_, descriptor_);
    close(before_);
  } else {
    close(descriptor_);
  }
  const off_t size = lseek(file_, 0, SEEK_CUR);
  const size_t begin = text_.size();
  text_.resize(begin + static_cast<size_t>(size));
  const ssize_t read = pread(file_, text_.data() + begin, static_cast<size_t>(size), 0);
  text_.resize(begin + static_cast<size_t>(read > 0 ? read : 0));
  if (failed || size == kMost) text_ += "\n... (Lockstep keeps the first 16 MiB of what a call prints)\n";
  close(file_);
}

}  // namespace lockstep::api
