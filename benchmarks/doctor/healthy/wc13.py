"""Metric learning: batch-all triplets on digits, then nearest neighbours in the embedding."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(8)
torch.set_num_threads(2)

X, y = load_digits(return_X_y=True)
Xa, Xte, ya, yte = train_test_split(X, y, test_size=400, stratify=y, random_state=8)
Xtr, Xva, ytr, yva = train_test_split(Xa, ya, test_size=300, stratify=ya, random_state=8)
to_x = lambda a: torch.as_tensor(a, dtype=torch.float32) / 16
to_y = lambda a: torch.as_tensor(a, dtype=torch.long)
Xtr, Xva, Xte, ytr, yva, yte = to_x(Xtr), to_x(Xva), to_x(Xte), to_y(ytr), to_y(yva), to_y(yte)
mean_digit = Xtr.mean(0)                                 # of the training rows
Xtr, Xva, Xte = Xtr - mean_digit, Xva - mean_digit, Xte - mean_digit


class Embedder(torch.nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.body = torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.ReLU(), torch.nn.Linear(128, d))

    def forward(self, x):
        return F.normalize(self.body(x), dim=-1)


def pk_batches(labels, k=8):
    """k rows of each class per batch, so that every anchor has positives and negatives."""
    pools = [torch.nonzero(labels == c).flatten() for c in labels.unique()]
    pools = [p[torch.randperm(len(p))] for p in pools]
    for b in range(min(map(len, pools)) // k):
        yield torch.cat([p[b * k:(b + 1) * k] for p in pools])


def batch_all(z, labels, margin=0.3):
    """All valid triplets of the batch; the mean is taken over those that still violate the margin."""
    dist = 1 - z @ z.T                                   # cosine distance
    same = labels[:, None] == labels[None, :]
    positive = same & ~torch.eye(len(z), dtype=torch.bool)
    valid = positive[:, :, None] & ~same[:, None, :]     # (anchor, positive, negative)
    violation = F.relu(dist[:, :, None] - dist[:, None, :] + margin)[valid]
    return violation.sum() / (violation > 0).sum().clamp(min=1)


@torch.no_grad()
def knn_accuracy(net, queries, truth, k=5):
    """The gallery consists of the training rows only; queries never vote for themselves."""
    net.eval()
    gallery, q = net(Xtr), net(queries)
    near = (q @ gallery.T).topk(k, dim=1).indices
    return (ytr[near].mode(dim=1).values == truth).float().mean().item()


net = Embedder()
print(f"untrained embedding, validation: {knn_accuracy(net, Xva, yva):.4f}")
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
best, snapshot = -1.0, None
for epoch in range(40):
    net.train()
    losses = []
    for idx in pk_batches(ytr):
        loss = batch_all(net(Xtr[idx]), ytr[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    acc = knn_accuracy(net, Xva, yva)
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:2d} loss {sum(losses) / len(losses):.4f} val 5-NN {acc:.4f}")
    if acc > best:
        best, snapshot = acc, {k: v.clone() for k, v in net.state_dict().items()}

net.load_state_dict(snapshot)
print(f"chosen on validation ({best:.4f}); test 5-NN accuracy {knn_accuracy(net, Xte, yte):.4f}")
