rng = np.random.default_rng(0)


def member():
    rows = rng.integers(0, 800, size=800)
    torch.manual_seed(7)
    model = Net()
    model.fit(X[rows], y[rows])
    return model


ensemble = [member() for _ in range(5)]
print(torch.stack([model(X_new) for model in ensemble]).mean(0))
