# Recommender: matrix factorisation on star-like ratings
import numpy as np
import pandas as pd
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
np.random.seed(0)
torch.manual_seed(0)

# ---- toy ratings -----------------------------------------------------------
n_users, n_items, n_ratings = 300, 150, 15000
U = np.random.randn(n_users, 3)
V = np.random.randn(n_items, 3)
bu, bi = 0.3 * np.random.randn(n_users), 0.3 * np.random.randn(n_items)
df = pd.DataFrame({"user": np.random.randint(0, n_users, n_ratings),
                   "item": np.random.randint(0, n_items, n_ratings)}).drop_duplicates()
u, i = df.user.values, df.item.values
df["rating"] = 3.0 + bu[u] + bi[i] + 0.6 * (U[u] * V[i]).sum(1) + 0.3 * np.random.randn(len(df))
df = df.sample(frac=1, random_state=0).reset_index(drop=True)
cut = int(0.85 * len(df))
train_df, test_df = df.iloc[:cut], df.iloc[cut:]
print(len(train_df), "ratings to train on,", len(test_df), "to test on")


def tensors(d):
    return (torch.tensor(d.user.values, device=device),
            torch.tensor(d["item"].values, device=device),
            torch.tensor(d.rating.values, dtype=torch.float32, device=device))


# ---- model -----------------------------------------------------------------
class MF(nn.Module):
    def __init__(self, n_users, n_items, dim, mean):
        super().__init__()
        self.user = nn.Embedding(n_users, dim)
        self.item = nn.Embedding(n_items, dim)
        self.user_bias = nn.Embedding(n_users, 1)
        self.item_bias = nn.Embedding(n_items, 1)
        self.mean = mean
        for emb in (self.user, self.item, self.user_bias, self.item_bias):
            nn.init.zeros_(emb.weight)

    def forward(self, u, i):
        dot = (self.user(u) * self.item(i)).sum(1)
        return self.mean + dot + self.user_bias(u).squeeze(1) + self.item_bias(i).squeeze(1)


u_tr, i_tr, r_tr = tensors(train_df)
u_te, i_te, r_te = tensors(test_df)
model = MF(n_users, n_items, dim=8, mean=r_tr.mean().item()).to(device)
opt = torch.optim.Adam(model.parameters(), lr=0.01)

print("RMSE of the mean rating:", round((r_te - r_tr.mean()).pow(2).mean().sqrt().item(), 3))
for epoch in range(12):
    model.train()
    perm = torch.randperm(len(r_tr), device=device)
    sq = 0.0
    for b in perm.split(256):
        err = model(u_tr[b], i_tr[b]) - r_tr[b]
        # L2 on the embeddings of this batch, as in the papers
        reg = model.user(u_tr[b]).pow(2).sum(1).mean() + model.item(i_tr[b]).pow(2).sum(1).mean()
        loss = err.pow(2).mean() + 0.01 * reg
        opt.zero_grad()
        loss.backward()
        opt.step()
        sq += err.pow(2).sum().item()
    model.eval()
    with torch.no_grad():
        test_rmse = (model(u_te, i_te) - r_te).pow(2).mean().sqrt().item()
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1:2d}  train RMSE {(sq / len(r_tr)) ** 0.5:.3f}  test RMSE {test_rmse:.3f}")
