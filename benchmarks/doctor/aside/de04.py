"""Breast cancer data: the hand-written loop replaced by transformers.Trainer around the same nn.Module."""
import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import Dataset
from transformers import Trainer, TrainingArguments, set_seed

set_seed(11)


class Table(Dataset):
    def __init__(self, x, y):
        self.x = x.astype(np.float32)
        self.y = y.astype(np.int64)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return {"features": torch.from_numpy(self.x[i]), "targets": torch.tensor(self.y[i])}


class Net(nn.Module):
    def __init__(self, n_features, n_classes=2, hidden=32):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_features, hidden),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(hidden, n_classes),
        )
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, features, targets=None):
        logits = self.layers(features)
        if targets is None:
            return {"logits": logits}
        return {"loss": self.criterion(logits, targets), "logits": logits}


def compute_metrics(eval_pred):
    logits, y = eval_pred
    return {"accuracy": float((logits.argmax(axis=-1) == y).mean())}


data = load_breast_cancer()
x_train, x_valid, y_train, y_valid = train_test_split(
    data.data, data.target, test_size=0.25, stratify=data.target, random_state=0
)
mean, std = x_train.mean(axis=0), x_train.std(axis=0)
train_set = Table((x_train - mean) / std, y_train)
valid_set = Table((x_valid - mean) / std, y_valid)

args = TrainingArguments(
    output_dir="out/de04",
    num_train_epochs=10,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    learning_rate=5e-3,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    disable_tqdm=True,
    seed=11,
)

trainer = Trainer(
    model=Net(data.data.shape[1]),
    args=args,
    train_dataset=train_set,
    eval_dataset=valid_set,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
