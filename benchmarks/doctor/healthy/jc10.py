"""Stop in the middle, start again from the checkpoint, end where one long run would end.

Both runs are told the full number of epochs, so the learning-rate curve is the same.
"""
import os
import shutil

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import Dataset
from transformers import Trainer, TrainerCallback, TrainingArguments, set_seed
from transformers.trainer_utils import get_last_checkpoint

ROOT = "out/jc10"


class Table(Dataset):
    def __init__(self, x, y):
        self.x, self.y = x.astype(np.float32), y

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return {"x": self.x[i], "labels": int(self.y[i])}


class Net(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, 64), nn.ReLU(), nn.Dropout(0.1),
            nn.Linear(64, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, n_out))
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, x, labels=None):
        logits = self.net(x)
        if labels is None:
            return {"logits": logits}
        return {"loss": self.criterion(logits, labels), "logits": logits}


class PowerCut(TrainerCallback):
    """Pretends that the machine goes away after some epochs."""

    def __init__(self, after):
        self.after = after

    def on_epoch_end(self, args, state, control, **kwargs):
        if round(state.epoch) >= self.after:
            control.should_training_stop = True
        return control


def accuracy(p):
    return {"acc": float(np.mean(p.predictions.argmax(-1) == p.label_ids))}


def new_trainer(folder, data, callbacks=()):
    set_seed(4)
    args = TrainingArguments(
        output_dir=os.path.join(ROOT, folder), num_train_epochs=12,
        per_device_train_batch_size=64, per_device_eval_batch_size=256,
        learning_rate=3e-3, lr_scheduler_type="cosine", warmup_ratio=0.05,
        eval_strategy="epoch", save_strategy="epoch", save_total_limit=2, logging_strategy="epoch",
        disable_tqdm=True, report_to="none", use_cpu=True, seed=4)
    return Trainer(model=Net(20, 4), args=args, train_dataset=data["train"], eval_dataset=data["val"],
                   compute_metrics=accuracy, callbacks=list(callbacks))


def load():
    X, y = make_classification(n_samples=4000, n_features=20, n_informative=8, n_redundant=4, n_classes=4,
                               n_clusters_per_class=1, class_sep=1.2, flip_y=0.02, random_state=4)
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=4)
    X, X_val, y, y_val = train_test_split(X, y, test_size=0.15, stratify=y, random_state=4)
    sc = StandardScaler().fit(X)
    return {"train": Table(sc.transform(X), y), "val": Table(sc.transform(X_val), y_val),
            "test": Table(sc.transform(X_test), y_test)}


def main():
    shutil.rmtree(ROOT, ignore_errors=True)  # no checkpoint of an earlier day may be picked up
    data = load()

    first = new_trainer("cut", data, [PowerCut(after=5)])
    first.train()
    last = get_last_checkpoint(os.path.join(ROOT, "cut"))
    print("stopped at step", first.state.global_step, "->", last)

    second = new_trainer("cut", data)
    second.train(resume_from_checkpoint=last)
    whole = new_trainer("whole", data)
    whole.train()
    assert second.state.global_step == whole.state.global_step

    a = second.evaluate(data["test"], metric_key_prefix="test")["test_acc"]
    b = whole.evaluate(data["test"], metric_key_prefix="test")["test_acc"]
    with torch.no_grad():
        gap = max((p - q).abs().max().item() for p, q in zip(second.model.parameters(), whole.model.parameters()))
    base = np.bincount(data["test"].y).max() / len(data["test"])
    print(f"test accuracy: resumed {a:.3f}, uninterrupted {b:.3f}, constant answer {base:.3f}")
    print(f"largest difference between the weights: {gap:.2e}")


if __name__ == "__main__":
    main()
