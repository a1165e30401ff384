"""Compiled code: decorators, keys, the cache, and what kernels call: random numbers, bits, memory."""
