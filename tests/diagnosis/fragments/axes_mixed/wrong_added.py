def forward(self, x):
    b, t, c = x.shape
    x += self.positions
    return self.mix(x.reshape(b, c, t))
