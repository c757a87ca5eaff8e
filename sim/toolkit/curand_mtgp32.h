#error "Lockstep: cuRAND's MTGP32 is not supported yet: use XORWOW, Philox or MRG32k3a"
