"""Train the ticket router, keep the best checkpoint, report the test score."""
import json
import shutil

import numpy as np
import torch
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments,
                          set_seed)

OUT = "out/best_router"


class Tickets(torch.utils.data.Dataset):
    """Rows of one split, tokenized when they are asked for."""

    def __init__(self, split, tokenizer):
        with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
            self.rows = list(map(json.loads, f))
        self.tokenizer = tokenizer

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        row = self.rows[index]
        enc = self.tokenizer(row["text"], truncation=True, max_length=32, padding="max_length")
        enc["labels"] = row["desk_id"]
        return dict(enc)


def score(pred):
    return {"accuracy": float(np.mean(np.argmax(pred.predictions, axis=-1) == pred.label_ids))}


def main():
    set_seed(21)
    shutil.rmtree(OUT, ignore_errors=True)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    args = TrainingArguments(
        output_dir=OUT,
        num_train_epochs=14,
        learning_rate=5e-4,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=80,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
    )
    trainer = Trainer(model=model, args=args, train_dataset=Tickets("train", tokenizer),
                      eval_dataset=Tickets("validation", tokenizer), compute_metrics=score)
    trainer.train()
    result = trainer.evaluate(Tickets("test", tokenizer), metric_key_prefix="test")
    print("best checkpoint:", trainer.state.best_model_checkpoint)
    print("test accuracy:", result["test_accuracy"])


if __name__ == "__main__":
    main()
