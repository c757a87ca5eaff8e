#pragma once

struct Pair {
  float x, y;
};
struct Wide {
  int a[4];
};
