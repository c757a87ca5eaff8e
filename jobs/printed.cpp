#include "jobs/printed.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace lockstep::jobs {
namespace {

// Of the largest number of a text, as for arrays.
constexpr double kSlack = 1e-4;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct Parts {
  std::vector<double> numbers;  // ascending
  std::string rest;             // all other characters but blanks, sorted
  bool has_fractions = false;
  double last_place = 0;  // the largest value of a last digit of a fraction
};

// "-1.25e+3"; a minus after a letter, a digit or a parenthesis is none of a number.
class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  Parts Split() {
    while (at_ < text_.size())
      if (!TakeNumber()) TakeOther();
    std::ranges::sort(parts_.numbers);
    std::ranges::sort(parts_.rest);
    return std::move(parts_);
  }

 private:
  bool IsSign() const {
    if (text_[at_] != '-' || at_ + 1 == text_.size() || !IsDigit(text_[at_ + 1])) return false;
    return at_ == 0 || !(IsDigit(text_[at_ - 1]) || IsLetter(text_[at_ - 1]) || text_[at_ - 1] == ')');
  }

  bool TakeNumber() {
    if (!IsDigit(text_[at_]) && !IsSign()) return false;
    const char* const begin = text_.data() + at_;
    double number = 0;
    const char* const end = std::from_chars(begin, text_.data() + text_.size(), number).ptr;
    const std::string_view word(begin, static_cast<std::size_t>(end - begin));
    at_ += word.size();
    parts_.numbers.push_back(number);
    const std::size_t point = word.find('.'), exponent = word.find_first_of("eE");
    if (point == word.npos && exponent == word.npos) return true;
    parts_.has_fractions = true;
    const std::size_t digits = point == word.npos ? 0 : std::min(exponent, word.size()) - point - 1;
    double unit = std::pow(10.0, -static_cast<double>(digits));
    if (exponent != word.npos) unit *= std::pow(10.0, std::atof(std::string(word.substr(exponent + 1)).c_str()));
    parts_.last_place = std::max(parts_.last_place, unit);
    return true;
  }

  void TakeOther() {
    const char c = text_[at_++];
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') parts_.rest += c;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Parts parts_;
};

std::string Characters(std::string_view text) {
  std::string all;
  for (const char c : text)
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') all += c;
  std::ranges::sort(all);
  return all;
}

double Largest(const Parts& parts) {
  double largest = 0;
  for (const double number : parts.numbers)
    if (std::isfinite(number)) largest = std::max(largest, std::fabs(number));
  return largest;
}

}  // namespace

bool IsPrintedAlike(std::string_view a, std::string_view b) {
  // Whatever the parts are that threads print.
  if (Characters(a) == Characters(b)) return true;
  const Parts one = Splitter(a).Split(), other = Splitter(b).Split();
  if (!one.has_fractions && !other.has_fractions) return false;
  if (one.rest != other.rest || one.numbers.size() != other.numbers.size()) return false;
  const double slack =
      kSlack * std::max(Largest(one), Largest(other)) + 1.5 * std::max(one.last_place, other.last_place);
  return std::ranges::equal(one.numbers, other.numbers,
                            [&](double x, double y) { return x == y || std::fabs(x - y) <= slack; });
}

}  // namespace lockstep::jobs
