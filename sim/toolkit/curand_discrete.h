#error "Lockstep: cuRAND's discrete distributions is not supported yet: draw a uniform number and search the table"
