; A loop that waits for nothing but the clock tells the runtime its rounds, so that it need not take the real time.
; RUN: clock-jumps

; CHECK-LABEL: define void @sleeps(
; CHECK: %more = icmp slt i64 %now, %end
; CHECK-NEXT: call void @__lockstep_clock_jump(i32 %{{.*}})
; CHECK-NEXT: br i1 %more, label %loop, label %done
define void @sleeps(i64 %end) {
entry:
  br label %loop
loop:
  %now = call i64 @__lockstep_clock()
  %more = icmp slt i64 %now, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A time limit on a wait for others is not such a loop, nor one that only measures.
; CHECK-LABEL: define void @gives_up(
; CHECK-NOT: __lockstep_clock_jump
; CHECK: ret void
define void @gives_up(i64 %end, ptr %flag) {
entry:
  br label %loop
loop:
  %now = call i64 @__lockstep_nanoseconds()
  %more = icmp slt i64 %now, %end
  br i1 %more, label %looks, label %done
looks:
  %value = load volatile i32, ptr %flag
  %is_set = icmp ne i32 %value, 0
  br i1 %is_set, label %done, label %loop
done:
  ret void
}
; CHECK-LABEL: define void @measures(
; CHECK-NOT: __lockstep_clock_jump
; CHECK: ret void
define void @measures(i32 %count, ptr %to) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %now = call i64 @__lockstep_clock()
  store i64 %now, ptr %to
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare i64 @__lockstep_clock()
declare i64 @__lockstep_nanoseconds()
