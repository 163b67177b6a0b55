"""Rare events (about 12 % positives): MLP with weighted BCE, OneCycle and an averaged copy of the weights."""
import copy
from dataclasses import dataclass

import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    epochs: int = 25
    batch: int = 64
    max_lr: float = 5e-3
    ema: float = 0.98
    seed: int = 31


def tensors(cfg):
    x, y = make_classification(
        n_samples=4000,
        n_features=20,
        n_informative=8,
        n_redundant=4,
        weights=[0.88],
        class_sep=1.2,
        flip_y=0.01,
        random_state=cfg.seed,
    )
    x_rest, x_test, y_rest, y_test = train_test_split(
        x, y, test_size=0.2, stratify=y, random_state=cfg.seed
    )
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=cfg.seed
    )
    mean, std = x_train.mean(axis=0), x_train.std(axis=0)

    def pack(a, b):
        a = torch.tensor((a - mean) / std, dtype=torch.float32)
        return TensorDataset(a, torch.tensor(b, dtype=torch.float32))

    return pack(x_train, y_train), pack(x_val, y_val), pack(x_test, y_test)


class Scorer(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, 64),
            nn.LayerNorm(64),
            nn.GELU(),
            nn.Dropout(0.1),
            nn.Linear(64, 32),
            nn.GELU(),
            nn.Linear(32, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(-1)


@torch.inference_mode()
def scores(model, dataset):
    model.eval()
    return torch.cat([model(x) for x, _ in DataLoader(dataset, batch_size=512)])


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    train, val, test = tensors(cfg)
    loader = DataLoader(train, batch_size=cfg.batch, shuffle=True)

    y_train = train.tensors[1]
    pos_weight = (y_train == 0).sum() / (y_train == 1).sum()
    criterion = nn.BCEWithLogitsLoss(pos_weight=pos_weight)

    model = Scorer(train.tensors[0].shape[1])
    averaged = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(cfg.ema))
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.max_lr, weight_decay=1e-2)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=cfg.max_lr, total_steps=cfg.epochs * len(loader)
    )

    best_ap, best_state = -1.0, None
    for epoch in range(cfg.epochs):
        model.train()
        total = 0.0
        for x, y in loader:
            loss = criterion(model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad(set_to_none=True)
            averaged.update_parameters(model)
            total += loss.item() * len(y)

        ap = average_precision_score(val.tensors[1].numpy(), scores(averaged, val).numpy())
        if ap > best_ap:
            best_ap, best_state = ap, copy.deepcopy(averaged.state_dict())
        print(f"{epoch + 1:2d}  loss {total / len(train):.4f}  val AP {ap:.4f}")

    averaged.load_state_dict(best_state)
    y_val, y_test = val.tensors[1].numpy(), test.tensors[1].numpy()

    # the cut is chosen on validation rows, the test rows are looked at once
    s_val, s_test = scores(averaged, val), scores(averaged, test)
    cuts = torch.quantile(s_val, torch.linspace(0.5, 0.99, 50)).tolist()
    cut = max(cuts, key=lambda c: f1_score(y_val, (s_val > c).numpy().astype(int)))
    print(f"test AP {average_precision_score(y_test, s_test.numpy()):.4f}"
          f"  test F1 {f1_score(y_test, (s_test > cut).numpy().astype(int)):.4f}")


if __name__ == "__main__":
    main()
