#pragma once

struct Pair {
  float x, y;
};
struct __attribute__((aligned(32))) Tile {
  int a;
};
struct Frame {
  char tag;
  Tile tile;
};
struct Wide {
  int a[4];
};
