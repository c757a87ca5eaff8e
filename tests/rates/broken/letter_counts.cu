// Homework 3: count the letters of a text.  Each block keeps its own counters in shared memory.
#include <cstdio>
#include <cstring>
#include <vector>

#define LETTERS 26

__global__ void countLetters(const char *text, int length, unsigned int *counts)
{
    __shared__ unsigned int local[LETTERS];
    if (threadIdx.x < LETTERS)
        local[threadIdx.x] = 0;  // defect: race-shared|race-atomic
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        char c = text[i];
        if (c >= 'a' && c <= 'z')
            atomicAdd(&local[c - 'a'], 1u);  // defect: race-shared|race-atomic|uninitialized-shared
    }
    __syncthreads();
    if (threadIdx.x < LETTERS)
        atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

int main()
{
    const char *sentence = "the quick brown fox jumps over the lazy dog and runs away from the angry farmer ";
    std::vector<char> text;
    for (int k = 0; k < 12; k++)
        text.insert(text.end(), sentence, sentence + strlen(sentence));
    char *dText;
    unsigned int *dCounts, counts[LETTERS];
    cudaMalloc(&dText, text.size());
    cudaMalloc(&dCounts, sizeof(counts));
    cudaMemcpy(dText, text.data(), text.size(), cudaMemcpyHostToDevice);
    cudaMemset(dCounts, 0, sizeof(counts));
    int threads = 128;
    int blocks = ((int)text.size() + threads - 1) / threads;
    countLetters<<<blocks, threads>>>(dText, (int)text.size(), dCounts);
    cudaMemcpy(counts, dCounts, sizeof(counts), cudaMemcpyDeviceToHost);
    for (int k = 0; k < LETTERS; k++)
        printf("%c %u\n", 'a' + k, counts[k]);
    cudaFree(dText);
    cudaFree(dCounts);
    return 0;
}
