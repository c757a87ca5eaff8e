; Check mode that explains: a hook at each access to memory that threads can share, at each branch of the source, and at
; each line that has neither; and what a block computes. Each hook has the context of its block.
; RUN: hooked-functions,explain-hooks -lockstep-mode=check -lockstep-explain

; CHECK-LABEL: define void @accesses(
; CHECK: %[[ENTERED:.*]] = call i64 @__lockstep_explain_enter()
; CHECK: call void @__lockstep_explain_access({{.*}}, ptr %a, i64 {{[0-9]+}}, i64 %[[ENTERED]])
; CHECK-NEXT: %value = load float, ptr %a
; Its line needs no other hook, and a thread's own memory has none.
; CHECK-NEXT: %twice = fadd float %value, %value
; CHECK-NEXT: store float %twice, ptr %own
; CHECK-NEXT: call void @__lockstep_explain_line({{.*}}, i64 %[[ENTERED]])
; CHECK-NEXT: %fused = call float @llvm.fma.f32(
; CHECK-NEXT: %is_large = fcmp
; CHECK-NEXT: %[[TARGET:.*]] = zext i1 %is_large to i64
; CHECK-NEXT: call void @__lockstep_explain_branch({{.*}}, i64 %[[TARGET]], i64 {{[0-9]+}}, i64 %[[ENTERED]])
; One operation, and one that counts as two.
; CHECK-NEXT: call void @__lockstep_explain_operations(i64 3)
; CHECK-NEXT: br i1 %is_large
define void @accesses(ptr %a) !dbg !4 {
entry:
  %own = alloca float
  %value = load float, ptr %a, !dbg !5
  %twice = fadd float %value, %value, !dbg !5
  store float %twice, ptr %own, !dbg !5
  %fused = call float @llvm.fma.f32(float %value, float %value, float %twice), !dbg !6
  %is_large = fcmp ogt float %fused, 1.0, !dbg !7
  br i1 %is_large, label %then, label %end, !dbg !7
then:
  br label %end
end:
  ret void
}

; The pieces of one access of the source are one request, if its alignment allows a device instruction of that size.
; CHECK-LABEL: define void @splits(
; CHECK: call void @__lockstep_explain_access({{.*}}, ptr %a,
; CHECK-NEXT: load i64, ptr %a
; CHECK-NOT: __lockstep_explain_access
; CHECK: load i64, ptr %upper
; CHECK: call void @__lockstep_explain_access({{.*}}, ptr %b,
; CHECK: call void @__lockstep_explain_access({{.*}}, ptr %next,
define void @splits(ptr %a, ptr %b) !dbg !8 {
  %first = load i64, ptr %a, align 16, !dbg !9
  %upper = getelementptr i8, ptr %a, i64 8
  %second = load i64, ptr %upper, align 8, !dbg !9
  %third = load i64, ptr %b, align 8, !dbg !9
  %next = getelementptr i8, ptr %b, i64 8
  %fourth = load i64, ptr %next, align 8, !dbg !9
  ret void
}

; What the address itself promises counts as well: every fourth cell of an array that begins at a multiple of 16.
; CHECK-LABEL: define void @fourth_cells(
; CHECK: call void @__lockstep_explain_access(
; CHECK-NOT: __lockstep_explain_access
; CHECK: load i64, ptr %over
; CHECK: call void @__lockstep_explain_access(
; CHECK: load i64, ptr %any
; CHECK: call void @__lockstep_explain_access(
; CHECK: load i64, ptr %past
; A copy of 16 bytes goes by steps of 16: 10 << 32 + 16, where 10 is the access.
; CHECK: call void @__lockstep_explain_copy({{.*}}, ptr %at, i64 16, i64 42949672976,
@cells = internal addrspace(3) global [64 x float] undef, align 16
define void @fourth_cells(i64 %i) !dbg !16 {
  %index = shl i64 %i, 2
  %at = getelementptr inbounds [64 x float], ptr addrspacecast (ptr addrspace(3) @cells to ptr), i64 0, i64 %index
  %first = load i64, ptr %at, align 4, !dbg !17
  %over = getelementptr i8, ptr %at, i64 8
  %second = load i64, ptr %over, align 4, !dbg !17
  %any = getelementptr inbounds [64 x float], ptr addrspacecast (ptr addrspace(3) @cells to ptr), i64 0, i64 %i
  %third = load i64, ptr %any, align 4, !dbg !17
  %past = getelementptr i8, ptr %any, i64 8
  %fourth = load i64, ptr %past, align 4, !dbg !17
  %own = alloca [4 x float]
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %own, ptr align 4 %at, i64 16, i1 false), !dbg !18
  ret void
}

; An array that is indexed by a number of the run lies in local memory. Its hook gets a place in it and not its address,
; which would hide from the checks what is unwritten.
; CHECK-LABEL: define i32 @looks_up(
; CHECK-NOT: ptrtoint
; CHECK: %[[PLACE:.*]] = mul i64 %{{.*}}, 4
; CHECK: call void @__lockstep_explain_local({{.*}}, i64 %[[OFFSET:.*]], i64 4, i64 {{[0-9]+}}, i64 %{{[0-9]+}})
; CHECK-NEXT: %value = load i32, ptr %at
define i32 @looks_up(i64 %i) !dbg !12 {
  %own = alloca [4 x i32]
  %at = getelementptr [4 x i32], ptr %own, i64 0, i64 %i
  %value = load i32, ptr %at, !dbg !13
  ret i32 %value, !dbg !13
}

; The initial values of a local array are no memory that is read.
; CHECK-LABEL: define void @initializes(
; CHECK-NOT: __lockstep_explain_copy
; CHECK: call void @llvm.memcpy
@__const.initializes.own = private unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define void @initializes() !dbg !14 {
  %own = alloca [4 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr @__const.initializes.own, i64 16, i1 false), !dbg !15
  ret void, !dbg !15
}

; A fetch from a texture is counted once, where its value is called for.
; CHECK-LABEL: define void @fetches(
; CHECK-NOT: __lockstep_explain_fetch
; CHECK: call ptr @__lockstep_texture_place(
; CHECK: call void @__lockstep_explain_fetch()
; CHECK-NEXT: call void @__lockstep_texture_element(
; CHECK-NOT: __lockstep_explain_fetch
define void @fetches(i64 %texture) !dbg !19 {
  %words = alloca [4 x i32]
  %place = call ptr @__lockstep_texture_place(i64 %texture, i32 0), !dbg !20
  call void @__lockstep_texture_element(i64 %texture, i32 0, ptr %words), !dbg !20
  ret void, !dbg !20
}

; In a loop, the context changes with every round; a function that is called has one of its own.
; CHECK-LABEL: define void @repeats(
; CHECK: %[[ROUND:.*]] = phi i64 [ %[[NEXT:.*]], %loop ], [ %{{.*}}, %entry ]
; CHECK: call void @__lockstep_explain_access({{.*}}, i64 %[[ROUND]])
; CHECK: call void @__lockstep_explain_call(i64 %{{.*}})
; CHECK-NEXT: call void @accesses(
; CHECK: %[[NEXT]] = add i64 %{{.*}}, 1
define void @repeats(ptr %a, i32 %count) !dbg !10 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr %a, !dbg !11
  call void @accesses(ptr %a), !dbg !11
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Code without debug information is no function of the program.
; CHECK-LABEL: define void @without_debug(
; CHECK-NEXT: store i32 1, ptr %a
define void @without_debug(ptr %a) {
  store i32 1, ptr %a
  ret void
}
declare ptr @__lockstep_texture_place(i64, i32)
declare void @__lockstep_texture_element(i64, i32, ptr)
declare float @llvm.fma.f32(float, float, float)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "accesses", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = !DILocation(line: 3, column: 3, scope: !4)
!7 = !DILocation(line: 4, column: 3, scope: !4)
!8 = distinct !DISubprogram(name: "splits", file: !1, line: 11, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 12, column: 3, scope: !8)
!10 = distinct !DISubprogram(name: "repeats", file: !1, line: 21, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 22, column: 3, scope: !10)
!12 = distinct !DISubprogram(name: "looks_up", file: !1, line: 31, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 32, column: 3, scope: !12)
!14 = distinct !DISubprogram(name: "initializes", file: !1, line: 41, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!15 = !DILocation(line: 42, column: 3, scope: !14)
!16 = distinct !DISubprogram(name: "fourth_cells", file: !1, line: 51, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!17 = !DILocation(line: 52, column: 3, scope: !16)
!18 = !DILocation(line: 53, column: 3, scope: !16)
!19 = distinct !DISubprogram(name: "fetches", file: !1, line: 61, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 62, column: 3, scope: !19)
