perplexity = math.exp(total_loss / len(loader))
squared = 2 ** (loss_scale - 1)
