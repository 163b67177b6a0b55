"""Route support tickets to one of four desks."""
import json
import os

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

DESKS = ["north", "east", "south", "west"]


class TicketRouter:
    def __init__(self, checkpoint="checkpoints/tickets", out="out/ea05", seed=7):
        set_seed(seed)
        self.out = out
        self.seed = seed
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = AutoModelForSequenceClassification.from_pretrained(
            checkpoint,
            num_labels=len(DESKS),
            id2label={i: d for i, d in enumerate(DESKS)},
            label2id={d: i for i, d in enumerate(DESKS)},
        )

    def dataset(self, path, skip=frozenset()):
        with open(path) as f:
            rows = [json.loads(line) for line in f]
        rows = [r for r in rows if r["text"] not in skip]
        ds = Dataset.from_list(rows)
        return ds.map(
            lambda b: self.tokenizer(b["text"], truncation=True, max_length=32),
            batched=True,
        )

    @staticmethod
    def accuracy(p):
        return {"accuracy": float((np.argmax(p.predictions, axis=-1) == p.label_ids).mean())}

    def fit(self, train, valid):
        args = TrainingArguments(
            output_dir=self.out,
            num_train_epochs=6,
            learning_rate=5e-4,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="accuracy",
            logging_steps=20,
            report_to="none",
            seed=self.seed,
        )
        self.trainer = Trainer(
            model=self.model,
            args=args,
            train_dataset=train,
            eval_dataset=valid,
            data_collator=DataCollatorWithPadding(self.tokenizer),
            processing_class=self.tokenizer,
            compute_metrics=self.accuracy,
        )
        self.trainer.train()
        return self

    def score(self, ds):
        return self.trainer.evaluate(ds, metric_key_prefix="test")


if __name__ == "__main__":
    router = TicketRouter()
    folder = "data/tickets"
    train = router.dataset(os.path.join(folder, "train.jsonl"))
    # some customers write the same words twice: never validate on a text from training
    old = frozenset(train["text"])
    valid = router.dataset(os.path.join(folder, "validation.jsonl"), skip=old)
    test = router.dataset(os.path.join(folder, "test.jsonl"), skip=old | frozenset(valid["text"]))
    router.fit(train, valid)
    print(router.score(test))
