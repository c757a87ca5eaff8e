// cuRAND's device generators: compared with numbers of cuRAND itself for a seed, subsequence and offset, and with the moments
// of the distributions.

#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

struct Draw {
  int generator, kind;  // kinds as in `draw` below
  double lambda;
  unsigned long long seed, subsequence, offset;
  int skipped;
  double value;
};

const Draw kKnown[] = {
    {0, 0, 3, 0ull, 0ull, 0ull, 0, 3179217846},
    {0, 0, 50, 1234ull, 77ull, 6ull, 2, 411432086},
    {0, 0, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, 911842127},
    {0, 0, 900, 0ull, 1ull, 6ull, 1, 1002308619},
    {0, 0, 5000, 1234ull, 65535ull, 8589934592ull, 3, 4002607315},
    {0, 1, 3, 16045690984503098046ull, 0ull, 1ull, 0, 0.15261995792388916},
    {0, 1, 50, 0ull, 77ull, 8589934592ull, 2, 0.50234353542327881},
    {0, 1, 100, 1234ull, 1099511627776ull, 1ull, 4, 0.10426333546638489},
    {0, 1, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 0.625679612159729},
    {0, 1, 5000, 0ull, 65535ull, 1ull, 3, 0.37005612254142761},
    {0, 2, 3, 1234ull, 0ull, 1000003ull, 0, 0.89565172738722487},
    {0, 2, 50, 16045690984503098046ull, 77ull, 0ull, 2, 0.074882978862593153},
    {0, 2, 100, 0ull, 1099511627776ull, 1000003ull, 4, 0.70917752222991171},
    {0, 2, 900, 1234ull, 1ull, 0ull, 1, 0.53759377731372671},
    {0, 2, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 0.79626653671315162},
    {0, 3, 3, 0ull, 0ull, 0ull, 0, 0.29253664612770081},
    {0, 3, 50, 1234ull, 77ull, 6ull, 2, 1.1157119274139404},
    {0, 3, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, -0.61076796054840088},
    {0, 3, 900, 0ull, 1ull, 6ull, 1, 0.23449774086475372},
    {0, 3, 5000, 1234ull, 65535ull, 8589934592ull, 3, 0.96094083786010742},
    {0, 4, 3, 16045690984503098046ull, 0ull, 1ull, 0, -1.4369629215011126},
    {0, 4, 50, 0ull, 77ull, 8589934592ull, 2, -1.073990503839839},
    {0, 4, 100, 1234ull, 1099511627776ull, 1ull, 4, 0.19035892542420538},
    {0, 4, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 0.54193920756783975},
    {0, 4, 5000, 0ull, 65535ull, 1ull, 3, 0.17192095839366062},
    {0, 5, 3, 1234ull, 0ull, 1000003ull, 0, 1.3300406932830811},
    {0, 5, 50, 16045690984503098046ull, 77ull, 0ull, 2, 1.4161008596420288},
    {0, 5, 100, 0ull, 1099511627776ull, 1000003ull, 4, 1.6759544610977173},
    {0, 5, 900, 1234ull, 1ull, 0ull, 1, 1.8981631994247437},
    {0, 5, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 1.5600113868713379},
    {0, 6, 3, 0ull, 0ull, 0ull, 0, 2.1549238820855363},
    {0, 6, 50, 1234ull, 77ull, 6ull, 2, 1.6563682393253762},
    {0, 6, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, 1.7065236567117925},
    {0, 6, 900, 0ull, 1ull, 6ull, 1, 2.3668395326606886},
    {0, 6, 5000, 1234ull, 65535ull, 8589934592ull, 3, 1.8716584741361975},
    {0, 7, 3, 16045690984503098046ull, 0ull, 1ull, 0, 1},
    {0, 7, 50, 0ull, 77ull, 8589934592ull, 2, 59},
    {0, 7, 100, 1234ull, 1099511627776ull, 1ull, 4, 109},
    {0, 7, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 878},
    {0, 7, 5000, 0ull, 65535ull, 1ull, 3, 5012},
    {0, 8, 3, 1234ull, 0ull, 1000003ull, 0, 1.1170390844345093},
    {0, 8, 50, 16045690984503098046ull, 77ull, 0ull, 2, 0.72942346334457397},
    {0, 8, 100, 0ull, 1099511627776ull, 1000003ull, 4, -0.25984689593315125},
    {0, 8, 900, 1234ull, 1ull, 0ull, 1, -1.1253472566604614},
    {0, 8, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 0.43509119749069214},
    {0, 9, 3, 0ull, 0ull, 0ull, 0, 0.70846867588123497},
    {0, 9, 50, 1234ull, 77ull, 6ull, 2, -1.2573582827492478},
    {0, 9, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, 0.40165026781034563},
    {0, 9, 900, 0ull, 1ull, 6ull, 1, 0.13819728438556014},
    {0, 9, 5000, 1234ull, 65535ull, 8589934592ull, 3, 0.47815533566607871},
    {0, 10, 3, 16045690984503098046ull, 0ull, 1ull, 0, 111.40135955810547},
    {0, 10, 50, 0ull, 77ull, 8589934592ull, 2, 1.7826728820800781},
    {0, 10, 100, 1234ull, 1099511627776ull, 1ull, 4, 3.9789459705352783},
    {0, 10, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 45.661258697509766},
    {0, 10, 5000, 0ull, 65535ull, 1ull, 3, 0.26603719592094421},
    {1, 0, 3, 1234ull, 0ull, 1000003ull, 0, 1050891457},
    {1, 0, 50, 16045690984503098046ull, 77ull, 0ull, 2, 2579835189},
    {1, 0, 100, 0ull, 1099511627776ull, 1000003ull, 4, 1940339545},
    {1, 0, 900, 1234ull, 1ull, 0ull, 1, 1392278645},
    {1, 0, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 3910513445},
    {1, 1, 3, 0ull, 0ull, 0ull, 0, 0.39904648065567017},
    {1, 1, 50, 1234ull, 77ull, 6ull, 2, 0.48756638169288635},
    {1, 1, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, 0.38984152674674988},
    {1, 1, 900, 0ull, 1ull, 6ull, 1, 0.42733091115951538},
    {1, 1, 5000, 1234ull, 65535ull, 8589934592ull, 3, 0.061796195805072784},
    {1, 2, 3, 16045690984503098046ull, 0ull, 1ull, 0, 0.79454902047291398},
    {1, 2, 50, 0ull, 77ull, 8589934592ull, 2, 0.93487764126621187},
    {1, 2, 100, 1234ull, 1099511627776ull, 1ull, 4, 0.78362921485677361},
    {1, 2, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 0.58513640658929944},
    {1, 2, 5000, 0ull, 65535ull, 1ull, 3, 0.76135991374030709},
    {1, 3, 3, 1234ull, 0ull, 1000003ull, 0, -0.01040607038885355},
    {1, 3, 50, 16045690984503098046ull, 77ull, 0ull, 2, 1.0075323581695557},
    {1, 3, 100, 0ull, 1099511627776ull, 1000003ull, 4, 0.89783042669296265},
    {1, 3, 900, 1234ull, 1ull, 0ull, 1, -0.28589636087417603},
    {1, 3, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 0.34140503406524658},
    {1, 4, 3, 0ull, 0ull, 0ull, 0, -0.31039573600037634},
    {1, 4, 50, 1234ull, 77ull, 6ull, 2, 0.41247841610787461},
    {1, 4, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, -0.29317134373444231},
    {1, 4, 900, 0ull, 1ull, 6ull, 1, -0.054525737600106143},
    {1, 4, 5000, 1234ull, 65535ull, 8589934592ull, 3, 0.013384137391174292},
    {1, 5, 3, 16045690984503098046ull, 0ull, 1ull, 0, 1.8386281728744507},
    {1, 5, 50, 0ull, 77ull, 8589934592ull, 2, 1.7697435617446899},
    {1, 5, 100, 1234ull, 1099511627776ull, 1ull, 4, 1.8194988965988159},
    {1, 5, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 1.1779311895370483},
    {1, 5, 5000, 0ull, 65535ull, 1ull, 3, 1.6846994161605835},
    {1, 6, 3, 1234ull, 0ull, 1000003ull, 0, 1.2558539151687651},
    {1, 6, 50, 16045690984503098046ull, 77ull, 0ull, 2, 1.4448256564595834},
    {1, 6, 100, 0ull, 1099511627776ull, 1000003ull, 4, 1.4953597377396259},
    {1, 6, 900, 1234ull, 1ull, 0ull, 1, 2.3392491343987629},
    {1, 6, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 1.9016662519734295},
    {1, 7, 3, 0ull, 0ull, 0ull, 0, 6},
    {1, 7, 50, 1234ull, 77ull, 6ull, 2, 47},
    {1, 7, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, 91},
    {1, 7, 900, 0ull, 1ull, 6ull, 1, 921},
    {1, 7, 5000, 1234ull, 65535ull, 8589934592ull, 3, 5001},
    {1, 8, 3, 16045690984503098046ull, 0ull, 1ull, 0, -0.51941919326782227},
    {1, 8, 50, 0ull, 77ull, 8589934592ull, 2, 0.74512606859207153},
    {1, 8, 100, 1234ull, 1099511627776ull, 1ull, 4, -0.040269102901220322},
    {1, 8, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 0.1143304631114006},
    {1, 8, 5000, 0ull, 65535ull, 1ull, 3, -0.45098221302032471},
    {1, 9, 3, 1234ull, 0ull, 1000003ull, 0, 0.44384912254257353},
    {1, 9, 50, 16045690984503098046ull, 77ull, 0ull, 2, -0.58115425986071312},
    {1, 9, 100, 0ull, 1099511627776ull, 1000003ull, 4, -1.5900851759792212},
    {1, 9, 900, 1234ull, 1ull, 0ull, 1, -1.3420857016510193},
    {1, 9, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 2.4729276168207415},
    {1, 10, 3, 0ull, 0ull, 0ull, 0, 0.4277036190032959},
    {1, 10, 50, 1234ull, 77ull, 6ull, 2, 0.32594582438468933},
    {1, 10, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, 1.3101232051849365},
    {1, 10, 900, 0ull, 1ull, 6ull, 1, 0.64875656366348267},
    {1, 10, 5000, 1234ull, 65535ull, 8589934592ull, 3, 0.33814516663551331},
    {2, 0, 3, 16045690984503098046ull, 0ull, 1ull, 0, 1028627409},
    {2, 0, 50, 0ull, 77ull, 8589934592ull, 2, 2621674928},
    {2, 0, 100, 1234ull, 1099511627776ull, 1ull, 4, 884613482},
    {2, 0, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 1287800457},
    {2, 0, 5000, 0ull, 65535ull, 1ull, 3, 2733591074},
    {2, 1, 3, 1234ull, 0ull, 1000003ull, 0, 0.38712942600250244},
    {2, 1, 50, 16045690984503098046ull, 77ull, 0ull, 2, 0.020417008548974991},
    {2, 1, 100, 0ull, 1099511627776ull, 1000003ull, 4, 0.86050945520401001},
    {2, 1, 900, 1234ull, 1ull, 0ull, 1, 0.67310196161270142},
    {2, 1, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 0.82270663976669312},
    {2, 2, 3, 0ull, 0ull, 0ull, 0, 0.12701112207614923},
    {2, 2, 50, 1234ull, 77ull, 6ull, 2, 0.77548819293198934},
    {2, 2, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, 0.30659259461747773},
    {2, 2, 900, 0ull, 1ull, 6ull, 1, 0.2901511030834123},
    {2, 2, 5000, 1234ull, 65535ull, 8589934592ull, 3, 0.070487555985315517},
    {2, 3, 3, 16045690984503098046ull, 0ull, 1ull, 0, -0.92698866128921509},
    {2, 3, 50, 0ull, 77ull, 8589934592ull, 2, 0.97674000263214111},
    {2, 3, 100, 1234ull, 1099511627776ull, 1ull, 4, 0.42943528294563293},
    {2, 3, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, -0.6822999119758606},
    {2, 3, 5000, 0ull, 65535ull, 1ull, 3, -0.38111403584480286},
    {2, 4, 3, 1234ull, 0ull, 1000003ull, 0, 0.87106495039774134},
    {2, 4, 50, 16045690984503098046ull, 77ull, 0ull, 2, -2.1347312477157221},
    {2, 4, 100, 0ull, 1099511627776ull, 1000003ull, 4, 0.31473028214246274},
    {2, 4, 900, 1234ull, 1ull, 0ull, 1, -0.90161262521673557},
    {2, 4, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 0.098934609614458047},
    {2, 5, 3, 0ull, 0ull, 0ull, 0, 2.6156644821166992},
    {2, 5, 50, 1234ull, 77ull, 6ull, 2, 1.9266735315322876},
    {2, 5, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, 2.4149298667907715},
    {2, 5, 900, 0ull, 1ull, 6ull, 1, 1.5190033912658691},
    {2, 5, 5000, 1234ull, 65535ull, 8589934592ull, 3, 1.9736264944076538},
    {2, 6, 3, 16045690984503098046ull, 0ull, 1ull, 0, 1.3076777037265506},
    {2, 6, 50, 0ull, 77ull, 8589934592ull, 2, 2.1047254085205274},
    {2, 6, 100, 1234ull, 1099511627776ull, 1ull, 4, 1.8355768848499814},
    {2, 6, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 1.3901686508838313},
    {2, 6, 5000, 0ull, 65535ull, 1ull, 3, 1.498884977852442},
    {2, 7, 3, 1234ull, 0ull, 1000003ull, 0, 1},
    {2, 7, 50, 16045690984503098046ull, 77ull, 0ull, 2, 42},
    {2, 7, 100, 0ull, 1099511627776ull, 1000003ull, 4, 106},
    {2, 7, 900, 1234ull, 1ull, 0ull, 1, 909},
    {2, 7, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 5007},
    {2, 8, 3, 0ull, 0ull, 0ull, 0, -0.84792506694793701},
    {2, 8, 50, 1234ull, 77ull, 6ull, 2, 0.32919019460678101},
    {2, 8, 100, 16045690984503098046ull, 1099511627776ull, 8589934592ull, 4, -0.37682357430458069},
    {2, 8, 900, 0ull, 1ull, 6ull, 1, 0.23667049407958984},
    {2, 8, 5000, 1234ull, 65535ull, 8589934592ull, 3, -1.3483495712280273},
    {2, 9, 3, 16045690984503098046ull, 0ull, 1ull, 0, 1.4139056489314907},
    {2, 9, 50, 0ull, 77ull, 8589934592ull, 2, 0.85406639502060944},
    {2, 9, 100, 1234ull, 1099511627776ull, 1ull, 4, 0.27885450151698454},
    {2, 9, 900, 16045690984503098046ull, 1ull, 1000003ull, 1, 0.3560500785632853},
    {2, 9, 5000, 0ull, 65535ull, 1ull, 3, 0.46922351250384103},
    {2, 10, 3, 1234ull, 0ull, 1000003ull, 0, 15.520004272460938},
    {2, 10, 50, 16045690984503098046ull, 77ull, 0ull, 2, 0.57166719436645508},
    {2, 10, 100, 0ull, 1099511627776ull, 1000003ull, 4, 0.23923525214195251},
    {2, 10, 900, 1234ull, 1ull, 0ull, 1, 1.3391919136047363},
    {2, 10, 5000, 16045690984503098046ull, 65535ull, 6ull, 3, 60.129604339599609},
};
const int kCount = sizeof kKnown / sizeof kKnown[0];

template <class State>
__device__ double draw(State* state, int kind, double lambda) {
  switch (kind) {
    case 0: return curand(state);
    case 1: return curand_uniform(state);
    case 2: return curand_uniform_double(state);
    case 3: return curand_normal(state);
    case 4: return curand_normal_double(state);
    case 5: return curand_log_normal(state, 0.5f, 0.25f);
    case 6: return curand_log_normal_double(state, 0.5, 0.25);
    case 7: return curand_poisson(state, lambda);
    case 8: return curand_normal2(state).y;
    case 9: return curand_normal2_double(state).y;
    default: return curand_log_normal2(state, 1, 2).x;
  }
}
template <class State>
__device__ double drawn(const Draw& d) {
  State state;
  curand_init(d.seed, d.subsequence, d.offset, &state);
  double value = 0;
  for (int i = 0; i <= d.skipped; ++i) value = draw(&state, d.kind, d.lambda);
  return value;
}

__global__ void repeat(const Draw* known, double* values, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Draw& d = known[i];
  values[i] = d.generator == 0   ? drawn<curandState>(d)
              : d.generator == 1 ? drawn<curandStatePhilox4_32_10_t>(d)
                                 : drawn<curandStateMRG32k3a_t>(d);
}

// Skipping ahead is equivalent to that number of draws.
template <class State>
__device__ bool skips() {
  State a, b, c;
  curand_init(99, 5, 0, &a);
  curand_init(99, 5, 37, &b);
  curand_init(99, 5, 0, &c);
  for (int i = 0; i < 37; ++i) curand(&a);
  skipahead(37, &c);
  for (int i = 0; i < 9; ++i) {
    unsigned x = curand(&a);
    if (x != curand(&b) || x != curand(&c)) return false;
  }
  return true;
}

template <class State>
__global__ void moments(int kind, double lambda, double* sums) {
  State state;
  curand_init(7, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
  double sum = 0, squares = 0;
  for (int i = 0; i < 64; ++i) {
    double x = draw(&state, kind, lambda);
    sum += x;
    squares += x * x;
  }
  atomicAdd(&sums[0], sum);
  atomicAdd(&sums[1], squares);
  if (!skips<State>()) sums[2] = 1;
}

int wrong;
template <class State>
void check_moments(const char* name) {
  const struct { int kind; double lambda, mean, variance; } kCases[] = {
      {1, 0, 0.5, 1.0 / 12}, {2, 0, 0.5, 1.0 / 12}, {3, 0, 0, 1}, {4, 0, 0, 1}, {7, 5, 5, 5}, {7, 200, 200, 200}, {7, 5000, 5000, 5000}};
  double* sums;
  cudaMallocManaged(&sums, 3 * sizeof(double));
  for (auto& c : kCases) {
    sums[0] = sums[1] = sums[2] = 0;
    moments<State><<<16, 64>>>(c.kind, c.lambda, sums);
    cudaDeviceSynchronize();
    const double n = 16 * 64 * 64, mean = sums[0] / n, variance = sums[1] / n - mean * mean;
    const double error = std::sqrt(c.variance / n);  // of the mean
    if (std::fabs(mean - c.mean) > 5 * error || std::fabs(variance / c.variance - 1) > 0.05 || sums[2] != 0) {
      printf("%s, kind %d: mean %g, variance %g\n", name, c.kind, mean, variance);
      ++wrong;
    }
  }
}

int main() {
  Draw* known;
  double* values;
  cudaMalloc(&known, sizeof kKnown);
  cudaMallocManaged(&values, kCount * sizeof(double));
  cudaMemcpy(known, kKnown, sizeof kKnown, cudaMemcpyHostToDevice);
  repeat<<<(kCount + 31) / 32, 32>>>(known, values, kCount);
  cudaDeviceSynchronize();
  for (int i = 0; i < kCount; ++i) {
    // Integers and uniform numbers are exact; the others depend on logarithms and sines.
    bool exact = kKnown[i].kind <= 2 || kKnown[i].kind == 7;
    double bound = exact ? 0 : 1e-5 * (1 + std::fabs(kKnown[i].value));
    if (std::fabs(values[i] - kKnown[i].value) > bound) {
      printf("draw %d gives %.17g, cuRAND %.17g\n", i, values[i], kKnown[i].value);
      ++wrong;
    }
  }
  check_moments<curandState>("XORWOW");
  check_moments<curandStatePhilox4_32_10_t>("Philox");
  check_moments<curandStateMRG32k3a_t>("MRG32k3a");
  if (wrong) return 1;
  printf("ok\n");
}
