; A question for the active lanes records its path: the place, the calls that led to it, and the iterations of enclosing loops.
; RUN: call-paths
; RUN: call-paths -lockstep-rdc | --check-prefix=RELOCATABLE

; CHECK-LABEL: define i32 @asks(
; CHECK-NEXT: %[[BEFORE:.*]] = call { i64, i64 } @__lockstep_path()
; CHECK-NEXT: call void @__lockstep_path_place(i64 [[FIRST:-?[0-9]+]])
; CHECK-NEXT: %mask = call i32 @__lockstep_activemask()
; CHECK-NEXT: %[[A:.*]] = extractvalue { i64, i64 } %[[BEFORE]], 0
; CHECK-NEXT: %[[B:.*]] = extractvalue { i64, i64 } %[[BEFORE]], 1
; CHECK-NEXT: call void @__lockstep_path_back(i64 %[[A]], i64 %[[B]])
define i32 @asks() {
  %mask = call i32 @__lockstep_activemask()
  ret i32 %mask
}

; Two calls are two places.
; CHECK-LABEL: define void @calls_it_twice(
; CHECK: call void @__lockstep_path_place(i64 [[SECOND:-?[0-9]+]])
; CHECK-NEXT: call i32 @asks()
; CHECK-NOT: call void @__lockstep_path_place(i64 [[SECOND]])
; CHECK: call void @__lockstep_path_place(
; CHECK-NEXT: call i32 @asks()
define void @calls_it_twice() {
  %one = call i32 @asks()
  %two = call i32 @asks()
  ret void
}

; CHECK-LABEL: define void @asks_in_a_loop(
; CHECK: loop:
; CHECK: call { i64, i64 } @__lockstep_path()
; CHECK-NEXT: call void @__lockstep_path_round(i32 %{{.*}})
; CHECK-NEXT: call void @__lockstep_path_place(
define void @asks_in_a_loop(i32 %count) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %mask = call i32 @__lockstep_activemask()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A function from which no question can be reached has no cost; a function of another file may ask.
; CHECK-LABEL: define void @never_asks(
; CHECK-NEXT: call void @foreign()
; CHECK-NEXT: ret void
; RELOCATABLE-LABEL: define void @never_asks(
; RELOCATABLE: call void @__lockstep_path_place(
; RELOCATABLE-NEXT: call void @foreign()
define void @never_asks() {
  call void @foreign()
  ret void
}

declare i32 @__lockstep_activemask()
declare void @foreign()
