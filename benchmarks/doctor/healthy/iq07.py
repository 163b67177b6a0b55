"""Shards on disk, read by background threads into a bounded queue while the CNN trains."""
import queue
import threading
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

ROOT = Path("out/iq07")
DONE = object()


def write_shards(x, y, n):
    ROOT.mkdir(parents=True, exist_ok=True)
    for old in ROOT.glob("shard*.npz"):
        old.unlink()
    paths = []
    for i, rows in enumerate(np.array_split(np.random.default_rng(0).permutation(len(x)), n)):
        path = ROOT / f"shard{i:02d}.npz"
        np.savez(path, x=x[rows], y=y[rows])
        paths.append(path)
    return paths


class Prefetch:
    """with Prefetch(paths, seed) as shards: for x, y in shards: ..."""

    def __init__(self, paths, seed, workers=2, depth=4):
        order = np.random.default_rng(seed).permutation(len(paths))
        self.todo = queue.Queue()
        for i in order:
            self.todo.put(paths[i])
        self.ready = queue.Queue(maxsize=depth)
        self.stop = threading.Event()
        self.threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]

    def _put(self, item):
        while not self.stop.is_set():
            try:
                self.ready.put(item, timeout=0.1)
                return
            except queue.Full:
                continue

    def _work(self):
        try:
            while not self.stop.is_set():
                try:
                    path = self.todo.get_nowait()
                except queue.Empty:
                    break
                with np.load(path) as z:
                    self._put((z["x"], z["y"]))
        except Exception as e:          # handed to the consumer
            self._put(e)
        finally:
            self._put(DONE)

    def __enter__(self):
        for t in self.threads:
            t.start()
        return self

    def __exit__(self, *exc):
        self.stop.set()
        for t in self.threads:
            t.join()

    def __iter__(self):
        running = len(self.threads)
        while running:
            item = self.ready.get()
            if item is DONE:
                running -= 1
            elif isinstance(item, Exception):
                raise item
            else:
                yield item


def batches(shards, size, rng):
    """pools the shards as they come in and cuts shuffled batches from the pool"""
    pool_x, pool_y = [], []
    have = 0

    def cut(last):
        nonlocal pool_x, pool_y, have
        x, y = np.concatenate(pool_x), np.concatenate(pool_y)
        perm = rng.permutation(len(x))
        x, y = x[perm], y[perm]
        end = len(x) if last else len(x) // 2 // size * size
        for s in range(0, end, size):
            yield torch.from_numpy(x[s:min(s + size, end)]), torch.from_numpy(y[s:min(s + size, end)])
        pool_x, pool_y, have = [x[end:]], [y[end:]], len(x) - end

    for x, y in shards:
        pool_x.append(x)
        pool_y.append(y)
        have += len(x)
        if have >= 8 * size:
            yield from cut(last=False)
    yield from cut(last=True)


def main():
    torch.manual_seed(0)
    torch.set_num_threads(2)
    x, y = load_digits(return_X_y=True)
    x = (x / 16).astype(np.float32).reshape(-1, 1, 8, 8)
    x_tr, x_rest, y_tr, y_rest = train_test_split(x, y.astype(np.int64), test_size=0.3, stratify=y, random_state=0)
    x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=0)
    paths = write_shards(x_tr, y_tr, 12)

    model = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.Flatten(),
        nn.Dropout(0.2), nn.Linear(32 * 4 * 4, 10),
    )
    epochs = 15
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
    sched = torch.optim.lr_scheduler.LinearLR(opt, start_factor=1.0, end_factor=0.05, total_iters=epochs - 1)
    loss_fn = nn.CrossEntropyLoss()

    @torch.no_grad()
    def accuracy(a, b):
        model.eval()
        return (model(torch.from_numpy(a)).argmax(1) == torch.from_numpy(b)).float().mean().item()

    for epoch in range(epochs):
        model.train()
        seen, total = 0, 0.0
        with Prefetch(paths, seed=epoch) as shards:
            for xb, yb in batches(shards, 64, np.random.default_rng(1000 + epoch)):
                opt.zero_grad()
                loss = loss_fn(model(xb), yb)
                loss.backward()
                opt.step()
                total += loss.item() * len(yb)
                seen += len(yb)
        assert seen == len(x_tr)
        sched.step()
        print(f"epoch {epoch + 1:2d} rows {seen} loss {total / seen:.4f} val acc {accuracy(x_va, y_va):.3f}")
    print(f"test acc {accuracy(x_te, y_te):.3f}")


if __name__ == "__main__":
    main()
