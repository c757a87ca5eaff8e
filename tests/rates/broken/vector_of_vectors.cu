// I have a struct of rows. Do I have to copy every row? It says illegal memory access...
#include <iostream>
#include <vector>

struct Row { int length; double *values; };

__global__ void rowSums(const Row *rows, int count, double *sums)
{
    int r = threadIdx.x;
    if (r < count) {
        double s = 0;
        for (int k = 0; k < rows[r].length; ++k)
            s += rows[r].values[k];  // defect: host-argument|host-pointer
        sums[r] = s;
    }
}

int main()
{
    std::vector<std::vector<double>> table(10);
    std::vector<Row> rows;
    for (int r = 0; r < 10; ++r) {
        table[r].assign(r + 1, 1.5);
        rows.push_back({r + 1, table[r].data()});
    }
    Row *dRows;
    double *dSums, sums[10];
    cudaMalloc(&dRows, rows.size() * sizeof(Row));
    cudaMalloc(&dSums, sizeof sums);
    cudaMemcpy(dRows, rows.data(), rows.size() * sizeof(Row), cudaMemcpyHostToDevice);
    rowSums<<<1, 32>>>(dRows, 10, dSums);
    cudaError_t e = cudaMemcpy(sums, dSums, sizeof sums, cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) {
        std::cerr << cudaGetErrorString(e) << std::endl;
    } else {
        std::cout << sums[9] << std::endl;
    }
    cudaFree(dRows);
    cudaFree(dSums);
}
