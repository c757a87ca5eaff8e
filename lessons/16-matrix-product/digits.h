// Digits as a pocket calculator shows them: up to seven bars on 28 x 28 pixels, 1 for ink and -1 for paper.
#ifndef LESSONS_DIGITS_H
#define LESSONS_DIGITS_H

#include <vector>

#include "lockstep/input.h"

constexpr int kSide = 28, kPixels = kSide * kSide, kDigits = 10;

struct Bar {
  int top, left, bottom, right;
};

const Bar kBars[] = {{3, 7, 6, 20},   {3, 17, 14, 20}, {13, 17, 24, 20}, {21, 7, 24, 20},
                     {13, 7, 24, 10}, {3, 7, 14, 10},  {12, 7, 15, 20}};
const char* const kBarsOfDigit[] = {"012345", "12",     "01346", "01236",   "1256",
                                    "02356",  "023456", "012",   "0123456", "012356"};

inline float ink(int digit, int row, int column) {
  for (const char* number = kBarsOfDigit[digit]; *number; ++number) {
    const Bar& bar = kBars[*number - '0'];
    if (row >= bar.top && row <= bar.bottom && column >= bar.left && column <= bar.right) return 1;
  }
  return -1;
}

// A row for each picture: one of the digits, in which every sixth pixel or so has the wrong colour.
inline std::vector<float> pictures_of(const std::vector<int>& digits) {
  std::vector<float> pictures;
  const std::vector<int> dice = lockstep::RandomInput<int>(digits.size() * kPixels, 1, 6, 3);
  for (int digit : digits) {
    for (int pixel = 0; pixel < kPixels; ++pixel) {
      const float colour = ink(digit, pixel / kSide, pixel % kSide);
      pictures.push_back(dice[pictures.size()] == 6 ? -colour : colour);
    }
  }
  return pictures;
}

// A column for each digit: how it should look.
inline std::vector<float> patterns() {
  std::vector<float> all;
  for (int pixel = 0; pixel < kPixels; ++pixel) {
    for (int digit = 0; digit < kDigits; ++digit) all.push_back(ink(digit, pixel / kSide, pixel % kSide));
  }
  return all;
}

#endif  // LESSONS_DIGITS_H
