# 5-fold cross-validation around Trainer. Everything that learns (scaler, network) is made
# anew inside the fold; nothing is chosen with the folds, so their mean is the estimate.
import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from torch import nn
from transformers import Trainer, TrainingArguments, set_seed

X, y = load_breast_cancer(return_X_y=True)
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=8)


def rows(features, target):
    """Trainer is content with a plain list of dicts."""
    features = torch.tensor(features, dtype=torch.float32)
    return [{"features": f, "labels": int(t)} for f, t in zip(features, target)]


class Perceptron(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(30, 32)
        self.b = nn.Linear(32, 1)

    def forward(self, features):
        return self.b(torch.relu(self.a(features))).squeeze(-1)


class LogitTrainer(Trainer):
    """One output, one logit: the loss is binary cross-entropy."""

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        logit = model(inputs["features"])
        loss = nn.functional.binary_cross_entropy_with_logits(logit, inputs["labels"].float())
        return (loss, {"logit": logit}) if return_outputs else loss


def measure(p):
    return {"auc": roc_auc_score(p.label_ids, p.predictions),
            "balanced": balanced_accuracy_score(p.label_ids, p.predictions > 0)}


scores = []
for k, (inside, outside) in enumerate(folds.split(X, y)):
    set_seed(100 + k)
    scaler = StandardScaler().fit(X[inside])
    trainer = LogitTrainer(
        model=Perceptron(),
        args=TrainingArguments(
            output_dir=f"out/jc11/fold{k}",
            num_train_epochs=15,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=128,
            learning_rate=3e-3,
            weight_decay=0.01,
            warmup_ratio=0.1,
            label_names=["labels"],
            remove_unused_columns=False,
            eval_strategy="no",
            save_strategy="no",
            logging_strategy="epoch",
            disable_tqdm=True,
            report_to="none",
            use_cpu=True,
            seed=100 + k,
        ),
        train_dataset=rows(scaler.transform(X[inside]), y[inside]),
        compute_metrics=measure,
    )
    trainer.train()
    result = trainer.evaluate(rows(scaler.transform(X[outside]), y[outside]))
    scores.append((result["eval_auc"], result["eval_balanced"]))
    print(f"fold {k}: AUC {scores[-1][0]:.3f}, balanced accuracy {scores[-1][1]:.3f}")

scores = np.array(scores)
for name, column in zip(("AUC", "balanced accuracy"), scores.T):
    print(f"{name}: {column.mean():.3f} +- {column.std(ddof=1):.3f} (knowing nothing: 0.5)")
