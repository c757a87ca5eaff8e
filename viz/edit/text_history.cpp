#include "viz/edit/text_history.h"

#include <ranges>

namespace lockstep::viz {
namespace {

constexpr std::size_t kMostBytes = 64 << 20;

std::size_t SizeOf(const TextChange& change) {
  return change.removed.size() + change.inserted.size() + sizeof(TextChange);
}

}  // namespace

void TextHistory::Add(Kind kind, TextChange change, TextSelection before, TextSelection after) {
  while (groups_.size() > done_) {
    for (const TextChange& undone : groups_.back().changes) bytes_ -= SizeOf(undone);
    groups_.pop_back();
    open_ = false;
  }
  bytes_ += SizeOf(change);
  const bool joins = open_ && !groups_.empty() && (all_ || (groups_.back().kind == kind && kind != Kind::kSingle));
  if (!joins) {
    groups_.push_back({kind, {}, before, after});
    ++done_;
  }
  groups_.back().changes.push_back(std::move(change));
  groups_.back().after = after;
  open_ = true;
  Forget();
}

void TextHistory::Forget() {
  while (bytes_ > kMostBytes && groups_.size() > 1) {
    for (const TextChange& change : groups_.front().changes) bytes_ -= SizeOf(change);
    groups_.pop_front();
    --done_;
  }
}

void TextHistory::BeginAll() {
  open_ = false;
  all_ = true;
}

void TextHistory::EndAll() { open_ = all_ = false; }

std::optional<TextSelection> TextHistory::Undo(TextBuffer& buffer) {
  if (done_ == 0) return std::nullopt;
  const Group& group = groups_[--done_];
  for (const TextChange& change : group.changes | std::views::reverse)
    buffer.Replace({change.begin, EndOf(change.begin, change.inserted)}, change.removed);
  open_ = false;
  return group.before;
}

std::optional<TextSelection> TextHistory::Redo(TextBuffer& buffer) {
  if (done_ == groups_.size()) return std::nullopt;
  const Group& group = groups_[done_++];
  for (const TextChange& change : group.changes)
    buffer.Replace({change.begin, EndOf(change.begin, change.removed)}, change.inserted);
  open_ = false;
  return group.after;
}

}  // namespace lockstep::viz
