#include "shared/query/forms.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace lockstep::query {
namespace {

std::string WithSubject(const FormRow& form) {
  const std::string word(form.name.word);
  switch (form.subject) {
    case Subject::kTarget: return word + " tile[0]";
    case Subject::kLine: return word + " 5";
    case Subject::kMoment: return word + " 0:1";
    default: return word;
  }
}

TEST(Forms, AreParsedByTheirWords) {
  for (const FormRow& form : Forms()) {
    const auto query = Parse(WithSubject(form));
    ASSERT_TRUE(query) << form.name.word << ": " << query.error().message;
    EXPECT_EQ(query->form, form.form) << form.name.word;
    EXPECT_EQ(FindForm(form.form), &form);
  }
  for (const WhatRow& what : Whats())
    for (const std::string_view word : {what.name.word, what.name.other}) {
      const auto query = Parse("last " + std::string(word));
      ASSERT_TRUE(query) << word << ": " << query.error().message;
      EXPECT_EQ(query->what, what.what) << word;
      EXPECT_EQ(query->pick, Pick::kLast) << word;
    }
  for (const PickRow& pick : Picks()) EXPECT_EQ(Parse(std::string(pick.name.word) + " write")->pick, pick.pick);
}

TEST(Forms, HaveDifferentWords) {
  std::multiset<std::string_view> words;
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows)
      for (const std::string_view word : {row.name.word, row.name.other})
        if (!word.empty()) words.insert(word);
  };
  add(Forms()), add(Whats()), add(Picks());
  for (const std::string_view word : words) {
    EXPECT_EQ(words.count(word), 1u) << word;
    EXPECT_TRUE(IsQueryWord(word)) << word;
  }
}

TEST(Forms, RefuseTheClausesThatTheyDoNotHave) {
  for (const FormRow& form : Forms())
    for (const auto& [clause, text] :
         {std::pair{FormRow::kWhere, " where lane == 1"}, std::pair{FormRow::kPrint, " print lane"},
          std::pair{FormRow::kOrder, " order by lane"}}) {
      const auto query = Parse(WithSubject(form) + text);
      EXPECT_EQ(query.has_value(), (form.clauses & clause) != 0) << form.name.word << text;
      if (!query) EXPECT_EQ(query.error().message, ClausesInWords(form));
    }
}

TEST(Forms, SayWhichClausesTheyHave) {
  EXPECT_EQ(ClausesInWords(*FindForm(Form::kHits)), "hits has `where` and `limit` only");
  EXPECT_EQ(ClausesInWords(*FindForm(Form::kEvents)), "events has `where`, `print` and `limit` only");
  EXPECT_EQ(ClausesInWords(*FindForm(Form::kWhy)), "why has no `where`, `print` or `order by`");
}

TEST(Forms, HaveExamplesOfTheirOwn) {
  for (const FormRow& form : Forms()) {
    const auto query = Parse(form.example);
    ASSERT_TRUE(query) << form.example << ": " << query.error().message;
    EXPECT_EQ(query->form, form.form) << form.example;
  }
}

TEST(Forms, StandOnTheirPage) {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/docs/QUERIES.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  ASSERT_FALSE(page.empty());
  const auto stands = [&](std::string_view word) {
    return std::regex_search(page, std::regex("`" + std::string(word) + "\\b"));
  };
  for (const FormRow& form : Forms()) EXPECT_TRUE(stands(form.name.word)) << form.name.word;
  for (const WhatRow& what : Whats()) EXPECT_TRUE(stands(what.name.word)) << what.name.word;
  for (const PickRow& pick : Picks()) EXPECT_TRUE(page.contains(pick.name.word)) << pick.name.word;
}

// Those of a place (go_to.h) are no queries.
TEST(Openings, AreQueriesOrPlaces) {
  ASSERT_FALSE(Openings().empty());
  std::set<std::string_view> texts;
  for (const Opening& opening : Openings()) {
    EXPECT_TRUE(texts.insert(opening.text).second) << opening.text;
    EXPECT_FALSE(opening.help.empty()) << opening.text;
    const std::string text(opening.text);
    if (opening.selects_steps) EXPECT_TRUE(Parse(text) || Parse(text + " tile")) << text;
  }
}

}  // namespace
}  // namespace lockstep::query
