"""Many games stepped together: the compiled driver, threads, arrays, refusals."""
