; Check mode: a hook before each access to memory that other threads can see returns the origin of the value that is read.
; The origin is propagated with the value, and tested where the value is used. 0 is the origin of a valid value.
; RUN: check-hooks -lockstep-mode=check

; CHECK-LABEL: define i32 @accesses(
define i32 @accesses(ptr %a, ptr %b) !dbg !4 {
  ; CHECK-NEXT: %[[ORIGIN:.*]] = call i32 @__lockstep_check_load(ptr @lockstep.sites, ptr %a, i64 {{[0-9]+}}, ptr null)
  ; CHECK-NEXT: %value = load i32
  %value = load i32, ptr %a, !dbg !5
  ; CHECK-NEXT: %[[BITS:.*]] = zext i32 %value to i64
  ; CHECK-NEXT: call void @__lockstep_check_store({{.*}}, ptr %b, i64 {{[0-9]+}}, ptr null, i64 %[[BITS]], i32 %[[ORIGIN]])
  ; CHECK-NEXT: store i32 %value
  store i32 %value, ptr %b, !dbg !6
  ; An atomic acquires what other threads released, so that hook comes after it.
  ; CHECK-NEXT: call void @__lockstep_check_atomic({{.*}}, ptr %a, i64 {{[0-9]+}}, ptr null)
  ; CHECK-NEXT: atomicrmw
  ; CHECK-NEXT: call void @__lockstep_check_acquire(ptr %a, i64 {{[0-9]+}})
  %old = atomicrmw add ptr %a, i32 1 acq_rel, !dbg !6
  ; CHECK-NEXT: call void @__lockstep_check_copy({{.*}}, ptr %b, ptr %a, i64 24, ptr null, ptr null)
  ; CHECK-NEXT: call void @llvm.memcpy
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 24, i1 false), !dbg !6
  ; CHECK-NEXT: call void @__lockstep_check_fill({{.*}}, ptr %b, i64 16, ptr null)
  ; CHECK-NEXT: call void @llvm.memset
  call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 16, i1 false), !dbg !6
  ret i32 0, !dbg !6
}

; Through arithmetic to the branch that it decides.
; CHECK-LABEL: define void @decides(
; CHECK-NEXT: %[[ORIGIN:.*]] = call i32 @__lockstep_check_load(
; CHECK: %is_small = icmp ult i32 %twice, 10
; CHECK-NEXT: %[[BAD:.*]] = icmp ne i32 %[[ORIGIN]], 0
; CHECK-NEXT: br i1 %[[BAD]], label %[[REPORT:.*]], label %[[GO_ON:[0-9]+]], {{.*}}!prof
; CHECK: call void @__lockstep_check_use({{.*}}, i32 %[[ORIGIN]])
; CHECK-NEXT: br label %[[GO_ON]]
; CHECK: br i1 %is_small
define void @decides(ptr %a, ptr %b) !dbg !7 {
  %value = load i32, ptr %a, !dbg !9
  %twice = mul i32 %value, 2
  %is_small = icmp ult i32 %twice, 10
  br i1 %is_small, label %then, label %end, !dbg !9
then:
  store i32 1, ptr %b, !dbg !9
  br label %end, !dbg !9
end:
  ret void, !dbg !9
}

; A phi of values is a phi of origins: a number that is undefined on one edge is a variable without a value on that path.
; CHECK-LABEL: define i32 @meets(
; CHECK: %[[ORIGIN:.*]] = phi i32 [ 0, %then ], [ 1, %entry ]
; CHECK: call void @__lockstep_check_use({{.*}}, i32 %[[ORIGIN]])
; CHECK: br i1 %is_zero
define i32 @meets(i1 %which, i32 %good) !dbg !14 {
entry:
  br i1 %which, label %then, label %end, !dbg !15
then:
  br label %end
end:
  %value = phi i32 [ %good, %then ], [ undef, %entry ]
  %is_zero = icmp eq i32 %value, 0
  br i1 %is_zero, label %yes, label %no, !dbg !15
yes:
  ret i32 1, !dbg !15
no:
  ret i32 2, !dbg !15
}

; A thread's own array: only an index that is unknown at compile time can be outside it.
; CHECK-LABEL: define i32 @own(
; CHECK-NOT: call {{.*}}@__lockstep_check_{{load|store}}
; CHECK: %[[OUTSIDE:.*]] = icmp ugt i64 %{{.*}}, 12
; CHECK-NEXT: br i1 %[[OUTSIDE]]
; CHECK: call void @__lockstep_check_local({{.*}}, ptr %element, i64 4, ptr %array, i64 16, ptr null)
; CHECK-NOT: call {{.*}}@__lockstep_check
; CHECK: ret i32
define i32 @own(i32 %i) !dbg !10 {
  %array = alloca [4 x i32]
  %first = getelementptr [4 x i32], ptr %array, i64 0, i64 1
  store i32 1, ptr %first, !dbg !11
  %element = getelementptr [4 x i32], ptr %array, i64 0, i32 %i
  %value = load i32, ptr %element, !dbg !11
  ret i32 %value, !dbg !11
}

; A pointer to one of two variables has the chosen one's size.
; CHECK-LABEL: define void @one_of_two(
; CHECK: %[[SIZE:.*]] = phi i64 [ 4, %entry ], [ 8, %other ]
; CHECK: %[[LAST:.*]] = sub i64 %[[SIZE]], 4
; CHECK: icmp ugt i64 %{{.*}}, %[[LAST]]
; CHECK: call void @__lockstep_check_local({{.*}}, ptr %second, i64 68719476740, ptr %chosen, i64 %[[SIZE]], ptr null)
define void @one_of_two(i1 %which) !dbg !16 {
entry:
  %a = alloca i32
  %b = alloca i64
  br i1 %which, label %end, label %other
other:
  br label %end
end:
  %chosen = phi ptr [ %a, %entry ], [ %b, %other ]
  %second = getelementptr i32, ptr %chosen, i64 1
  store i32 1, ptr %second, !dbg !17
  ret void, !dbg !17
}

; A fill of bytes that are known to be inside needs no test.
; CHECK-LABEL: define void @fills(
; CHECK-NOT: call {{.*}}@__lockstep_check
; CHECK: call void @llvm.memset{{.*}}, i64 16,
; CHECK: call void @__lockstep_check_local_range({{.*}}, ptr %array, i64 %bytes, ptr %array, i64 68719476752, ptr null)
; CHECK: call void @llvm.memset{{.*}}, i64 %bytes,
define void @fills(i64 %bytes) !dbg !18 {
  %array = alloca [4 x i32]
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 16, i1 false), !dbg !19
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 %bytes, i1 false), !dbg !19
  ret void, !dbg !19
}

; Compiler-generated code has no place in the source.
; CHECK-LABEL: define void @no_place(
; CHECK-NEXT: store i32
; CHECK-NEXT: ret void
define void @no_place(ptr %a) !dbg !12 {
  store i32 1, ptr %a
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = !DILocation(line: 3, column: 3, scope: !4)
!7 = distinct !DISubprogram(name: "decides", file: !1, line: 11, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 12, column: 3, scope: !7)
!10 = distinct !DISubprogram(name: "own", file: !1, line: 21, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 22, column: 3, scope: !10)
!12 = distinct !DISubprogram(name: "no_place", file: !1, line: 31, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!14 = distinct !DISubprogram(name: "meets", file: !1, line: 41, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!15 = !DILocation(line: 42, column: 3, scope: !14)
!16 = distinct !DISubprogram(name: "one_of_two", file: !1, line: 51, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!17 = !DILocation(line: 52, column: 3, scope: !16)
!18 = distinct !DISubprogram(name: "fills", file: !1, line: 61, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!19 = !DILocation(line: 62, column: 3, scope: !18)
