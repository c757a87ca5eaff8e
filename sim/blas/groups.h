#pragma once

// Groups of products: each has a shape and a number of members. What describes them lies on the host.

#include <vector>

#include "sim/blas/gemm_shape.h"

namespace lockstep::blas {

struct Group {
  Product product;
  Int count;
};

struct GroupArrays {
  const cublasOperation_t *transa, *transb;
  const Int *m, *n, *k, *lda, *ldb, *ldc, *count;
  Int groups;
};

static inline std::vector<Group> GroupsOf(Call& call, const GroupArrays& of) {
  std::vector<Group> groups;
  call.Size("group_count", of.groups);
  if (!call.ok() || of.groups == 0) return groups;
  if (call.on_device()) call.NotSupported("factors of groups on the device are not supported here");
  call.Require(of.transa && of.transb && of.m && of.n && of.k && of.lda && of.ldb && of.ldc && of.count,
               [] { return "an array that describes the groups is null"; });
  for (Int g = 0; g < of.groups && call.ok(); ++g) {
    groups.push_back(
        {{of.transa[g], of.transb[g], of.m[g], of.n[g], of.k[g], of.lda[g], of.ldb[g], of.ldc[g]}, of.count[g]});
    groups.back().product.Check(call);
    call.Size("group_size", of.count[g]);
  }
  return groups;
}

static inline Int CountIn(const std::vector<Group>& groups) {
  Int count = 0;
  for (const Group& group : groups) count += group.count;
  return count;
}

}  // namespace lockstep::blas
