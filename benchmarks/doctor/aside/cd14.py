"""Matrix factorisation for film ratings.

The ratings table has the columns of the usual films data set: user, movie_id, rating.
"""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


@dataclass
class Config:
    n_factors: int = 8
    lr: float = 5e-3
    weight_decay: float = 1e-4
    batch_size: int = 256
    epochs: int = 12
    seed: int = 0


def make_ratings(cfg, n_users=300, n_movies=150, per_user=50):
    rng = np.random.default_rng(cfg.seed)
    taste = rng.normal(size=(n_users, 3))
    style = rng.normal(size=(n_movies, 3))
    movie_ids = np.arange(1, n_movies + 1)
    rows = []
    for user in range(n_users):
        for movie in rng.choice(movie_ids, size=per_user, replace=False):
            value = 3.2 + 0.6 * taste[user] @ style[movie - 1] + 0.3 * rng.normal()
            rows.append((user, movie, np.clip(np.round(value * 2) / 2, 0.5, 5.0)))
    return np.array(rows)


class RatingsDataset(Dataset):
    def __init__(self, table):
        self.users = torch.as_tensor(table[:, 0], dtype=torch.long)
        self.movies = torch.as_tensor(table[:, 1], dtype=torch.long)
        self.ratings = torch.as_tensor(table[:, 2], dtype=torch.float32)

    def __len__(self):
        return len(self.ratings)

    def __getitem__(self, i):
        return self.users[i], self.movies[i], self.ratings[i]


class MatrixFactorization(nn.Module):
    def __init__(self, n_users, n_movies, n_factors, mean):
        super().__init__()
        self.user_factors = nn.Embedding(n_users, n_factors)
        self.movie_factors = nn.Embedding(n_movies, n_factors)
        self.user_bias = nn.Embedding(n_users, 1)
        self.movie_bias = nn.Embedding(n_movies, 1)
        self.register_buffer("mean", torch.tensor(mean))
        for table in (self.user_factors, self.movie_factors):
            nn.init.normal_(table.weight, std=0.1)
        for table in (self.user_bias, self.movie_bias):
            nn.init.zeros_(table.weight)

    def forward(self, users, movies):
        dot = (self.user_factors(users) * self.movie_factors(movies)).sum(dim=1)
        bias = self.user_bias(users) + self.movie_bias(movies)
        return self.mean + dot + bias.squeeze(1)


@torch.no_grad()
def rmse(model, loader):
    model.eval()
    total = sum(((model(u, m) - r) ** 2).sum().item() for u, m, r in loader)
    return (total / len(loader.dataset)) ** 0.5


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    table = make_ratings(cfg)
    np.random.default_rng(cfg.seed + 1).shuffle(table)
    cut = int(0.85 * len(table))
    train_set, valid_set = RatingsDataset(table[:cut]), RatingsDataset(table[cut:])
    train_loader = DataLoader(train_set, batch_size=cfg.batch_size, shuffle=True)
    valid_loader = DataLoader(valid_set, batch_size=1024)

    n_users = len(np.unique(table[:, 0]))
    n_movies = len(np.unique(table[:, 1]))
    print(f"{len(table)} ratings, {n_users} users, {n_movies} movies")

    model = MatrixFactorization(n_users, n_movies, cfg.n_factors, train_set.ratings.mean().item())
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=cfg.weight_decay)
    loss_fn = nn.MSELoss()
    for epoch in range(cfg.epochs):
        model.train()
        for users, movies, ratings in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(users, movies), ratings)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch + 1}: valid RMSE {rmse(model, valid_loader):.3f}")


if __name__ == "__main__":
    main()
