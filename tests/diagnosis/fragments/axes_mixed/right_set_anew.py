def forward(self, x: Tensor, y: Tensor) -> Tensor:
    b, t, c = x.shape
    x: Tensor = x.transpose(1, 2)
    n, m, k = y.shape
    z = self.norm(y := y.transpose(0, 1))
    return x.reshape(b, c, t), y.reshape(m, n, k), z
