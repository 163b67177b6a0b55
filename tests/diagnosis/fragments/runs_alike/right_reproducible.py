def train():
    torch.manual_seed(0)
    model = make_model()
    for rows, answers in loader(x, y):
        loss_of(model(rows), answers).backward()
        optimizer.step()
    return accuracy(model)


a, b = [train() for _ in range(2)]
assert a == b, "not reproducible"
print("mean", (a + b) / 2)
