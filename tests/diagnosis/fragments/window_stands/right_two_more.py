for _ in range(5):
    guess = model(torch.tensor([window])).argmax().item()
    window = window[:-1] + [guess, MASK]
    window = window[1:]
