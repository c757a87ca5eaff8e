#include "lessons/engine/new_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "shared/base/unfinished_file.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDescription = R"({
  "number": @NUMBER@,
  "title": "@NAME@",
  "text": "lesson.md",
  "program": "program.cu",
  "arguments": ["1000"],
  "needs": ["guard"],
  "teaches": ["@NAME@"],
  "exercise": {
    "file": "exercise.cu",
    "solution": "solution.cu",
    "runs": [{"arguments": ["1000"], "seed": 1}, {"arguments": ["1"], "seed": 2}, {"arguments": ["513"], "seed": 3}],
    "checks": [
      {"kind": "clean", "points": 1},
      {"kind": "compare", "array": "d_out", "points": 2}
    ],
    "fails": "wrong-value",
    "hints": {
      "wrong-value": "hints/wrong_value.md",
      "not-written": "hints/not_written.md",
      "out-of-bounds-global": "hints/outside.md"
    },
    "wrong": [
      {"file": "wrong/no_guard.diff", "fault": "out-of-bounds-global"},
      {"file": "wrong/half_of_it.diff", "fault": "not-written"}
    ]
  },
  "facts": {
    "reads": {"value": 1000, "name": "reads", "kernel": "twice", "array": "in"}
  }
}
)";

constexpr const char* kText = R"(# @NAME@

## The first page

Say in a few plain sentences what this lesson is about, and what the reader will be able to do at its end.

## What the program does

<!-- show: launch 0 -->

This page shows launch 0 of `program.cu`. Numbers come from the run: its threads read `in` {{reads}} times.

*Try it:* select a thread, and look at the cell that it reads.

## Exercise

<!-- exercise -->

Say what is to be done in `exercise.cu`, and how one sees that it is done.

## What you know now

- One sentence for each idea that the reader takes along.
)";

// The parts that programs differ in: what stands first, and the kernel's body.
std::string Program(const std::string& first, const std::string& body) {
  return "// " + first + R"(

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void twice(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
)" + body +
         R"(}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 0, 1000);

  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n);

  const int threads = 256;
  twice<<<(n + threads - 1) / threads, threads>>>(d_in, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
)";
}

std::vector<std::pair<fs::path, std::string>> FilesOf(const std::string& name, int number) {
  const auto filled = [&](std::string text) {
    for (const auto& [mark, value] :
         {std::pair<std::string, std::string>{"@NUMBER@", std::to_string(number)}, {"@NAME@", name}})
      for (std::size_t at; (at = text.find(mark)) != std::string::npos;) text.replace(at, mark.size(), value);
    return text;
  };
  const std::string solved = "  if (i < n) out[i] = 2 * in[i];\n";
  return {{"lesson.json", filled(kDescription)},
          {"lesson.md", filled(kText)},
          {"program.cu", Program("The program that the text shows.", solved)},
          {"exercise.cu", Program("Exercise: say here, too, what is to be done. This one adds and should double.",
                                  "  if (i < n) out[i] = 2 + in[i];\n")},
          {"solution.cu",
           Program("The solved exercise: an answer's arrays are compared with those of this program.", solved)},
          {"wrong/no_guard.diff", fmt::format("No guard.\n@@\n-{}+  out[i] = 2 * in[i];\n", solved)},
          {"wrong/half_of_it.diff",
           fmt::format("Half of the cells.\n@@\n-{}+  if (i < n / 2) out[i] = 2 * in[i];\n", solved)},
          {"hints/wrong_value.md", "What does the thread compute, and what should it? Look at the first wrong cell.\n"},
          {"hints/not_written.md", "Which thread should have written that cell? Where did it go instead?\n"},
          {"hints/outside.md", "A thread without a cell must do nothing: every access belongs inside the guard.\n"}};
}

bool IsGoodName(const std::string& name) {
  return !name.empty() && name.size() <= 60 &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; });
}

}  // namespace

Expected<fs::path> MakeLesson(const fs::path& parent, const std::string& name, int number) {
  if (!IsGoodName(name))
    return Fail(fmt::format("`{}` is no name for a lesson: letters, digits, `-` and `_` are wanted", name));
  const fs::path folder = parent / name;
  std::error_code error;
  if (fs::exists(folder, error)) return Fail(fmt::format("`{}` exists", folder.string()));
  for (const auto& [file, text] : FilesOf(name, number)) {
    fs::create_directories((folder / file).parent_path(), error);
    if (error)
      return Fail(fmt::format("`{}` cannot be made: {}", (folder / file).parent_path().string(), error.message()));
    if (auto written = WriteFile((folder / file).string(), text); !written) return std::unexpected(written.error());
  }
  return folder;
}

}  // namespace lockstep::lessons
