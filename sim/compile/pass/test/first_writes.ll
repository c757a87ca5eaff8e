; What all threads of a block write to shared memory before any can read it, by threadIdx.x, needs no poison.
; RUN: finished-tables -lockstep-engine=warps-always

; CHECK: c"all_write\00"
; CHECK: constant [2 x i32] [i32 0, i32 1]
; CHECK-NEXT: constant [2 x i32] [i32 0, i32 4]
; CHECK: c"all_write_dynamic\00"
; CHECK: constant [3 x i32] [i32 0, i32 1, i32 2]
; CHECK-NEXT: constant [3 x i32] [i32 0, i32 0, i32 4]
; The other kernels have no such array.
; CHECK: @lockstep.kernels = {{.*}}@some_write.warps, ptr @{{[0-9]+}}, ptr @{{[0-9]+}}, ptr null,
; CHECK-SAME: @reads_before.warps, ptr @{{[0-9]+}}, ptr @{{[0-9]+}}, ptr null,
; CHECK-SAME: @adds_before.warps, ptr @{{[0-9]+}}, ptr @{{[0-9]+}}, ptr null,
; CHECK-SAME: @writes_after_a_barrier.warps, ptr @{{[0-9]+}}, ptr @{{[0-9]+}}, ptr null,
; CHECK-SAME: @leaves_gaps.warps, ptr @{{[0-9]+}}, ptr @{{[0-9]+}}, ptr null,
; CHECK-SAME: @writes_volatile.warps, ptr @{{[0-9]+}}, ptr @{{[0-9]+}}, ptr null,
@before = internal addrspace(9) global [33 x float] undef, align 4
@part = internal addrspace(9) global [256 x float] undef, align 4
@dynamic = external addrspace(9) global [0 x float], align 4

define void @all_write(ptr %data) #0 !dbg !20 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !22, !DIExpression(), !21)
  %x = call i32 @__lockstep_thread_x()
  %wide = zext i32 %x to i64
  %pointer = load ptr, ptr %data.addr
  %f = load float, ptr %pointer
  %own = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 0, i64 %wide
  %next = getelementptr float, ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 7
  store float %f, ptr %own
  call void @__lockstep_syncthreads()
  %found = load float, ptr %next
  store float %found, ptr %pointer
  store float 0.0, ptr addrspacecast (ptr addrspace(9) @before to ptr)
  ret void
}

define void @all_write_dynamic(ptr %data) #0 !dbg !23 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !25, !DIExpression(), !24)
  %x = call i32 @__lockstep_thread_x()
  %wide = zext i32 %x to i64
  %pointer = load ptr, ptr %data.addr
  %f = load float, ptr %pointer
  %own = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 0, i64 %wide
  %next = getelementptr float, ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 7
  %place = getelementptr float, ptr addrspacecast (ptr addrspace(9) @dynamic to ptr), i64 %wide
  store float %f, ptr %place
  call void @__lockstep_syncthreads()
  %found = load float, ptr %next
  store float %found, ptr %pointer
  store float 0.0, ptr addrspacecast (ptr addrspace(9) @before to ptr)
  ret void
}

define void @some_write(ptr %data) #0 !dbg !26 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !28, !DIExpression(), !27)
  %x = call i32 @__lockstep_thread_x()
  %wide = zext i32 %x to i64
  %pointer = load ptr, ptr %data.addr
  %f = load float, ptr %pointer
  %own = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 0, i64 %wide
  %next = getelementptr float, ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 7
  %first = icmp ult i32 %x, 100
  br i1 %first, label %here, label %there
here:
  store float %f, ptr %own
  br label %end
there:
  store float 1.0, ptr %pointer
  br label %end
end:
  call void @__lockstep_syncthreads()
  %found = load float, ptr %next
  store float %found, ptr %pointer
  store float 0.0, ptr addrspacecast (ptr addrspace(9) @before to ptr)
  ret void
}

define void @reads_before(ptr %data) #0 !dbg !29 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !31, !DIExpression(), !30)
  %x = call i32 @__lockstep_thread_x()
  %wide = zext i32 %x to i64
  %pointer = load ptr, ptr %data.addr
  %f = load float, ptr %pointer
  %own = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 0, i64 %wide
  %next = getelementptr float, ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 7
  %old = load float, ptr %next
  store float %old, ptr %own
  call void @__lockstep_syncthreads()
  %found = load float, ptr %next
  store float %found, ptr %pointer
  store float 0.0, ptr addrspacecast (ptr addrspace(9) @before to ptr)
  ret void
}

define void @adds_before(ptr %data) #0 !dbg !32 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !34, !DIExpression(), !33)
  %x = call i32 @__lockstep_thread_x()
  %wide = zext i32 %x to i64
  %pointer = load ptr, ptr %data.addr
  %f = load float, ptr %pointer
  %own = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 0, i64 %wide
  %next = getelementptr float, ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 7
  %old = atomicrmw fadd ptr %next, float 1.0 monotonic
  store float %f, ptr %own
  call void @__lockstep_syncthreads()
  %found = load float, ptr %next
  store float %found, ptr %pointer
  store float 0.0, ptr addrspacecast (ptr addrspace(9) @before to ptr)
  ret void
}

define void @writes_after_a_barrier(ptr %data) #0 !dbg !35 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !37, !DIExpression(), !36)
  %x = call i32 @__lockstep_thread_x()
  %wide = zext i32 %x to i64
  %pointer = load ptr, ptr %data.addr
  %f = load float, ptr %pointer
  %own = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 0, i64 %wide
  %next = getelementptr float, ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 7
  call void @__lockstep_syncthreads()
  store float %f, ptr %own
  %found = load float, ptr %next
  store float %found, ptr %pointer
  store float 0.0, ptr addrspacecast (ptr addrspace(9) @before to ptr)
  ret void
}

define void @leaves_gaps(ptr %data) #0 !dbg !38 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !40, !DIExpression(), !39)
  %x = call i32 @__lockstep_thread_x()
  %wide = zext i32 %x to i64
  %pointer = load ptr, ptr %data.addr
  %f = load float, ptr %pointer
  %own = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 0, i64 %wide
  %next = getelementptr float, ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 7
  %pair = getelementptr double, ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 %wide
  store float %f, ptr %pair
  call void @__lockstep_syncthreads()
  %found = load float, ptr %next
  store float %found, ptr %pointer
  store float 0.0, ptr addrspacecast (ptr addrspace(9) @before to ptr)
  ret void
}

define void @writes_volatile(ptr %data) #0 !dbg !41 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !43, !DIExpression(), !42)
  %x = call i32 @__lockstep_thread_x()
  %wide = zext i32 %x to i64
  %pointer = load ptr, ptr %data.addr
  %f = load float, ptr %pointer
  %own = getelementptr [256 x float], ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 0, i64 %wide
  %next = getelementptr float, ptr addrspacecast (ptr addrspace(9) @part to ptr), i64 7
  store volatile float %f, ptr %own
  call void @__lockstep_syncthreads()
  %found = load float, ptr %next
  store float %found, ptr %pointer
  store float 0.0, ptr addrspacecast (ptr addrspace(9) @before to ptr)
  ret void
}

declare i32 @__lockstep_thread_x()
declare void @__lockstep_syncthreads() #1
@text = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [8 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @all_write, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @all_write_dynamic, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @some_write, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @reads_before, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @adds_before, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @writes_after_a_barrier, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @leaves_gaps, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @writes_volatile, ptr @text, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null, !8})
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!9 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!20 = distinct !DISubprogram(name: "all_write", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 2, column: 3, scope: !20)
!22 = !DILocalVariable(name: "data", arg: 1, scope: !20, file: !1, line: 1, type: !8)
!23 = distinct !DISubprogram(name: "all_write_dynamic", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!24 = !DILocation(line: 2, column: 3, scope: !23)
!25 = !DILocalVariable(name: "data", arg: 1, scope: !23, file: !1, line: 1, type: !8)
!26 = distinct !DISubprogram(name: "some_write", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!27 = !DILocation(line: 2, column: 3, scope: !26)
!28 = !DILocalVariable(name: "data", arg: 1, scope: !26, file: !1, line: 1, type: !8)
!29 = distinct !DISubprogram(name: "reads_before", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!30 = !DILocation(line: 2, column: 3, scope: !29)
!31 = !DILocalVariable(name: "data", arg: 1, scope: !29, file: !1, line: 1, type: !8)
!32 = distinct !DISubprogram(name: "adds_before", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!33 = !DILocation(line: 2, column: 3, scope: !32)
!34 = !DILocalVariable(name: "data", arg: 1, scope: !32, file: !1, line: 1, type: !8)
!35 = distinct !DISubprogram(name: "writes_after_a_barrier", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!36 = !DILocation(line: 2, column: 3, scope: !35)
!37 = !DILocalVariable(name: "data", arg: 1, scope: !35, file: !1, line: 1, type: !8)
!38 = distinct !DISubprogram(name: "leaves_gaps", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!39 = !DILocation(line: 2, column: 3, scope: !38)
!40 = !DILocalVariable(name: "data", arg: 1, scope: !38, file: !1, line: 1, type: !8)
!41 = distinct !DISubprogram(name: "writes_volatile", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!42 = !DILocation(line: 2, column: 3, scope: !41)
!43 = !DILocalVariable(name: "data", arg: 1, scope: !41, file: !1, line: 1, type: !8)
attributes #0 = { "target-features"="+avx2" }
attributes #1 = { convergent nounwind }
