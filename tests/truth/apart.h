#pragma once

// A fault ends everything that a process does on the device: each case that has one runs in a process of its own.

#include <sys/wait.h>
#include <unistd.h>

template <class Case>
void Apart(Case run) {
  const pid_t child = fork();
  if (child == 0) {
    run();
    cudaDeviceSynchronize();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
}

// Device memory with every byte 0, which stays allocated: what is not freed here is no case.
template <class T>
T* Zeroed(int count) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));  // lockstep: allow leak
  cudaMemset(memory, 0, count * sizeof(T));
  return memory;
}
