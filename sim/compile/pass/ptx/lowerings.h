#pragma once

// The functions that instructions.def names: each lowers the current instruction of a PtxLowering.

#include "sim/compile/pass/ptx/lowering.h"

namespace lockstep::pass::lower {

void AbsoluteReal(PtxLowering& ptx);
void AbsoluteWhole(PtxLowering& ptx);
void ActiveMask(PtxLowering& ptx);
void AddPacked(PtxLowering& ptx);
void AddReal(PtxLowering& ptx);
void AddWhole(PtxLowering& ptx);
void AddWithCarry(PtxLowering& ptx);
void Approximate(PtxLowering& ptx);
void Barrier(PtxLowering& ptx);
void Bitwise(PtxLowering& ptx);
void Branch(PtxLowering& ptx);
void ClusterBarrier(PtxLowering& ptx);
void Compare(PtxLowering& ptx);
void CompareAndCombine(PtxLowering& ptx);
void CompareAndSwap(PtxLowering& ptx);
void CompareToNumber(PtxLowering& ptx);
void Convert(PtxLowering& ptx);
void ConvertAddress(PtxLowering& ptx);
void ConvertAndPack(PtxLowering& ptx);
void ConvertPairs(PtxLowering& ptx);
void ConvertToHalf(PtxLowering& ptx);
void ConvertToPair(PtxLowering& ptx);
void CopyAsync(PtxLowering& ptx);
void CopySign(PtxLowering& ptx);
void CountBits(PtxLowering& ptx);
void CountLeadingZeros(PtxLowering& ptx);
void CreatePolicy(PtxLowering& ptx);
void DivideApproximately(PtxLowering& ptx);
void DivideReal(PtxLowering& ptx);
void DivideWhole(PtxLowering& ptx);
void DotOfBytes(PtxLowering& ptx);
void DotOfHalves(PtxLowering& ptx);
void Elect(PtxLowering& ptx);
void ExtendFrom(PtxLowering& ptx);
void ExtractField(PtxLowering& ptx);
void Fence(PtxLowering& ptx);
void FindLeading(PtxLowering& ptx);
void FindNthSet(PtxLowering& ptx);
void FunnelShift(PtxLowering& ptx);
void FusedMultiplyAdd(PtxLowering& ptx);
void Hint(PtxLowering& ptx);
void InsertField(PtxLowering& ptx);
void LeastPacked(PtxLowering& ptx);
void LeastReal(PtxLowering& ptx);
void LeastWhole(PtxLowering& ptx);
void Load(PtxLowering& ptx);
void LoadMatrices(PtxLowering& ptx);
void LogicalNot(PtxLowering& ptx);
void LookUp(PtxLowering& ptx);
void LookUpAndTest(PtxLowering& ptx);
void MakeMask(PtxLowering& ptx);
void Match(PtxLowering& ptx);
void Move(PtxLowering& ptx);
void Multiply24(PtxLowering& ptx);
void MultiplyAddWhole(PtxLowering& ptx);
void MultiplyAddWithCarry(PtxLowering& ptx);
void MultiplyMatrices(PtxLowering& ptx);
void MultiplyReal(PtxLowering& ptx);
void MultiplyWhole(PtxLowering& ptx);
void MultiplyWide(PtxLowering& ptx);
void NegateReal(PtxLowering& ptx);
void NegateWhole(PtxLowering& ptx);
void Not(PtxLowering& ptx);
void Permute(PtxLowering& ptx);
void Reciprocal(PtxLowering& ptx);
void ReciprocalRoot(PtxLowering& ptx);
void Reduce(PtxLowering& ptx);
void ReduceAtBarrier(PtxLowering& ptx);
void ReverseBits(PtxLowering& ptx);
void Select(PtxLowering& ptx);
void SelectBySign(PtxLowering& ptx);
void Shift(PtxLowering& ptx);
void Shuffle(PtxLowering& ptx);
void Sleep(PtxLowering& ptx);
void SquareRoot(PtxLowering& ptx);
void Store(PtxLowering& ptx);
void StoreMatrices(PtxLowering& ptx);
void SubtractReal(PtxLowering& ptx);
void SubtractWhole(PtxLowering& ptx);
void SubtractWithBorrow(PtxLowering& ptx);
void SumOfDifference(PtxLowering& ptx);
void TestNumber(PtxLowering& ptx);
void TestSpace(PtxLowering& ptx);
void Trap(PtxLowering& ptx);
void Update(PtxLowering& ptx);
void Vote(PtxLowering& ptx);
void WarpBarrier(PtxLowering& ptx);

}  // namespace lockstep::pass::lower
