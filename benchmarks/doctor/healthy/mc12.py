"""Price estimator for small ads. Shows that a run which was cut off continues from its checkpoint:
first run stops after four epochs (callback), second one resumes and finishes."""
import os
import shutil
from dataclasses import dataclass

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainerCallback,
                          TrainingArguments, set_seed)


@dataclass
class Standardizer:
    mean: float = 0.0
    std: float = 1.0

    @classmethod
    def fit(cls, values):
        return cls(float(np.mean(values)), float(np.std(values)))

    def apply(self, v):
        return (np.asarray(v, dtype=np.float32) - self.mean) / self.std

    def undo(self, z):
        return np.asarray(z) * self.std + self.mean


class CutOff(TrainerCallback):
    """Plays the scheduler of the cluster."""

    def __init__(self, after_epochs):
        self.after = after_epochs

    def on_epoch_end(self, args, state, control, **kwargs):
        if round(state.epoch) >= self.after:
            control.should_training_stop = True
        return control


class PriceProject:
    ckpt = "checkpoints/prices"
    out = "out/mc12"

    def __init__(self):
        frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
        frames["validation"] = frames["validation"][~frames["validation"].text.isin(frames["test"].text)]
        used = set(frames["test"].text) | set(frames["validation"].text)
        frames["train"] = frames["train"][~frames["train"].text.isin(used)]
        self.frames = {k: f.reset_index(drop=True) for k, f in frames.items()}
        self.scale = Standardizer.fit(self.frames["train"].price)
        self.tok = AutoTokenizer.from_pretrained(self.ckpt)
        self.sets = {k: self._encode(f) for k, f in self.frames.items()}

    def _encode(self, f):
        enc = self.tok(f.text.tolist(), truncation=True, max_length=32)
        return Dataset.from_dict({**enc, "labels": self.scale.apply(f.price).tolist()})

    def metrics(self, p):
        pred, real = self.scale.undo(p.predictions.squeeze(-1)), self.scale.undo(p.label_ids)
        return {"mae": float(np.mean(np.abs(pred - real))),
                "r2": float(1 - np.sum((pred - real) ** 2) / np.sum((real - real.mean()) ** 2))}

    def trainer(self, *callbacks):
        set_seed(31)
        model = AutoModelForSequenceClassification.from_pretrained(self.ckpt, num_labels=1, problem_type="regression")
        args = TrainingArguments(
            output_dir=self.out, num_train_epochs=14, per_device_train_batch_size=16, per_device_eval_batch_size=64,
            learning_rate=1e-3, warmup_ratio=0.1, weight_decay=0.01, seed=31, use_cpu=True, report_to="none",
            eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", save_total_limit=2,
            load_best_model_at_end=True, metric_for_best_model="mae", greater_is_better=False)
        return Trainer(model=model, args=args, train_dataset=self.sets["train"], eval_dataset=self.sets["validation"],
                       processing_class=self.tok, compute_metrics=self.metrics, callbacks=list(callbacks))


def main():
    shutil.rmtree(PriceProject.out, ignore_errors=True)
    project = PriceProject()
    print({k: len(v) for k, v in project.sets.items()})

    project.trainer(CutOff(after_epochs=4)).train()

    trainer = project.trainer()
    trainer.train(resume_from_checkpoint=True)          # newest checkpoint in output_dir
    assert round(trainer.state.epoch) == trainer.args.num_train_epochs

    result = trainer.evaluate(project.sets["test"], metric_key_prefix="test")
    test = project.frames["test"].price
    naive = float((test - project.frames["train"].price.median()).abs().mean())
    print(f"test MAE {result['test_mae']:.0f}, R2 {result['test_r2']:.3f}; always the median price: MAE {naive:.0f}")


if __name__ == "__main__":
    main()
