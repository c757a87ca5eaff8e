#pragma once
#pragma GCC system_header

// The blocks of a cluster: the functions of sm_90_rt.h that cooperative_groups::cluster_group is built on.

#include "../device.h"
#include "qualifiers.h"
#include "runtime_calls.h"

__LOCKSTEP_LIB__ dim3 __clusterDim() {
  return dim3(__lockstep_cluster_dim(0), __lockstep_cluster_dim(1), __lockstep_cluster_dim(2));
}
__LOCKSTEP_LIB__ unsigned __clusterSizeInBlocks() {
  return __lockstep_cluster_dim(0) * __lockstep_cluster_dim(1) * __lockstep_cluster_dim(2);
}
// A cluster of one block counts as no cluster.
__LOCKSTEP_LIB__ unsigned __clusterDimIsSpecified() { return __clusterSizeInBlocks() > 1; }
__LOCKSTEP_LIB__ dim3 __clusterRelativeBlockIdx() {
  return dim3(__lockstep_block_x() % __lockstep_cluster_dim(0), __lockstep_block_y() % __lockstep_cluster_dim(1),
              __lockstep_block_z() % __lockstep_cluster_dim(2));
}
__LOCKSTEP_LIB__ unsigned __clusterRelativeBlockRank() {
  const dim3 index = __clusterRelativeBlockIdx();
  return (index.z * __lockstep_cluster_dim(1) + index.y) * __lockstep_cluster_dim(0) + index.x;
}
__LOCKSTEP_LIB__ dim3 __clusterIdx() {
  return dim3(__lockstep_block_x() / __lockstep_cluster_dim(0), __lockstep_block_y() / __lockstep_cluster_dim(1),
              __lockstep_block_z() / __lockstep_cluster_dim(2));
}
__LOCKSTEP_LIB__ dim3 __clusterGridDimInClusters() {
  return dim3(__lockstep_grid_dim_x() / __lockstep_cluster_dim(0), __lockstep_grid_dim_y() / __lockstep_cluster_dim(1),
              __lockstep_grid_dim_z() / __lockstep_cluster_dim(2));
}

__LOCKSTEP_LIB__ void* __cluster_map_shared_rank(const void* address, unsigned rank) {
  return (void*)__lockstep_map_shared(address, rank);
}
__LOCKSTEP_LIB__ unsigned __cluster_query_shared_rank(const void* address) { return __lockstep_shared_rank(address); }
__LOCKSTEP_LIB__ void __threadfence_cluster() { __threadfence(); }

// Arriving does nothing: a thread that waits has arrived, and no thread may continue before all wait.
__LOCKSTEP_LIB__ void __cluster_barrier_arrive() {}
__LOCKSTEP_LIB__ void __cluster_barrier_arrive_relaxed() {}
__LOCKSTEP_LIB__ void __cluster_barrier_wait() { __lockstep_sync_cluster(); }
