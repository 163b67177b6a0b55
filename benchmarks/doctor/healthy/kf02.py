"""Early warning on the ward: a risk score for deterioration within 24 h from vital signs.

Simulated stays; a patient may have several. All stays of one patient lie in one part only,
because two stays of the same person resemble one another.
The positives are weighted up in the loss, so the score ranks and is no calibrated probability;
the alarm threshold is fixed on the validation patients and then applied, as it is, to the test patients.
"""
import os

import numpy as np
import torch
from datasets import Dataset
from torch import nn
from transformers import EarlyStoppingCallback, Trainer, TrainingArguments, set_seed

SEED = 2024
OUT = os.path.join("out", "kf02")
VITALS = ["heart_rate", "resp_rate", "sys_bp", "temperature", "spo2", "age"]


def simulate(n_patients, seed):
    rng = np.random.default_rng(seed)
    rows = []
    for pid in range(n_patients):
        frailty = rng.normal()
        age = float(np.clip(rng.normal(66, 14), 18, 98))
        for _ in range(rng.integers(1, 4)):
            illness = 0.6 * frailty + rng.normal()
            hr = 82 + 11 * illness + rng.normal(0, 9)
            rr = 17 + 3.0 * illness + rng.normal(0, 2.5)
            sbp = 128 - 10 * illness + rng.normal(0, 12)
            temp = 37.0 + 0.4 * abs(illness) + rng.normal(0, 0.35)
            spo2 = min(100.0, 96.5 - 1.4 * max(illness, 0) + rng.normal(0, 1.0))
            risk = 1 / (1 + np.exp(-(-3.0 + 2.0 * illness + 0.03 * (age - 66))))
            rows.append({
                "patient": pid,
                **dict(zip(VITALS, map(float, (hr, rr, sbp, temp, spo2, age)))),
                "worse": int(rng.random() < risk),
            })
    return Dataset.from_list(rows)


class RiskNet(nn.Module):
    """Small tabular network with the forward signature that the Trainer wants."""

    def __init__(self, n_in, pos_weight):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 16), nn.ReLU())
        self.head = nn.Linear(16, 1)
        self.register_buffer("pos_weight", torch.tensor(float(pos_weight)))

    def forward(self, vitals, labels=None):
        logits = self.head(self.body(vitals)).squeeze(-1)
        out = {"logits": logits}
        if labels is not None:
            loss = nn.functional.binary_cross_entropy_with_logits(logits, labels, pos_weight=self.pos_weight)
            out = {"loss": loss, "logits": logits}
        return out


def auroc(score, truth):
    """Mann-Whitney: chance that a sick stay scores higher than a well one, ties count one half."""
    sick, well = score[truth == 1], score[truth == 0]
    diff = sick[:, None] - well[None, :]
    return float(((diff > 0) + 0.5 * (diff == 0)).mean())


def metrics(p):
    return {"auroc": auroc(p.predictions, p.label_ids)}


def main():
    set_seed(SEED)
    stays = simulate(2200, SEED)

    people = np.random.default_rng(SEED + 1).permutation(2200)
    part_of = {int(p): "train" for p in people[:1400]}
    part_of.update({int(p): "valid" for p in people[1400:1800]})
    part_of.update({int(p): "test" for p in people[1800:]})
    parts = {name: stays.filter(lambda r, name=name: part_of[r["patient"]] == name) for name in ("train", "valid", "test")}

    table = np.array([parts["train"][v][:] for v in VITALS])
    mean, std = table.mean(axis=1), table.std(axis=1)

    def prepare(r):
        return {"vitals": [(r[v] - m) / s for v, m, s in zip(VITALS, mean, std)], "labels": float(r["worse"])}

    parts = {k: d.map(prepare, remove_columns=d.column_names) for k, d in parts.items()}
    prevalence = float(np.mean(parts["train"]["labels"]))
    print({k: len(d) for k, d in parts.items()}, f"prevalence in training {prevalence:.3f}")

    trainer = Trainer(
        model=RiskNet(len(VITALS), pos_weight=(1 - prevalence) / prevalence),
        args=TrainingArguments(
            output_dir=OUT, num_train_epochs=20, per_device_train_batch_size=64, per_device_eval_batch_size=512,
            learning_rate=3e-3, lr_scheduler_type="cosine", warmup_ratio=0.05, weight_decay=1e-3,
            eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", save_total_limit=2,
            load_best_model_at_end=True, metric_for_best_model="auroc", greater_is_better=True,
            report_to="none", seed=SEED, use_cpu=True,
        ),
        train_dataset=parts["train"],
        eval_dataset=parts["valid"],
        compute_metrics=metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=6)],
    )
    trainer.train()

    # Highest cut-off that still catches nine of ten deteriorating stays in the validation patients.
    valid = trainer.predict(parts["valid"])
    sick_scores = np.sort(valid.predictions[valid.label_ids == 1])
    cut = sick_scores[int(np.floor(0.10 * len(sick_scores)))]

    test = trainer.predict(parts["test"])
    alarm, truth = test.predictions >= cut, test.label_ids == 1
    print(f"test AUROC        {auroc(test.predictions, test.label_ids):.3f}   (guessing: 0.500)")
    print(f"sensitivity       {alarm[truth].mean():.3f}   (aimed at 0.90 on validation)")
    print(f"specificity       {(~alarm[~truth]).mean():.3f}")
    print(f"pos. predictive   {truth[alarm].mean():.3f}   (prevalence {truth.mean():.3f})")


if __name__ == "__main__":
    main()
