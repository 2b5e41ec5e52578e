"""The program in a browser: kernels compiled for WebAssembly, and their page."""
