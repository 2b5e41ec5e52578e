"""The program in a browser: its kernels compiled for WebAssembly, and the page around them."""
