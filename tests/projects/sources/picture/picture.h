#pragma once

#include <vector>

// A grey picture that is kept on the device.
class Picture {
 public:
  Picture(int width, int height, const std::vector<unsigned char>& pixels);
  ~Picture();
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;

  void Invert();
  std::vector<unsigned char> Pixels() const;

 private:
  int width_, height_;
  unsigned char* device_ = nullptr;
};
