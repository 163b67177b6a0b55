"""A hand-written CNN given to Trainer: no config, no PreTrainedModel, just forward() that returns a dict."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import Dataset
from transformers import Trainer, TrainerCallback, TrainingArguments, set_seed

set_seed(0)


class Digits(Dataset):
    """8x8 digits; optionally moved by at most one pixel (training only)."""

    def __init__(self, images, targets, jitter=False):
        self.images = torch.tensor(images, dtype=torch.float32).unsqueeze(1) / 16.0
        self.targets = torch.tensor(targets, dtype=torch.long)
        self.jitter = jitter

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, i):
        img = self.images[i]
        if self.jitter:
            dx, dy = torch.randint(0, 3, (2,)).tolist()
            img = F.pad(img, (1, 1, 1, 1))[:, dy:dy + 8, dx:dx + 8]
        return {"image": img, "target": self.targets[i]}


class TinyCNN(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1, bias=False), nn.BatchNorm2d(2 * width), nn.ReLU(),
        )
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(2 * width, 10)

    def forward(self, image, target=None):
        pooled = self.body(image).mean(dim=(2, 3))
        logits = self.out(self.drop(pooled))
        result = {"logits": logits}
        if target is not None:
            result["loss"] = F.cross_entropy(logits, target)
        return result


class OneLiner(TrainerCallback):
    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        print(f"epoch {state.epoch:4.1f}  val loss {metrics['eval_loss']:.3f}  val acc {metrics['eval_acc']:.3f}")


def acc(p):
    return {"acc": float((p.predictions.argmax(1) == p.label_ids).mean())}


X, y = load_digits(return_X_y=True)
X = X.reshape(-1, 8, 8)
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=0)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=0)

args = TrainingArguments(
    output_dir="out/jc03",
    num_train_epochs=15,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=256,
    learning_rate=5e-3,
    weight_decay=1e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.05,
    label_names=["target"],
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    disable_tqdm=True,
    report_to="none",
    use_cpu=True,
)
trainer = Trainer(
    model=TinyCNN(),
    args=args,
    train_dataset=Digits(X_train, y_train, jitter=True),
    eval_dataset=Digits(X_val, y_val),
    compute_metrics=acc,
    callbacks=[OneLiner()],
)
trainer.train()
pred = trainer.predict(Digits(X_test, y_test))
guess = pred.predictions.argmax(1)
print(f"test accuracy {np.mean(guess == y_test):.3f}, chance is about {np.bincount(y_test).max() / len(y_test):.3f}")
print("per digit:", [round(float((guess[y_test == d] == d).mean()), 2) for d in range(10)])
