// Hash every word of a packed text, four bytes at a time.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t e_ = (call);                                             \
        if (e_ != cudaSuccess) {                                             \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_));  \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

struct Word {
    int begin, length;
};

__device__ unsigned int mix(unsigned int h, unsigned int v)
{
    h ^= v * 0xcc9e2d51u;
    return (h << 13 | h >> 19) * 5u + 0xe6546b64u;
}

__global__ void hashWords(const char* text, const Word* words, unsigned int* hash, int n)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= n) return;
    const char* s = text + words[w].begin;
    int len = words[w].length;

    unsigned int h = 0x9747b28cu;
    int k = 0;
    for (; k + 4 <= len; k += 4) {
        unsigned int v = *reinterpret_cast<const unsigned int*>(s + k);  // defect: misaligned
        h = mix(h, v);
    }
    for (; k < len; ++k) h = mix(h, (unsigned char)s[k]);
    hash[w] = h;
}

int main()
{
    const std::string text =
        "the quick brown foxes jumped over seventeen extraordinarily lazy dogs "
        "while nobody in particular watched and nothing whatsoever happened after";
    std::vector<Word> words;
    for (int i = 0; i < int(text.size());) {
        int j = i;
        while (j < int(text.size()) && text[j] != ' ') ++j;
        words.push_back({i, j - i});
        i = j + 1;
    }
    const int n = int(words.size());

    char* d_text = nullptr;
    Word* d_words = nullptr;
    unsigned int* d_hash = nullptr;
    CHECK(cudaMalloc(&d_text, text.size()));
    CHECK(cudaMalloc(&d_words, n * sizeof(Word)));
    CHECK(cudaMalloc(&d_hash, n * sizeof(unsigned int)));
    CHECK(cudaMemcpy(d_text, text.data(), text.size(), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_words, words.data(), n * sizeof(Word), cudaMemcpyHostToDevice));

    hashWords<<<(n + 31) / 32, 32>>>(d_text, d_words, d_hash, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<unsigned int> hash(n);
    CHECK(cudaMemcpy(hash.data(), d_hash, n * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    unsigned int all = 0;
    for (unsigned int h : hash) all ^= h;
    std::printf("%d words, combined hash %08x\n", n, all);

    CHECK(cudaFree(d_text));
    CHECK(cudaFree(d_words));
    CHECK(cudaFree(d_hash));
    return 0;
}
