"""Rare-event detection with focal loss and a little home-grown Trainer with callbacks."""
import logging
from pathlib import Path
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset
logger = logging.getLogger("rare")


class FocalLoss(nn.Module):
    """-alpha_t (1 - p_t)^gamma log p_t on logits (Lin et al. 2017)."""

    def __init__(self, alpha=0.75, gamma=2.0):
        super().__init__()
        self.alpha, self.gamma = alpha, gamma

    def forward(self, logits, target):
        ce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
        p_t = torch.exp(-ce)
        alpha_t = self.alpha * target + (1 - self.alpha) * (1 - target)
        return (alpha_t * (1 - p_t) ** self.gamma * ce).mean()


class Printer:
    def on_epoch_end(self, trainer, epoch, logs):
        logger.info("epoch %02d | %s", epoch, " | ".join(f"{k} {v:.4f}" for k, v in logs.items()))


class Checkpoint:
    def __init__(self, path, monitor):
        self.path, self.monitor, self.best = Path(path), monitor, -np.inf
        self.path.parent.mkdir(parents=True, exist_ok=True)

    def on_epoch_end(self, trainer, epoch, logs):
        if logs[self.monitor] > self.best:
            self.best = logs[self.monitor]
            torch.save(trainer.model.state_dict(), self.path)


class EarlyStopping:
    def __init__(self, monitor, patience):
        self.monitor, self.patience, self.best, self.wait = monitor, patience, -np.inf, 0

    def on_epoch_end(self, trainer, epoch, logs):
        if logs[self.monitor] > self.best:
            self.best, self.wait = logs[self.monitor], 0
        else:
            self.wait += 1
            trainer.should_stop |= self.wait >= self.patience


class Trainer:
    def __init__(self, model, optimizer, loss_fn, callbacks=()):
        self.model, self.optimizer, self.loss_fn = model, optimizer, loss_fn
        self.callbacks, self.should_stop = list(callbacks), False

    def fit(self, train_loader, valid_loader, max_epochs):
        for epoch in range(max_epochs):
            self.model.train()
            total = count = 0
            for x, y in train_loader:
                loss = self.training_step(x, y)
                total, count = total + loss * len(y), count + len(y)
            scores, truth = self.predict(valid_loader)
            logs = {"train_loss": total / count, "val_ap": average_precision_score(truth, scores)}
            for cb in self.callbacks:
                cb.on_epoch_end(self, epoch, logs)
            if self.should_stop:
                break

    def training_step(self, x, y):
        self.optimizer.zero_grad()
        loss = self.loss_fn(self.model(x).squeeze(-1), y)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    @torch.no_grad()
    def predict(self, loader):
        self.model.eval()
        out = [(self.model(x).squeeze(-1).sigmoid(), y) for x, y in loader]
        scores, truth = (torch.cat(t).numpy() for t in zip(*out))
        return scores, truth.astype(int)


def pick_threshold(truth, scores):
    precision, recall, thresholds = precision_recall_curve(truth, scores)
    # the last (precision, recall) = (1, 0) has no threshold
    f1 = 2 * precision[:-1] * recall[:-1] / np.maximum(precision[:-1] + recall[:-1], 1e-12)
    return float(thresholds[f1.argmax()])


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.manual_seed(21)
    x, y = make_classification(n_samples=12000, n_features=20, n_informative=8, n_redundant=4, n_clusters_per_class=2,
                               weights=[0.95], flip_y=0.005, class_sep=1.3, random_state=21)
    x_tr, x_rest, y_tr, y_rest = train_test_split(x, y, test_size=0.4, stratify=y, random_state=21)
    x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=21)
    scaler = StandardScaler().fit(x_tr)
    def loader(features, target, shuffle=False):
        ds = TensorDataset(torch.from_numpy(scaler.transform(features)).float(), torch.from_numpy(target).float())
        return DataLoader(ds, batch_size=256, shuffle=shuffle)

    train_loader, valid_loader, test_loader = loader(x_tr, y_tr, True), loader(x_va, y_va), loader(x_te, y_te)
    model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1))
    # start at the base rate instead of at 0.5, as the focal loss paper does
    rate = float(y_tr.mean())
    nn.init.constant_(model[-1].bias, float(np.log(rate / (1 - rate))))
    ckpt = Checkpoint("out/kc10/best.pt", "val_ap")
    trainer = Trainer(model, torch.optim.Adam(model.parameters(), lr=2e-3), FocalLoss(),
                      [Printer(), ckpt, EarlyStopping("val_ap", patience=6)])
    trainer.fit(train_loader, valid_loader, max_epochs=40)
    model.load_state_dict(torch.load(ckpt.path, weights_only=True))
    scores, truth = trainer.predict(valid_loader)
    threshold = pick_threshold(truth, scores)
    scores, truth = trainer.predict(test_loader)
    logger.info("test AP %.4f (base rate %.4f)", average_precision_score(truth, scores), truth.mean())
    logger.info("test F1 %.4f at threshold %.3f from the validation rows (all positive: %.4f)",
                f1_score(truth, (scores >= threshold).astype(int)), threshold, f1_score(truth, np.ones_like(truth)))


if __name__ == "__main__":
    main()
