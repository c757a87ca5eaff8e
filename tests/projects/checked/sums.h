#pragma once

void AddNeighbours(const int* in, int* out, bool waits);
int* MakeParts();  // 64 zeros on the device
