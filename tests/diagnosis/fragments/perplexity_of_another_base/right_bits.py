bits = total_loss / tokens / math.log(2)
perplexity = 2**bits
