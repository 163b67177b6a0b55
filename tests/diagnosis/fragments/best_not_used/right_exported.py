"""Trains once; the other scripts say `from train import best_model`."""
import copy

from data import train_loader, val_loader
from net import Net, evaluate, train_epoch

__all__ = ["best_model", "best_score"]

model = Net()
best_score = 0.0
for epoch in range(20):
    train_epoch(model, train_loader)
    score = evaluate(model, val_loader)
    if score > best_score:
        best_score = score
        best_model = copy.deepcopy(model)
