// Norm of a vector. The last warp needs no __syncthreads because a warp runs in lockstep (I read).
#include <cmath>
#include <cstdio>

#define N 1000
#define BLOCK 128

__global__ void sumOfSquares(const float *v, float *partial, int n)
{
	__shared__ float s[BLOCK];
	unsigned int t = threadIdx.x;
	float mine = 0.0f;
	for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
		mine += v[i] * v[i];
	s[t] = mine;
	__syncthreads();
	for (unsigned int k = BLOCK / 2; k >= 32; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t < 16) s[t] += s[t + 16];  // defect: race-shared
	if (t < 8) s[t] += s[t + 8];  // defect: race-shared
	if (t < 4) s[t] += s[t + 4];  // defect: race-shared
	if (t < 2) s[t] += s[t + 2];  // defect: race-shared
	if (t == 0)
		partial[blockIdx.x] = s[0] + s[1];  // defect: race-shared
}

int main(void)
{
	static float v[N];
	for (int i = 0; i < N; i++)
		v[i] = 0.5f * (i % 7);
	float *dv, *dp, p[4];
	cudaMalloc((void **)&dv, sizeof v);
	cudaMalloc((void **)&dp, sizeof p);
	cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
	sumOfSquares<<<4, BLOCK>>>(dv, dp, N);
	cudaMemcpy(p, dp, sizeof p, cudaMemcpyDeviceToHost);
	printf("|v| = %f\n", sqrt(p[0] + p[1] + p[2] + p[3]));
	cudaFree(dv);
	cudaFree(dp);
	return 0;
}
