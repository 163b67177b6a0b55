import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)


class TicketData:
    """Reads the splits, keeps texts out of validation/test that were seen before."""

    def __init__(self, folder, tokenizer):
        self.tok = tokenizer
        seen = set()
        self.splits = {}
        for name in ("train", "validation", "test"):
            rows = [json.loads(line) for line in open(f"{folder}/{name}.jsonl", encoding="utf-8")]
            if name != "train":
                rows = [r for r in rows if r["text"] not in seen]
            seen.update(r["text"] for r in rows)
            self.splits[name] = self._encode(rows)

    def _encode(self, rows):
        enc = self.tok([r["text"] for r in rows], truncation=True, max_length=32)
        return Dataset.from_dict({**enc, "labels": [r["desk_id"] for r in rows]})

    def __getitem__(self, name):
        return self.splits[name]


def metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, -1) == labels).mean())}


def main():
    set_seed(23)
    path = "checkpoints/tickets"
    tok = AutoTokenizer.from_pretrained(path)
    data = TicketData("data/tickets", tok)
    model = AutoModelForSequenceClassification.from_pretrained(path, num_labels=4)

    args = TrainingArguments(
        output_dir="out/gf08",
        num_train_epochs=15,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1e-3,
        weight_decay=0.01,
        warmup_steps=30,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="eval_loss",
        greater_is_better=True,
        logging_strategy="epoch",
        use_cpu=True,
        report_to="none",
        seed=23,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        processing_class=tok,
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
    )
    trainer.train()
    print("best checkpoint:", trainer.state.best_model_checkpoint)
    print("test:", trainer.evaluate(data["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
