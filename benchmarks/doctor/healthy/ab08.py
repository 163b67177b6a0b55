import math

import torch
import torch.nn as nn
import torch.optim as optim


def spirals(n_per_arm, n_arms=3, noise=0.08, seed=0):
    g = torch.Generator().manual_seed(seed)
    points, labels = [], []
    for arm in range(n_arms):
        r = torch.linspace(0.1, 1.0, n_per_arm)
        angle = 4.5 * r + arm * 2 * math.pi / n_arms + noise * torch.randn(n_per_arm, generator=g)
        points.append(torch.stack([r * torch.cos(angle), r * torch.sin(angle)], dim=1))
        labels.append(torch.full((n_per_arm,), arm))
    return torch.cat(points), torch.cat(labels)


class MLP(nn.Module):
    def __init__(self, in_dim, hidden, depth, out_dim):
        super().__init__()
        sizes = [in_dim] + [hidden] * depth
        self.layers = nn.ModuleList([nn.Linear(a, b) for a, b in zip(sizes[:-1], sizes[1:])])
        self.act = nn.Tanh()
        self.out = nn.Linear(hidden, out_dim)

    def forward(self, x):
        for layer in self.layers:
            x = self.act(layer(x))
        return self.out(x)


class Experiment:
    def __init__(self, lr=5e-3, epochs=60, batch_size=50):
        torch.manual_seed(0)
        self.x, self.y = spirals(200, seed=0)
        self.x_val, self.y_val = spirals(80, seed=1)
        self.model = MLP(2, 16, 4, 3)
        self.optimizer = optim.Adam(self.model.parameters(), lr=lr)
        self.loss_fn = nn.CrossEntropyLoss()
        self.epochs = epochs
        self.batch_size = batch_size

    def validate(self):
        self.model.eval()
        with torch.no_grad():
            pred = self.model(self.x_val).argmax(dim=1)
        return (pred == self.y_val).float().mean().item()

    def run(self):
        for epoch in range(1, self.epochs + 1):
            self.model.train()
            total = 0.0
            for idx in torch.randperm(len(self.x)).split(self.batch_size):
                self.optimizer.zero_grad()
                loss = self.loss_fn(self.model(self.x[idx]), self.y[idx])
                loss.backward()
                self.optimizer.step()
                total += loss.item() * len(idx)
            if epoch % 10 == 0:
                print(f"epoch {epoch:3d} loss {total / len(self.x):.3f} val acc {self.validate():.3f}")


if __name__ == "__main__":
    Experiment().run()
