#include "sim/api/destroyed.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

#include "sim/api/program_caller.h"
#include "sim/launch/observers.h"

namespace lockstep::api {
namespace {

struct DestroyedObject {
  std::shared_ptr<const void> object;
  const char* what = "";
  const void* destroyed_by = nullptr;
};

// Never destroyed: the program's own destructors may still use handles.
struct Destroyed {
  static constexpr std::size_t kMost = 4096;
  std::mutex mutex;
  std::deque<DestroyedObject> objects;  // the oldest first
};
Destroyed& TheDestroyed() {
  static auto* destroyed = new Destroyed;
  return *destroyed;
}

DestroyedObject Find(const void* handle) {
  Destroyed& destroyed = TheDestroyed();
  const std::lock_guard lock(destroyed.mutex);
  const auto found =
      std::ranges::find_if(destroyed.objects, [&](const DestroyedObject& gone) { return gone.object.get() == handle; });
  return found == destroyed.objects.end() ? DestroyedObject{} : *found;
}

}  // namespace

void NoteDestroyed(std::shared_ptr<const void> object, const char* what, const void* destroyed_by) {
  if (!object || !launch::AnyOfHost(&machine::HostObserver::ReportsErrors)) return;
  Destroyed& destroyed = TheDestroyed();
  const std::lock_guard lock(destroyed.mutex);
  if (destroyed.objects.size() == Destroyed::kMost) destroyed.objects.pop_front();
  destroyed.objects.push_back({std::move(object), what, destroyed_by});
}

void NoteRefusedHandle(const void* handle, const void* caller) {
  const DestroyedObject gone = Find(handle);
  if (!gone.object) return;
  launch::TellHost(&machine::HostObserver::UsesDestroyed, gone.what, gone.destroyed_by,
                   caller ? caller : FindProgramCaller());
}

}  // namespace lockstep::api
