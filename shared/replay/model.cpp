#include "shared/replay/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/must.h"
#include "shared/replay/allocation_names.h"
#include "shared/replay/rounds.h"
#include "shared/trace/lookup.h"

namespace lockstep::replay {
namespace {

template <class T, class Id>
const T* Find(const std::vector<T>& table, Id id) {
  return trace::Index(id) < table.size() ? &table[trace::Index(id)] : nullptr;
}

std::shared_ptr<trace::Recording> WithNames(trace::Recording recording) {
  NameAllocations(recording);
  return std::make_shared<trace::Recording>(std::move(recording));
}

}  // namespace

Model::Visit::Visit(const trace::Recording& recording, const trace::RecordedLaunch& launch,
                    std::shared_ptr<const LaunchIndex> known_index)
    : index(known_index ? std::move(known_index) : std::make_shared<const LaunchIndex>(recording, launch)),
      playback(recording, launch, *index) {
  for (std::uint32_t slot = 0; slot < launch.blocks.size(); ++slot) {
    slot_of_block.emplace(LinearIndex(launch.blocks[slot].index, launch.grid), slot);
  }
}

Model::Model(trace::Recording recording) : Model(WithNames(std::move(recording))) {
  MUST(HasLaunches(recording_), "a model needs a recording with at least one launch");
  MoveTo(0, 0);
}

Model::Model(std::shared_ptr<trace::Recording> recording)
    : shared_recording_(std::move(recording)),
      recording_(*shared_recording_),
      visits_(recording_.launches.size()),
      known_indices_(visits_.size()) {
  FindLines();
}

std::unique_ptr<Model> Model::Fork() const {
  std::unique_ptr<Model> fork(new Model(shared_recording_));
  fork->seen_as_ = seen_as_;
  fork->known_indices_ = known_indices_;
  for (std::size_t i = 0; i < visits_.size(); ++i)
    if (visits_[i]) fork->known_indices_[i] = visits_[i]->index;
  return fork;
}

void Model::MoveTo(std::uint32_t launch, Position step) {
  current_ = std::min<std::uint32_t>(launch, static_cast<std::uint32_t>(visits_.size() - 1));
  auto& visit = visits_[current_];
  if (!visit) visit = std::make_unique<Visit>(recording_, recording_.launches[current_], known_indices_[current_]);
  visit->playback.Seek(step);
}

const trace::Kernel* Model::kernel() const { return Find(recording_.kernels, launch().kernel); }

std::optional<std::uint32_t> Model::BlockSlot(trace::Dim3 block) const {
  const auto found = visit().slot_of_block.find(LinearIndex(block, launch().grid));
  if (found == visit().slot_of_block.end()) return std::nullopt;
  return found->second;
}

ThreadSlot Model::SlotOf(trace::Dim3 block, trace::Dim3 thread) const {
  const auto slot = BlockSlot(block);
  const trace::Dim3 extent = launch().block;
  if (!slot || !trace::IsInside(thread, extent)) return ThreadSlot::kNone;
  const std::uint64_t linear = std::uint64_t{*slot} * index().threads_per_block() + LinearIndex(thread, extent);
  return linear < index().thread_count() ? static_cast<ThreadSlot>(linear) : ThreadSlot::kNone;
}

trace::Dim3 Model::BlockOf(ThreadSlot slot) const {
  MUST(slot != ThreadSlot::kNone, "a thread that was not recorded has no slot");
  return launch().blocks[static_cast<std::uint32_t>(slot) / index().threads_per_block()].index;
}

trace::Dim3 Model::ThreadOf(ThreadSlot slot) const {
  MUST(slot != ThreadSlot::kNone, "a thread that was not recorded has no slot");
  return FromLinearIndex(static_cast<std::uint32_t>(slot) % index().threads_per_block(), launch().block);
}

template <class Do>
void Model::ForSame(trace::ObjectId id, Do act) {
  if (!trace::IsLaunchObject(id)) {
    if (trace::Index(id) < recording_.objects.size()) act(std::pair{0u, id}, recording_.objects[trace::Index(id)]);
    return;
  }
  auto& objects = recording_.launches[current_].objects;
  if (trace::LaunchObjectIndex(id) >= objects.size()) return;
  const std::string name(objects[trace::LaunchObjectIndex(id)].name);
  for (const std::uint32_t i : objects.shared()) {
    if (objects[i].name != name) continue;
    trace::Object same = objects[i].Copy();
    act(std::pair{current_, static_cast<trace::ObjectId>(i | trace::kLaunchObjectBit)}, same);
    objects.Change(i, same);
  }
}

const Model::SeenAs* Model::SeenAsOther(trace::ObjectId object) const {
  const auto found = seen_as_.find({trace::IsLaunchObject(object) ? current_ : 0, object});
  return found == seen_as_.end() ? nullptr : &found->second;
}

void Model::SeeAs(trace::ObjectId object, std::size_t choice, const trace::Type& element) {
  const auto known = std::ranges::find_if(recording_.types, [&](const trace::Type& type) {
    return type.kind == element.kind && type.name == element.name && type.size == element.size;
  });
  const trace::TypeId type{static_cast<std::uint32_t>(known - recording_.types.begin())};
  if (known == recording_.types.end()) recording_.types.push_back(element);
  SeeAsRecorded(object);
  ForSame(object, [&](const auto& key, trace::Object& same) {
    seen_as_[key] = {choice, same.element, same.shape};
    same.element = type;
    // Rows of the same number of elements stay rows; otherwise the shape has no meaning.
    const trace::Type* before = Find(recording_.types, seen_as_[key].element);
    if (!before || before->size != element.size) same.shape.clear();
  });
}

void Model::SeeAsRecorded(trace::ObjectId object) {
  ForSame(object, [&](const auto& key, trace::Object& same) {
    const auto seen = seen_as_.find(key);
    if (seen == seen_as_.end()) return;
    same.element = seen->second.element;
    same.shape = seen->second.shape;
    seen_as_.erase(seen);
  });
}

const trace::Type* Model::type(trace::TypeId id) const { return Find(recording_.types, id); }
const trace::Variable* Model::variable(trace::VariableId id) const { return Find(recording_.variables, id); }
const trace::Function* Model::function(trace::FunctionId id) const { return Find(recording_.functions, id); }

Line Model::LineOfSite(trace::SiteId id) const {
  const trace::Site* site = Find(recording_.sites, id);
  return site ? Line{site->file, site->line} : Line{};
}

trace::FunctionId Model::FunctionOfSite(trace::SiteId id) const {
  const trace::Site* site = Find(recording_.sites, id);
  return site ? site->function : trace::FunctionId::kNone;
}

std::string_view Model::TextOf(Line line) const {
  const std::uint32_t file = trace::Index(line.file);
  if (file >= recording_.files.size() || line.number == 0 || line.number > line_begins_[file].size()) return {};
  const std::string& text = recording_.files[file].text;
  const std::size_t begin = line_begins_[file][line.number - 1];
  std::size_t end = std::min(text.find('\n', begin), text.size());
  if (end > begin && text[end - 1] == '\r') --end;
  return std::string_view(text).substr(begin, end - begin);
}

std::uint32_t Model::LinesOf(trace::FileId file) const {
  return trace::Index(file) < line_begins_.size() ? static_cast<std::uint32_t>(line_begins_[trace::Index(file)].size())
                                                  : 0;
}

const WriteOrder& Model::WritesByOffset(trace::ObjectId object) const {
  auto [found, is_new] = visit().write_orders.try_emplace(object);
  WriteOrder& order = found->second;
  if (!is_new) return order;
  for (const StepIndex step : index().WritesTo(object)) {
    order.writes.emplace_back(launch().steps[step].offset, step);
    order.longest = std::max<std::uint32_t>(order.longest, launch().steps[step].size);
  }
  std::ranges::sort(order.writes);
  return order;
}

const std::vector<Position>& Model::Rounds(std::uint32_t first_slot, std::uint32_t end_slot) const {
  auto [found, is_new] = visit().rounds.try_emplace({first_slot, end_slot});
  if (is_new) found->second = FindRounds(launch(), index(), first_slot, end_slot);
  return found->second;
}

const WrittenSince& Model::WrittenSinceOf(trace::ObjectId object) const {
  const auto [found, is_new] = visit().written_since.try_emplace(object);
  if (is_new) found->second = FindWrittenSince(*this, object);
  return found->second;
}

void Model::FindLines() {
  for (const trace::SourceFile& file : recording_.files) {
    std::vector<std::size_t> begins{0};
    for (std::size_t i = 0; i + 1 < file.text.size(); ++i) {
      if (file.text[i] == '\n') begins.push_back(i + 1);
    }
    if (file.text.empty()) begins.clear();
    line_begins_.push_back(std::move(begins));
  }
}

std::string Text(trace::Dim3 index) { return fmt::format("({},{},{})", index.x, index.y, index.z); }

}  // namespace lockstep::replay
