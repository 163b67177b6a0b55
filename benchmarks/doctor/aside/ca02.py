# Friedman #1 benchmark with a small MLP, using the HF Trainer for the loop,
# checkpointing and early stopping.
import numpy as np
import torch
from torch import nn
from datasets import Dataset
from sklearn.datasets import make_friedman1
from sklearn.model_selection import train_test_split
from transformers import EarlyStoppingCallback, Trainer, TrainingArguments, set_seed

set_seed(11)

X, y = make_friedman1(n_samples=2000, n_features=10, noise=0.5, random_state=0)
X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, test_size=0.3, random_state=0)
X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, test_size=0.5, random_state=0)

# normalise inputs and target with the statistics of the training part
x_mean, x_std = X_tr.mean(0), X_tr.std(0)
y_mean, y_std = y_tr.mean(), y_tr.std()


def to_dataset(X, y):
    return Dataset.from_dict({
        "features": ((X - x_mean) / x_std).tolist(),
        "labels": ((y - y_mean) / y_std).tolist(),
    })


train_ds, val_ds, test_ds = to_dataset(X_tr, y_tr), to_dataset(X_va, y_va), to_dataset(X_te, y_te)


class Regressor(nn.Module):
    def __init__(self, n_in, hidden=64):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1)
        )

    def forward(self, features, labels=None):
        out = self.net(features).squeeze(-1)
        if labels is None:
            return {"logits": out}
        return {"loss": nn.functional.mse_loss(out, labels), "logits": out}


def compute_metrics(eval_pred):
    pred, target = eval_pred
    err = (pred - target) * y_std          # back in the units of y
    return {"rmse": float(np.sqrt((err ** 2).mean())), "mae": float(np.abs(err).mean())}


args = TrainingArguments(
    output_dir="out/ca02",
    num_train_epochs=25,
    learning_rate=2e-3,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=128,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="rmse",
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=Regressor(X.shape[1]),
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
)
trainer.train()

print("best checkpoint:", trainer.state.best_model_checkpoint)
print("best validation rmse:", trainer.state.best_metric)
print("test:", trainer.evaluate(test_ds, metric_key_prefix="test"))
