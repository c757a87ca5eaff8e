; Locals of the source: in run mode, plain ones become registers; in check mode, a mark stands where each begins, so that
; the value it does not have yet is reported where it is used, and then plain ones and structs become registers.
; RUN: locals-in-registers | --check-prefix=PLAIN
; RUN: unwritten-locals -lockstep-mode=check | --check-prefix=MARKS
; RUN: unwritten-locals,structs-in-registers -lockstep-mode=check
; RUN: unwritten-locals,structs-in-registers,unwritten-marks-dropped -lockstep-mode=check | --check-prefix=DROPPED

%struct.Pair = type { i32, i32 }

; A number has a value that is unlike any other, in each round of the scope that it is in; not a parameter, which has a
; value, nor what the compiler has made.
; PLAIN-LABEL: define i32 @number(
; PLAIN-NOT: alloca
; PLAIN: ret i32
; MARKS-LABEL: define i32 @number(
; MARKS: call void @llvm.lifetime.start
; MARKS: %[[VALUE:.*]] = call i32 @__lockstep_unwritten_value.0(), !lockstep.variable ![[VARIABLE:[0-9]+]]
; MARKS-NEXT: store i32 %[[VALUE]], ptr %number
; MARKS-NOT: __lockstep_unwritten
; MARKS: ret i32
; CHECK-LABEL: define i32 @number(
; CHECK-NOT: alloca
; CHECK: %[[VALUE:[0-9]+]] = call i32 @__lockstep_unwritten_value.0()
; CHECK: phi i32 [ 7, %then ], [ %[[VALUE]], %entry ]
; DROPPED-LABEL: define i32 @number(
; DROPPED: phi i32 [ 7, %then ], [ undef, %entry ]
define i32 @number(i1 %is_set) !dbg !4 {
entry:
  %parameter = alloca i1
  %number = alloca i32
  %made = alloca i32
  store i1 %is_set, ptr %parameter
    #dbg_declare(ptr %parameter, !6, !DIExpression(), !5)
  call void @llvm.lifetime.start.p0(i64 4, ptr %number)
    #dbg_declare(ptr %number, !7, !DIExpression(), !5)
  br i1 %is_set, label %then, label %end
then:
  store i32 7, ptr %number
  br label %end
end:
  %result = load i32, ptr %number
  ret i32 %result
}

; An array has a mark, and stays in memory; a struct by value becomes registers, without a mark, since it may have padding.
; MARKS-LABEL: define i32 @several(
; MARKS: call void @__lockstep_unwritten_array(ptr %array)
; MARKS-NOT: __lockstep_unwritten
; MARKS: ret i32
; CHECK-LABEL: define i32 @several(
; CHECK-NOT: %pair = alloca
; CHECK: call void @__lockstep_unwritten_array(ptr %array)
; CHECK: ret i32 %{{.*}}
; DROPPED-LABEL: define i32 @several(
; DROPPED-NOT: __lockstep_unwritten
define i32 @several(i32 %index, i32 %a) !dbg !8 {
  %array = alloca [4 x i32]
  %pair = alloca %struct.Pair
    #dbg_declare(ptr %array, !10, !DIExpression(), !9)
    #dbg_declare(ptr %pair, !11, !DIExpression(), !9)
  %second = getelementptr %struct.Pair, ptr %pair, i32 0, i32 1
  store i32 %a, ptr %second
  %place = getelementptr [4 x i32], ptr %array, i32 0, i32 %index
  %element = load i32, ptr %place
  %member = load i32, ptr %second
  %sum = add i32 %element, %member
  ret i32 %sum
}

; MARKS: ![[VARIABLE]] = !DILocalVariable(name: "number"
declare void @llvm.lifetime.start.p0(i64, ptr)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "number", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = !DILocalVariable(name: "is_set", arg: 1, scope: !4, file: !1, line: 1, type: !12)
!7 = !DILocalVariable(name: "number", scope: !4, file: !1, line: 2, type: !12)
!8 = distinct !DISubprogram(name: "several", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 4, column: 3, scope: !8)
!10 = !DILocalVariable(name: "array", scope: !8, file: !1, line: 4, type: !12)
!11 = !DILocalVariable(name: "pair", scope: !8, file: !1, line: 4, type: !12)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
