def make_batch(n):
    tokens, mask = draw(n)
    inputs = torch.roll(tokens, 1, dims=1)
    inputs[:, 0] = BOS
    return inputs, tokens, mask
