#include "shared/report/program_captures.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "shared/base/environment.h"
#include "shared/base/program_end.h"
#include "shared/lockstep/capture_file.h"

namespace lockstep::report {
namespace {

using lockstep_capture::Way;

// The program's announcement of the copy that this host thread is about to make.
thread_local const lockstep_array* announced = nullptr;

// Lives until the process ends, because static objects may copy in their destructors.
struct Session {
  static Session& Get() {
    static Session* const session = new Session;
    return *session;
  }

  Session() {
    const char* named = VariableAtStart("LOCKSTEP_CAPTURE");
    if (named == nullptr || *named == '\0') return;
    path = named;
    on = true;
    AtProgramEnd([] { FinishCaptures(); });
  }

  bool Open() { return file.is_open() || file.Open(path.c_str(), "simulator"); }

  void Add(const lockstep_array& array, Way way) {
    if (lockstep_capture::IsEmpty(array)) return;
    const std::lock_guard lock(mutex);
    if (!on) return;
    if (!Open() || !file.Add(array, order++, way)) Complain();
  }

  void Finish() {
    const std::lock_guard lock(mutex);
    if (!on) return;
    if (!Open() || !file.Finish()) return Complain();
    on = false;
  }

  void Complain() {
    on = false;
    std::fprintf(stderr, "lockstep: cannot write captures to `%s`: %s\n", path.c_str(), std::strerror(errno));
  }

  std::mutex mutex;
  bool on = false;
  bool only_announced = false;
  std::string path;
  std::uint64_t order = 0;
  lockstep_capture::FileWriter file;
  PublishListener publish_listener;
};

unsigned long long SizeOf(const lockstep_array& array) {
  unsigned long long size = array.element_size;
  for (int i = 0; i < array.rank; ++i) size *= array.shape[i];
  return size;
}

// The copy as an array: as announced if that matches what was copied, else as bytes.
void Add(const void* data, const unsigned long long (&extents)[3]) {
  if (announced == nullptr && Session::Get().only_announced) return;
  lockstep_array array = {.data = data, .name = "", .type = "", .element_size = 1, .file = ""};
  if (announced != nullptr) {
    array.name = announced->name;
    array.file = announced->file;
    array.line = announced->line;
    if (announced->element_size != 0 && extents[2] % announced->element_size == 0) {
      array.type = announced->type;
      array.element = announced->element;
      array.element_size = announced->element_size;
    }
  }
  const unsigned long long shape[3] = {extents[0], extents[1], extents[2] / array.element_size};
  if (announced != nullptr && SizeOf(*announced) == extents[0] * extents[1] * extents[2]) {
    array.rank = announced->rank;
    array.shape = announced->shape;
    return Session::Get().Add(array, lockstep_capture::kCopied);
  }
  const int skipped = extents[0] != 1 ? 0 : extents[1] != 1 ? 1 : 2;
  array.rank = 3 - skipped;
  array.shape = shape + skipped;
  Session::Get().Add(array, lockstep_capture::kCopied);
}

}  // namespace

bool KeepsCaptures() { return Session::Get().on; }

void CaptureCopy(const void* host, std::size_t size) {
  if (KeepsCaptures()) Add(host, {1, 1, size});
}

void CaptureCopy(const CopiedRows& rows) {
  if (!KeepsCaptures()) return;
  const unsigned long long extents[3] = {rows.depth, rows.height, rows.width};
  const bool rows_touch = rows.height == 1 || rows.pitch == rows.width;
  const bool slices_touch = rows.depth == 1 || rows.slice_pitch == rows.width * rows.height;
  if (rows_touch && slices_touch) return Add(rows.host, extents);
  std::vector<char> bytes;
  bytes.reserve(rows.width * rows.height * rows.depth);
  for (std::size_t slice = 0; slice < rows.depth; ++slice) {
    for (std::size_t row = 0; row < rows.height; ++row) {
      const char* const from = static_cast<const char*>(rows.host) + slice * rows.slice_pitch + row * rows.pitch;
      bytes.insert(bytes.end(), from, from + rows.width);
    }
  }
  Add(bytes.data(), extents);
}

void SetPublishListener(PublishListener listener) { Session::Get().publish_listener = std::move(listener); }
void FinishCaptures() { Session::Get().Finish(); }

}  // namespace lockstep::report

// Exported from the runtime; programs refer to these symbols weakly (shared/lockstep/publish.h and capture.h).
extern "C" {

__attribute__((visibility("default"))) void __lockstep_announce_copy(const lockstep_array* array);
__attribute__((visibility("default"))) void __lockstep_announces_copies();
__attribute__((visibility("default"))) void __lockstep_publish(const lockstep_array* array);

void __lockstep_announce_copy(const lockstep_array* array) { lockstep::report::announced = array; }

void __lockstep_announces_copies() { lockstep::report::Session::Get().only_announced = true; }

void __lockstep_publish(const lockstep_array* array) {
  auto& session = lockstep::report::Session::Get();
  if (session.publish_listener) session.publish_listener(*array);
  if (!session.on || array->data == nullptr) return;
  // Device memory is host memory here and can be read directly.
  session.Add(*array, lockstep_capture::kPublished);
}

}  // extern "C"
