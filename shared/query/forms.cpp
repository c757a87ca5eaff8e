#include "shared/query/forms.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::query {
namespace {

constexpr auto kWhats = std::to_array<WhatRow>({
#define SELECT(name, offered, word, other, after, help) {{word, other}, What::name, after},
#include "shared/query/forms.def"
});

constexpr unsigned kNone = FormRow::kNone, kWhere = FormRow::kWhere, kPrint = FormRow::kPrint, kOrder = FormRow::kOrder;
constexpr bool kHere = true, kAnywhere = false;

constexpr auto kForms = std::to_array<FormRow>({
#define FORM(name, offered, word, other, after, subject, clauses, moment, noun, example, help) \
  {{word, other}, Form::name, after, Subject::subject, clauses, moment, noun, example, help},
#include "shared/query/forms.def"
});

constexpr auto kPicks = std::to_array<PickRow>({
#define PICK(name, word, other, help) {{word, other}, Pick::name},
#include "shared/query/forms.def"
});

constexpr auto kOpenings = std::to_array<Opening>({
#define SELECT(name, offered, word, other, after, help) {offered, help, "", true},
#define FORM(name, offered, word, other, after, subject, clauses, moment, noun, example, help) \
  {offered, help, example, false},
#define PICK(name, word, other, help) {word, help, "", false},
#define GO(offered, help) {offered, help, "", false},
#define MORE(offered, help) {offered, help, "", false},
#include "shared/query/forms.def"
});

}  // namespace

std::span<const WhatRow> Whats() { return kWhats; }
std::span<const FormRow> Forms() { return kForms; }
std::span<const PickRow> Picks() { return kPicks; }
std::span<const Opening> Openings() { return kOpenings; }

const FormRow* FindForm(Form form) {
  const auto found = std::ranges::find(kForms, form, &FormRow::form);
  return found == kForms.end() ? nullptr : &*found;
}

bool IsAboutMoment(const Query& query) {
  const FormRow* form = FindForm(query.form);
  return (form && form->is_here) || query.pick == Pick::kNext || query.pick == Pick::kPrevious;
}

std::string ClausesInWords(const FormRow& form) {
  if (form.clauses == FormRow::kNone) return fmt::format("{} has no `where`, `print` or `order by`", form.name.word);
  std::string had;
  for (const auto& [clause, word] :
       {std::pair{kWhere, "`where`"}, std::pair{kPrint, "`print`"}, std::pair{kOrder, "`order by`"}})
    if ((form.clauses & clause) != 0) had += (had.empty() ? "" : ", ") + std::string(word);
  return fmt::format("{} has {} and `limit` only", form.name.word, had);
}

}  // namespace lockstep::query
