// Nothing: what is found here is in the libraries that this one needs (lockstep_loaded_library in CMakeLists.txt).
typedef int lockstep_nothing;
