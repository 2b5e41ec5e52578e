"""Compiles kernels. Only this package uses the insides of numba (`numba.core`) and LLVM (`llvmlite`)."""
