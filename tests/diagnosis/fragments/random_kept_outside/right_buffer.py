class Fourier(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("w", torch.randn(2, 64))
        self.scale = nn.Parameter(torch.rand(64))

    def forward(self, x):
        return self.scale * torch.cos(x @ self.w)


torch.save(model.state_dict(), "map.pt")
model.load_state_dict(torch.load("map.pt"))
