"""Two tasks, one trunk: which regime a plant is in (3 classes) and how hot it is (degrees).

The two losses are weighted by learned log-variances (homoscedastic uncertainty), and
the loss lives in the Trainer, not in the model.
"""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from transformers import Trainer, TrainingArguments, set_seed


@dataclass
class Reading:
    sensors: np.ndarray
    regime: int
    heat: float


@dataclass
class Scale:
    mean: np.ndarray
    std: np.ndarray
    heat_mean: float
    heat_std: float


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    mixing = np.random.default_rng(99).normal(size=(4, 10))  # the plant itself: the same for all splits
    rows = []
    for _ in range(n):
        regime = int(rng.integers(3))
        load, flow = rng.normal(size=2)
        heat = 60 + 15 * load + 6 * regime - 4 * load * flow + rng.normal(scale=2.0)
        hidden = np.array([load, flow, load * flow, (regime - 1) * 1.5 + 0.3 * rng.normal()])
        rows.append(Reading(hidden @ mixing + 0.2 * rng.normal(size=10), regime, heat))
    return rows


def measure(rows):
    s = np.stack([r.sensors for r in rows])
    h = np.array([r.heat for r in rows])
    return Scale(s.mean(0), s.std(0), float(h.mean()), float(h.std()))


class Collate:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, rows):
        s = np.stack([(r.sensors - self.scale.mean) / self.scale.std for r in rows])
        h = np.array([(r.heat - self.scale.heat_mean) / self.scale.heat_std for r in rows])
        return {
            "sensors": torch.tensor(s, dtype=torch.float32),
            "regime": torch.tensor([r.regime for r in rows], dtype=torch.long),
            "heat": torch.tensor(h, dtype=torch.float32),
        }


class TwoHeads(nn.Module):
    def __init__(self, n_in=10, width=64):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_in, width), nn.GELU(), nn.Linear(width, width), nn.GELU())
        self.regime_head = nn.Linear(width, 3)
        self.heat_head = nn.Linear(width, 1)
        self.log_vars = nn.Parameter(torch.zeros(2))

    def forward(self, sensors):
        z = self.trunk(sensors)
        return {"regime_logits": self.regime_head(z), "heat_pred": self.heat_head(z).squeeze(-1)}


class TwoTaskTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(inputs["sensors"])
        ce = F.cross_entropy(outputs["regime_logits"], inputs["regime"])
        mse = F.mse_loss(outputs["heat_pred"], inputs["heat"])
        s_ce, s_mse = model.log_vars
        loss = torch.exp(-s_ce) * ce + 0.5 * s_ce + 0.5 * torch.exp(-s_mse) * mse + 0.5 * s_mse
        return (loss, outputs) if return_outputs else loss


def build_metrics(scale):
    def metrics(p):
        logits, heat = p.predictions
        regime_true, heat_true = p.label_ids
        mae = float(np.abs(heat - heat_true).mean() * scale.heat_std)  # back in degrees
        return {"regime_acc": float((logits.argmax(-1) == regime_true).mean()), "heat_mae": mae}
    return metrics


def main():
    set_seed(3)
    train, val, test = simulate(2000, 1), simulate(400, 2), simulate(400, 3)
    scale = measure(train)
    trainer = TwoTaskTrainer(
        model=TwoHeads(),
        args=TrainingArguments(
            output_dir="out/jc04", num_train_epochs=12, per_device_train_batch_size=32,
            per_device_eval_batch_size=200, learning_rate=2e-3, warmup_steps=40,
            label_names=["regime", "heat"], remove_unused_columns=False,
            eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
            report_to="none", use_cpu=True, seed=3),
        train_dataset=train, eval_dataset=val,
        data_collator=Collate(scale), compute_metrics=build_metrics(scale))
    trainer.train()
    m = trainer.evaluate(test, metric_key_prefix="test")
    dumb_mae = float(np.mean([abs(r.heat - scale.heat_mean) for r in test]))
    dumb_acc = max(np.bincount([r.regime for r in test])) / len(test)
    print(f"regime accuracy {m['test_regime_acc']:.3f} (constant answer {dumb_acc:.3f})")
    print(f"heat MAE {m['test_heat_mae']:.2f} degrees (training mean {dumb_mae:.2f})")


if __name__ == "__main__":
    main()
