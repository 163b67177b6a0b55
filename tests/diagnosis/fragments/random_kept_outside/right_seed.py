class Fourier(nn.Module):
    def __init__(self, seed=0):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.w = torch.tensor(rng.normal(size=(2, 64)))

    def forward(self, x):
        return torch.cos(x @ self.w)


torch.save(model.state_dict(), "map.pt")
model.load_state_dict(torch.load("map.pt"))
