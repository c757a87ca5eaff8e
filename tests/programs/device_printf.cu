// printf in device code: every format, its return value, and that lines of threads do not mix.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <unistd.h>

__global__ void Formats(float zero) {
  const int a = printf("%d|%i|%5d|%-5d|%05d|%+d|% d\n", -1, 2, 3, 4, 5, 6, 7);
  const int b = printf("%u|%o|%x|%X|%#x|%#o\n", 4000000000u, 8, 255, 255, 255, 8);
  const int c = printf("%lld|%llu|%ld|%lx|%hd|%hhu\n", -5000000000ll, 18000000000000000000ull, -7l, 0xabcdefabcdul,
                       (short)-3, (unsigned char)200);
  const int d = printf("%f|%.2f|%8.3f|%-8.1f|%e|%G|%g\n", 1.5, 2.345, 3.0f, 4.25, 12345.678, 0.00001, 1e20f);
  const int e = printf("%c%c|%s|%.3s|%6s|%-6s|\n", 'o', 'k', "text", "abcdef", "ab", "ab");
  const int f = printf("%*d|%.*f|%-*.*e\n", 6, 42, 1, 2.55, 12, 3, 1234.5);
  const int g = printf("100%%\n");
  const int h = printf("%a|%f|%f|%f\n", 1.0, zero / zero, 1 / zero, -1 / zero);
  printf("%d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, h);
  printf("%p\n", (void*)0x1234);
  printf("%d %s %lld %f %c %u %d %d %d %d %d %d %d %d %d %d\n", 1, "two", 3ll, 4.0, '5', 6u, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}

__global__ void Lines() { printf("line of block %d, thread %d, that is long enough to be cut\n", blockIdx.x, threadIdx.x); }

const char* kExpected =
    "-1|2|    3|4    |00005|+6| 7\n"
    "4000000000|10|ff|FF|0xff|010\n"
    "-5000000000|18000000000000000000|-7|abcdefabcd|-3|200\n"
    "1.500000|2.35|   3.000|4.2     |1.234568e+04|1E-05|1e+20\n"
    "ok|text|abc|    ab|ab    |\n"
    "    42|2.5|1.234e+03   \n"
    "100%\n"
    "0x1p+0|nan|inf|-inf\n"
    "7 6 6 7 6 7 0 4\n"
    "0x1234\n"
    "1 two 3 4.000000 5 6 7 8 9 10 11 12 13 14 15 16\n";

int main() {
  // The kernels' output goes to a file.
  fflush(stdout);
  const int terminal = dup(1);
  FILE* file = tmpfile();
  dup2(fileno(file), 1);
  Formats<<<1, 1>>>(0.0f);
  cudaDeviceSynchronize();
  Lines<<<20, 64>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  fflush(stdout);
  dup2(terminal, 1);

  std::string text;
  rewind(file);
  for (int c; (c = fgetc(file)) != EOF;) text += (char)c;
  fclose(file);
  bool good = error == cudaSuccess;
  if (text.compare(0, strlen(kExpected), kExpected) != 0) {
    printf("printed:\n%s\nexpected:\n%s\n", text.substr(0, strlen(kExpected)).c_str(), kExpected);
    good = false;
  }
  bool seen[20][64] = {};
  int lines = 0;
  for (size_t at = strlen(kExpected); at < text.size();) {
    const size_t end = text.find('\n', at);
    int block = -1, thread = -1, length = 0;
    const std::string line = text.substr(at, end - at);
    sscanf(line.c_str(), "line of block %d, thread %d, that is long enough to be cut%n", &block, &thread, &length);
    if ((size_t)length != line.size() || block < 0 || thread < 0 || seen[block][thread]) good = false;
    else seen[block][thread] = true;
    ++lines;
    at = end + 1;
  }
  if (lines != 20 * 64) good = false;
  printf("%s\n", good ? "ok" : "wrong");
  return good ? 0 : 1;
}
