print("perplexity of the codes", 2 ** entropy(p, base=2))
