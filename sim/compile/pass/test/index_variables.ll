; Reads of threadIdx, blockIdx, blockDim and gridDim become calls of the index functions.
; RUN: index-variables

; CHECK-NOT: @threadIdx
; CHECK-NOT: @gridDim
%struct.uint3 = type { i32, i32, i32 }
%struct.dim3 = type { i32, i32, i32 }
@threadIdx = external constant %struct.uint3
@gridDim = external constant %struct.dim3
; Only the headers' declaration is CUDA's.
; CHECK: @blockIdx = internal global i32 7
@blockIdx = internal global i32 7

; CHECK-LABEL: define i32 @reads_members(
; CHECK-NEXT: %[[X:.*]] = call i32 @__lockstep_thread_x()
; CHECK-NEXT: %[[Z:.*]] = call i32 @__lockstep_grid_dim_z()
; CHECK-NEXT: %own = load i32, ptr @blockIdx
; CHECK-NEXT: %sum = add i32 %[[X]], %[[Z]]
define i32 @reads_members() {
  %x = load i32, ptr @threadIdx
  %z = load i32, ptr getelementptr inbounds (%struct.dim3, ptr @gridDim, i32 0, i32 2)
  %own = load i32, ptr @blockIdx
  %sum = add i32 %x, %z
  ret i32 %sum
}

; What takes the variable as a whole, or a reference to it, gets a copy of its own.
; CHECK-LABEL: define void @copies_it(
; CHECK-NEXT: %[[COPY:.*]] = alloca %struct.uint3
; CHECK: %[[Y:.*]] = call i32 @__lockstep_thread_y()
; CHECK: store i32 %[[Y]], ptr
; CHECK: call void @llvm.memcpy{{.*}}(ptr %to, ptr %[[COPY]], i64 12,
; CHECK-NEXT: call void @takes(ptr %[[COPY]])
define void @copies_it(ptr %to) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr @threadIdx, i64 12, i1 false)
  call void @takes(ptr @threadIdx)
  ret void
}

declare void @takes(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
