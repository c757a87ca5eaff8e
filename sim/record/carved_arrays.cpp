#include "sim/record/carved_arrays.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "shared/trace/lookup.h"

namespace lockstep::record {
namespace {

constexpr std::size_t kNone = ~std::size_t{0};

// A place in dynamic shared memory where a pointer says that an array begins.
struct Start {
  std::uint64_t offset = 0;
  trace::TypeId element = trace::TypeId::kNone;
  std::string name;
};

// The values that the threads of a block stored in one pointer of the source.
struct Pointer {
  std::uint64_t address = 0;
  trace::TypeId element = trace::TypeId::kNone;
  std::size_t first_step = 0;
  bool same_for_all = true;
};

class Carver {
 public:
  Carver(const trace::Recording& tables, trace::RecordedLaunch& launch, std::uint32_t whole)
      : r_(tables),
        launch_(launch),
        id_(static_cast<trace::ObjectId>(whole | trace::kLaunchObjectBit)),
        whole_(launch.objects[whole].Copy()) {}

  // The stores of pointers into this memory, in the order of time: the launch's steps number `index`.
  void TakeStore(std::size_t index, const trace::Step& step) {
    if (step.after - whole_.address >= whole_.size) return;
    const trace::Object& local = launch_.objects.FormOf(trace::LaunchObjectIndex(step.object));
    const auto known = pointers_.find({local.variable, step.offset});
    if (known != pointers_.end()) {
      known->second.same_for_all &= known->second.address == step.after;
    } else if (const trace::TypeId element = PointeeAt(local, step.offset); element != trace::TypeId::kNone) {
      pointers_[{local.variable, step.offset}] = {step.after, element, index};
    }
  }
  // After all stores. False if no pointer says that an array begins here.
  bool FindStarts();
  // Then what touched this memory.
  void TakeTouch(const trace::Step& step);

  void Carve() {
    if (starts_.empty()) return;
    JoinReachedTogether();
    if (starts_.size() == 1)
      GiveType();
    else
      Split();
  }
  // After all touches: gives the step its part of the memory. False if that is what it had.
  bool Move(trace::Step& step) const;

 private:
  const trace::Type* TypeOf(trace::TypeId id) const {
    return id == trace::TypeId::kNone ? nullptr : &r_.types[trace::Index(id)];
  }

  // Memory that a program declares as bytes to make something else of it.
  bool IsRaw(trace::TypeId id) const {
    const trace::Type* type = TypeOf(id);
    return !type || (type->size == 1 && type->kind != trace::TypeKind::kBool);
  }

  // True if arrays of the two types have the same cells, `volatile` or not.
  bool SameCells(trace::TypeId a, trace::TypeId b) const {
    const trace::Type *one = TypeOf(a), *other = TypeOf(b);
    if (!one || !other) return a == b;
    const bool named = one->kind == trace::TypeKind::kStruct || one->kind == trace::TypeKind::kArray;
    return one->kind == other->kind && one->size == other->size && (!named || one->name == other->name);
  }

  // The type that a pointer, stored at this place of a local variable, points to.
  trace::TypeId PointeeAt(const trace::Object& local, std::uint64_t offset) const {
    if (local.variable == trace::VariableId::kNone) return trace::TypeId::kNone;
    trace::TypeId id = r_.variables[trace::Index(local.variable)].type;
    for (const trace::Type* type = TypeOf(id); type; type = TypeOf(id)) {
      if (type->kind == trace::TypeKind::kPointer) return offset == 0 ? type->element : trace::TypeId::kNone;
      if (type->kind != trace::TypeKind::kStruct) return trace::TypeId::kNone;
      const auto member = std::ranges::find_if(type->members, [&](const trace::Member& m) {
        const trace::Type* inner = TypeOf(m.type);
        return inner && offset >= m.offset && offset - m.offset < inner->size;
      });
      if (member == type->members.end()) return trace::TypeId::kNone;
      offset -= member->offset;
      id = member->type;
    }
    return trace::TypeId::kNone;
  }

  std::size_t StartOf(std::uint64_t offset) const {
    const auto after = std::ranges::upper_bound(starts_, offset, {}, &Start::offset);
    return static_cast<std::size_t>(after - starts_.begin()) - 1;
  }

  // Arrays of one type that one expression of the source reaches are one; so are any that one access spans.
  void JoinReachedTogether() {
    for (const auto& [site, range] : reach_) {
      const auto [first, last] = range;
      const auto begin = starts_.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = starts_.begin() + static_cast<std::ptrdiff_t>(last) + 1;
      if (!std::all_of(begin, end, [&](const Start& s) { return SameCells(s.element, begin->element); })) continue;
      for (std::size_t i = first + 1; i <= last; ++i) joined_[i] = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      if (!joined_[i]) std::swap(starts_[kept++], starts_[i]);
    }
    starts_.resize(kept);
  }

  void GiveType() {
    if (!IsRaw(whole_.element) || starts_[0].element == trace::TypeId::kNone) return;
    trace::Object typed = whole_;
    typed.element = starts_[0].element;
    typed.shape.clear();
    launch_.objects.Change(trace::LaunchObjectIndex(id_), typed);
  }

  void Split() {
    first_new_ = static_cast<std::uint32_t>(launch_.objects.size());
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      trace::Object part = whole_;
      const std::uint64_t end = i + 1 < starts_.size() ? starts_[i + 1].offset : whole_.size;
      part.name = starts_[i].name;
      part.element = starts_[i].element;
      part.address = whole_.address + starts_[i].offset;
      part.size = end - starts_[i].offset;
      part.shape.clear();
      if (i == 0)
        launch_.objects.Change(trace::LaunchObjectIndex(id_), part);
      else
        launch_.objects.Add(part);
    }
  }

  const trace::Recording& r_;
  trace::RecordedLaunch& launch_;
  const trace::ObjectId id_;
  trace::Object whole_;  // as it was
  std::map<std::pair<trace::VariableId, std::uint32_t>, Pointer> pointers_;
  std::vector<Start> starts_;                                           // by offset, the first at 0
  std::vector<bool> joined_;                                            // each start: with the one before
  std::map<trace::SiteId, std::pair<std::size_t, std::size_t>> reach_;  // of starts, the last included
  std::uint32_t first_new_ = 0;                                         // the object of the second part
};

bool Carver::FindStarts() {
  std::vector<std::tuple<std::uint64_t, bool, std::size_t, Start>> found;
  for (const auto& [where, pointer] : pointers_) {
    const trace::Type* element = TypeOf(pointer.element);
    const std::uint64_t offset = pointer.address - whole_.address;
    if (!pointer.same_for_all || offset >= whole_.size || !element || element->size == 0) continue;
    if (element->size > whole_.size - offset) continue;
    found.emplace_back(offset, IsRaw(pointer.element), pointer.first_step,
                       Start{offset, pointer.element, r_.variables[trace::Index(where.first)].name});
  }
  // Of several at one place: what is not raw, then what came first.
  std::ranges::sort(found, {}, [](const auto& f) { return std::tie(std::get<0>(f), std::get<1>(f), std::get<2>(f)); });
  for (auto& [offset, raw, step, start] : found) {
    if (starts_.empty() || starts_.back().offset != offset) starts_.push_back(std::move(start));
  }
  if (starts_.empty()) return false;
  const Start declared{0, whole_.element, whole_.name};
  if (starts_.front().offset != 0)
    starts_.insert(starts_.begin(), declared);
  else if (!IsRaw(whole_.element))
    starts_.front().element = whole_.element;
  joined_.resize(starts_.size());
  return true;
}

void Carver::TakeTouch(const trace::Step& step) {
  if (starts_.empty() || !IsAccess(step) || step.size == 0) return;
  const std::size_t first = StartOf(step.offset), last = StartOf(std::uint64_t{step.offset} + step.size - 1);
  for (std::size_t i = first + 1; i <= last; ++i) joined_[i] = true;
  const auto [known, is_new] = reach_.try_emplace(step.site, first, first);
  if (is_new) return;
  known->second.first = std::min(known->second.first, first);
  known->second.second = std::max(known->second.second, first);
}

bool Carver::Move(trace::Step& step) const {
  if (starts_.size() < 2) return false;
  const bool fault = step.kind == trace::StepKind::kFault;
  const auto missed = static_cast<std::int64_t>(step.before);
  if (fault && missed < 0) return false;
  const std::size_t i = StartOf(fault ? static_cast<std::uint64_t>(missed) : step.offset);
  if (i == 0) return false;
  step.object = static_cast<trace::ObjectId>((first_new_ + i - 1) | trace::kLaunchObjectBit);
  if (fault)
    step.before -= starts_[i].offset;
  else
    step.offset -= static_cast<std::uint32_t>(starts_[i].offset);
  return true;
}

// Which object of the launch the step reaches or has missed; kNone if it is none.
std::size_t ObjectOf(const trace::Step& step) {
  const bool reaches = IsAccess(step) || step.kind == trace::StepKind::kFault;
  return reaches && trace::IsLaunchObject(step.object) ? trace::LaunchObjectIndex(step.object) : kNone;
}

bool IsDynamicShared(const trace::Recording& tables, const trace::Object& form) {
  return form.variable != trace::VariableId::kNone && form.size > 0 &&
         tables.variables[trace::Index(form.variable)].kind == trace::VariableKind::kDynamicShared;
}

}  // namespace

void CarveArrays(const trace::Recording& tables, trace::RecordedLaunch& launch) {
  std::vector<Carver> carvers;
  std::vector<std::size_t> of_block(launch.blocks.size(), kNone), of_object;
  for (const std::uint32_t i : launch.objects.shared()) {
    if (!IsDynamicShared(tables, launch.objects.FormOf(i))) continue;
    of_object.resize(launch.objects.size(), kNone);
    of_block[launch.objects[i].block] = of_object[i] = carvers.size();
    carvers.emplace_back(tables, launch, i);
  }
  if (carvers.empty()) return;
  launch.steps.ForEach([&](std::size_t i, const trace::Step& step) {
    const std::size_t object = ObjectOf(step), carver = of_block[step.block];
    if (carver != kNone && object != kNone && step.kind == trace::StepKind::kWrite && step.size == 8 &&
        launch.objects.FormOf(object).kind == trace::ObjectKind::kLocal)
      carvers[carver].TakeStore(i, step);
  });
  if (std::ranges::count_if(carvers, &Carver::FindStarts) == 0) return;
  const auto carver_of = [&](const trace::Step& step) -> Carver* {
    const std::size_t object = ObjectOf(step);
    return object == kNone || of_object[object] == kNone ? nullptr : &carvers[of_object[object]];
  };
  launch.steps.ForEach([&](std::size_t, const trace::Step& step) {
    if (Carver* const carver = carver_of(step)) carver->TakeTouch(step);
  });
  for (Carver& carver : carvers) carver.Carve();
  launch.steps.Edit([&](trace::Step& step) {
    const Carver* const carver = carver_of(step);
    return carver && carver->Move(step);
  });
}

}  // namespace lockstep::record
