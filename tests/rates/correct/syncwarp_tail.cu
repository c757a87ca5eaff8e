// Reduction whose last steps stay in one warp, with __syncwarp between reads and writes.
#include <cstdio>

#define N 900
#define BLOCK 128

__global__ void sumOfCubes(const float *v, float *partial, int n)
{
	__shared__ float s[BLOCK];
	unsigned int t = threadIdx.x;
	float mine = 0.0f;
	for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
		mine += v[i] * v[i] * v[i];
	s[t] = mine;
	__syncthreads();
	if (t < 64)
		s[t] += s[t + 64];
	__syncthreads();
	if (t < 32) {
		float x = s[t] + s[t + 32];
		for (int k = 16; k > 0; k >>= 1) {
			s[t] = x;
			__syncwarp();
			x += s[t ^ k];
			__syncwarp();
		}
		if (t == 0)
			partial[blockIdx.x] = x;
	}
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
	sumOfCubes<<<4, BLOCK>>>(dv, dp, N);
	cudaMemcpy(p, dp, sizeof p, cudaMemcpyDeviceToHost);
	printf("%f\n", p[0] + p[1] + p[2] + p[3]);
	cudaFree(dv);
	cudaFree(dp);
	return 0;
}
