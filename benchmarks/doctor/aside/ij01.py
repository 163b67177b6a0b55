"""Two-tower retrieval: match a short query vector with the article it was written for."""
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader

OUT = "out/ij01"
os.makedirs(OUT, exist_ok=True)
torch.manual_seed(11)

N, N_EVAL, LATENT = 4000, 400, 16
BATCH, EPOCHS, TEMP = 128, 15, 0.1


def make_pairs():
    topic = torch.randn(N, LATENT)
    to_query = torch.randn(LATENT, 32) / LATENT ** 0.5
    to_article = torch.randn(LATENT, 64) / LATENT ** 0.5
    queries = torch.tanh(topic @ to_query) + 0.05 * torch.randn(N, 32)
    articles = torch.tanh(topic @ to_article) + 0.05 * torch.randn(N, 64)
    return queries, articles


class Tower(nn.Module):
    def __init__(self, d_in, d_out=48):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(d_in, 128),
            nn.GELU(),
            nn.Linear(128, d_out),
        )

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)


def info_nce(q, a):
    """Symmetric in-batch softmax; row i belongs to column i."""
    logits = q @ a.t() / TEMP
    target = torch.arange(len(q))
    return 0.5 * (F.cross_entropy(logits, target) + F.cross_entropy(logits.t(), target))


@torch.no_grad()
def recall_at(k, query_tower, article_tower, queries, articles):
    query_tower.eval()
    article_tower.eval()
    scores = query_tower(queries) @ article_tower(articles).t()
    top = scores.topk(k, dim=1).indices
    hit = (top == torch.arange(len(queries)).unsqueeze(1)).any(dim=1)
    return hit.float().mean().item()


queries, articles = make_pairs()
q_train, q_eval = queries[:-N_EVAL], queries[-N_EVAL:]
a_train, a_eval = articles[:-N_EVAL], articles[-N_EVAL:]

query_loader = DataLoader(q_train, batch_size=BATCH, shuffle=True, drop_last=True)
article_loader = DataLoader(a_train, batch_size=BATCH, shuffle=True, drop_last=True)

query_tower, article_tower = Tower(32), Tower(64)
params = list(query_tower.parameters()) + list(article_tower.parameters())
optimizer = torch.optim.AdamW(params, lr=2e-3, weight_decay=0.01)

for epoch in range(EPOCHS):
    query_tower.train()
    article_tower.train()
    running = 0.0
    for q, a in zip(query_loader, article_loader):
        loss = info_nce(query_tower(q), article_tower(a))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item()
    r1 = recall_at(1, query_tower, article_tower, q_eval, a_eval)
    r10 = recall_at(10, query_tower, article_tower, q_eval, a_eval)
    print(f"epoch {epoch + 1:2d}  loss {running / len(query_loader):.3f}  R@1 {r1:.3f}  R@10 {r10:.3f}")

torch.save({"query": query_tower.state_dict(), "article": article_tower.state_dict()},
           os.path.join(OUT, "towers.pt"))
