import os

import torch

max_checkpoints = 3
saved = []


def checkpoint(model, optimizer, epoch):
    path = f"checkpoints/epoch_{epoch:03d}.pt"
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, path)
    saved.append(path)
    if len(saved) > max_checkpoints:
        os.remove(saved.pop(0))
