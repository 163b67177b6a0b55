"""Train on the tickets, keep the best epoch by validation accuracy, report on the test split."""
import json
from dataclasses import dataclass

import numpy as np
from datasets import Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed


@dataclass
class Config:
    checkpoint: str = "checkpoints/tickets"
    out_dir: str = "out/ia09"
    n_classes: int = 4
    epochs: int = 10
    lr: float = 5e-4
    batch: int = 16
    seed: int = 21


class TicketExperiment:
    def __init__(self, cfg: Config):
        self.cfg = cfg
        set_seed(cfg.seed)
        self.tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
        rows = {s: self._read(s) for s in ("train", "validation", "test")}
        # no text may be in two splits
        test_texts = {r["text"] for r in rows["test"]}
        rows["validation"] = [r for r in rows["validation"] if r["text"] not in test_texts]
        other = test_texts | {r["text"] for r in rows["validation"]}
        rows["train"] = [r for r in rows["train"] if r["text"] not in other]
        self.data = {s: self._encode(r) for s, r in rows.items()}
        self.model = AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=cfg.n_classes)

    @staticmethod
    def _read(split):
        with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
            return [json.loads(line) for line in f]

    def _encode(self, rows):
        enc = self.tokenizer([r["text"] for r in rows], truncation=True)
        return Dataset.from_dict(
            {
                "input_ids": enc["input_ids"],
                "attention_mask": enc["attention_mask"],
                "labels": [r["desk_id"] for r in rows],
            }
        )

    @staticmethod
    def _metrics(p):
        return {"accuracy": float((np.argmax(p.predictions, -1) == p.label_ids).mean())}

    def run(self):
        c = self.cfg
        args = TrainingArguments(
            output_dir=c.out_dir,
            num_train_epochs=c.epochs,
            learning_rate=c.lr,
            per_device_train_batch_size=c.batch,
            per_device_eval_batch_size=80,
            eval_strategy="epoch",
            save_strategy="epoch",
            logging_strategy="epoch",
            save_total_limit=2,
            load_best_model_at_end=True,
            metric_for_best_model="accuracy",
            greater_is_better=False,
            report_to="none",
            seed=c.seed,
        )
        trainer = Trainer(
            model=self.model,
            args=args,
            train_dataset=self.data["train"],
            eval_dataset=self.data["validation"],
            processing_class=self.tokenizer,
            compute_metrics=self._metrics,
        )
        trainer.train()
        print("best checkpoint:", trainer.state.best_model_checkpoint, trainer.state.best_metric)
        test = trainer.evaluate(self.data["test"], metric_key_prefix="test")
        print("test accuracy:", round(test["test_accuracy"], 4))


if __name__ == "__main__":
    TicketExperiment(Config()).run()
