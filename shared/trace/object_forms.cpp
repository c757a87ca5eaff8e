#include "shared/trace/object_forms.h"

#include <tuple>
#include <utility>

namespace lockstep::trace {
namespace {

// In the two lists, with what a list leaves free when it has grown.
constexpr std::size_t kBytesOfForm = 256;

auto FormOf(const Object& object) {
  return std::tie(object.variable, object.size, object.kind, object.element, object.allocated_at, object.shape,
                  object.name);
}

}  // namespace

bool ObjectForms::Less::operator()(const Object& a, const Object& b) const { return FormOf(a) < FormOf(b); }

ObjectForms::ObjectForms(const ObjectForms& other)
    : ids_(other.ids_), forms_(other.forms_), last_(other.last_), bytes_(other.bytes_) {
  for (auto form = ids_.begin(); form != ids_.end(); ++form) forms_[form->second].ids = form;
}

ObjectForms& ObjectForms::operator=(const ObjectForms& other) {
  if (this != &other) *this = ObjectForms(other);
  return *this;
}

// The threads of a kernel declare the same variables in the same order, so the next form is known mostly.
std::uint32_t ObjectForms::Add(const Object& object) {
  if (forms_.empty()) return AddNew(object);
  std::uint32_t& likely = forms_[last_].next;
  if (FormOf((*this)[likely]) == FormOf(object)) return last_ = likely;
  if (const auto known = ids_.find(object); known != ids_.end()) return last_ = likely = known->second;
  likely = static_cast<std::uint32_t>(forms_.size());
  return AddNew(object);
}

std::uint32_t ObjectForms::AddNew(const Object& object) {
  Object form = object;
  form.address = Object{}.address;
  form.block = Object{}.block;
  form.thread = Object{}.thread;
  last_ = static_cast<std::uint32_t>(forms_.size());
  bytes_ += kBytesOfForm + form.name.size() + form.shape.size() * sizeof form.shape[0];
  forms_.push_back({.ids = ids_.emplace(std::move(form), last_).first});
  return last_;
}

}  // namespace lockstep::trace
