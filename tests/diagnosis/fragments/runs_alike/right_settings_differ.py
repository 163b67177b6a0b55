def train_with(rate, x, y):
    torch.manual_seed(0)
    model = make_model()
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    for rows, answers in loader(x, y):
        loss_of(model(rows), answers).backward()
        optimizer.step()
    return model


models = [train_with(10.0**-n, x, y) for n in range(2, 5)]
