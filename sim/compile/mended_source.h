#pragma once

// What nvcc takes and clang refuses, mended in a copy of the source that clang reads in the file's place.
//
// - After another specifier, as in `__shared__ alignas(16) float tile[256];`, clang wants the older word `_Alignas`,
//   which means the same.
// - In inline PTX a `%` that no operand's number follows stands for itself: `%smid` is `%%smid` to clang.
// - Formatters that do not know CUDA write a launch as `kernel << <grid, block >> > (x)`.
// - A launch may give its shape in braces: `kernel<<<{4, 4}, {32}>>>(x)` is `kernel<<<dim3{4, 4}, dim3{32}>>>(x)`.
//
// Only the places that clang complains of are touched, lines stay where they are, and messages about a mended copy are
// put back to the columns of the file.

#include <map>
#include <string>
#include <vector>

namespace lockstep {

class SourceMender {
 public:
  // The copies are written into `folder`, which must outlive the mender.
  explicit SourceMender(std::string folder) : folder_(std::move(folder)) {}

  // Mends what `errors` (clang's messages about one compilation, of the copies where there are any) complain of. False
  // where nothing was to be mended.
  bool Mend(const std::string& errors);
  // Makes clang read the copies. Empty where there are none.
  std::vector<std::string> Flags() const;
  // Clang's messages about the copies, with the columns of the files.
  std::string AtOriginalColumns(const std::string& messages) const;

 private:
  // In line `line`, what stands at `column` or after it (both from 1) has moved by `shift`.
  struct Move {
    std::size_t line, column;
    long shift;
  };
  struct Copy {
    std::string path, text;
    std::vector<Move> moves;  // in the order in which they were made
  };

  void WriteOverlay() const;

  std::string folder_;
  std::map<std::string, Copy> copies_;  // by the file's absolute path
};

}  // namespace lockstep
