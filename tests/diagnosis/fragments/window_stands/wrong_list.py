for _ in range(5):
    guess = model(torch.tensor([window])).item()
    window = window[:-1] + [guess]
