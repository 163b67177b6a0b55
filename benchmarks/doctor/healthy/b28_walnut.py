import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification, EarlyStoppingCallback,
    Trainer, TrainerCallback, TrainingArguments, set_seed,
)
import tempfile

set_seed(123)


class BestKeeper(TrainerCallback):
    """Writes down the development score after every evaluation."""

    def __init__(self):
        self.history = []

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        if metrics is not None and "eval_f1" in metrics:
            self.history.append((state.global_step, round(metrics["eval_f1"], 3)))


tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
raw = load_dataset("data/tags")
labels = sorted({t for row in raw["train"]["tags"] for t in row})


def tokenize_and_align(examples):
    enc = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    enc["labels"] = []
    for i, tags in enumerate(examples["tags"]):
        word_ids = enc.word_ids(batch_index=i)
        first = [w is not None and (j == 0 or word_ids[j - 1] != w) for j, w in enumerate(word_ids)]
        enc["labels"].append([tags[w] if f else -100 for w, f in zip(word_ids, first)])
    return enc


data = raw.map(tokenize_and_align, batched=True, remove_columns=raw["train"].column_names)


def compute_metrics(p):
    pred = np.argmax(p.predictions, axis=-1)
    keep = p.label_ids != -100
    pred, gold = pred[keep], p.label_ids[keep]
    hit = ((pred == gold) & (gold > 0)).sum()
    precision, recall = hit / max((pred > 0).sum(), 1), hit / max((gold > 0).sum(), 1)
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / max(precision + recall, 1e-9)}


keeper = BestKeeper()
with tempfile.TemporaryDirectory() as out:
    args = TrainingArguments(
        output_dir=out, learning_rate=1e-3, per_device_train_batch_size=16, num_train_epochs=12, eval_strategy="steps",
        eval_steps=30, save_strategy="steps", save_steps=30, save_total_limit=2, load_best_model_at_end=True,
        metric_for_best_model="f1", greater_is_better=True, report_to="none", logging_steps=30,
    )
    trainer = Trainer(
        model=AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=len(labels)),
        args=args, train_dataset=data["train"], eval_dataset=data["validation"],
        data_collator=DataCollatorForTokenClassification(tokenizer), compute_metrics=compute_metrics,
        callbacks=[keeper, EarlyStoppingCallback(early_stopping_patience=3, early_stopping_threshold=0.002)],
    )
    trainer.train()
    print(keeper.history)
    print("test:", trainer.predict(data["test"], metric_key_prefix="test").metrics)
