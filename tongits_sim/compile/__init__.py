"""The compile room: the only package that knows numba from inside (`numba.core`) and LLVM (`llvmlite`)."""
