"""Games made from declarations alone: their kernels, words and pictures."""
