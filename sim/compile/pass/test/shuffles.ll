; A shuffle takes an operand that has no value in some lanes; for all other arguments it stays an error.
; RUN: shuffles

; CHECK-LABEL: define i32 @asks_the_leader(
; CHECK-NEXT: %value = call i32 @__lockstep_shuffle(i32 noundef %mask, i32 %own, i32 noundef 0)
; CHECK-NEXT: %vote = call i32 @__lockstep_vote(i32 noundef %mask, i32 noundef %own)
define i32 @asks_the_leader(i32 %mask, i32 %own) {
  %value = call i32 @__lockstep_shuffle(i32 noundef %mask, i32 noundef %own, i32 noundef 0)
  %vote = call i32 @__lockstep_vote(i32 noundef %mask, i32 noundef %own)
  ret i32 %value
}

; CHECK: declare i32 @__lockstep_shuffle(i32 noundef, i32, i32 noundef)
; CHECK: declare i32 @__lockstep_vote(i32 noundef, i32 noundef)
declare i32 @__lockstep_shuffle(i32 noundef, i32 noundef, i32 noundef)
declare i32 @__lockstep_vote(i32 noundef, i32 noundef)
