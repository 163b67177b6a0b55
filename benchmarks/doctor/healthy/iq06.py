"""Tagger with Trainer; the job is cut off by a time limit and taken up again from its last checkpoint."""
import json
import shutil

import numpy as np
import torch
from datasets import Dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)
from transformers.trainer_utils import get_last_checkpoint

CKPT, OUT = "checkpoints/tags", "out/iq06"
N_TAGS, EPOCHS = 4, 12


class TimeLimit(TrainerCallback):
    """Plays the cluster that ends a job after some epochs, checkpoint included."""

    def __init__(self, epochs):
        self.epochs = epochs

    def on_epoch_end(self, args, state, control, **kwargs):
        if state.epoch >= self.epochs:
            control.should_save = True
            control.should_training_stop = True
        return control


def rows_of(split, seen):
    rows = []
    with open(f"data/tags/{split}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            key = tuple(row["words"])
            if key not in seen:
                seen.add(key)
                rows.append(row)
    return Dataset.from_list(rows)


def encode(batch, tok):
    enc = tok(batch["words"], is_split_into_words=True, truncation=True, max_length=tok.model_max_length)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        previous, labels = None, []
        for w in enc.word_ids(batch_index=i):
            labels.append(-100 if w is None or w == previous else tags[w])
            previous = w
        enc["labels"].append(labels)
    return enc


def metrics(pred):
    guess, gold = pred.predictions.argmax(-1), pred.label_ids
    keep = gold != -100
    guess, gold = guess[keep], gold[keep]
    tp = np.sum((guess == gold) & (gold > 0))
    precision = tp / max(1, np.sum(guess > 0))
    recall = tp / max(1, np.sum(gold > 0))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return {"precision": float(precision), "recall": float(recall), "f1": float(f1)}


def job(tok, train, val, callbacks=()):
    args = TrainingArguments(
        output_dir=OUT,
        num_train_epochs=EPOCHS,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1e-3,
        lr_scheduler_type="cosine",
        warmup_ratio=0.06,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
        seed=21,
    )
    return Trainer(
        model_init=lambda: AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=N_TAGS),
        args=args,
        train_dataset=train,
        eval_dataset=val,
        data_collator=DataCollatorForTokenClassification(tok),
        processing_class=tok,
        compute_metrics=metrics,
        callbacks=list(callbacks),
    )


def main():
    torch.set_num_threads(2)
    shutil.rmtree(OUT, ignore_errors=True)
    tok = AutoTokenizer.from_pretrained(CKPT)
    seen = set()
    train, val, test = (
        rows_of(s, seen).map(encode, batched=True, fn_kwargs={"tok": tok}, remove_columns=["words", "tags"])
        for s in ("train", "validation", "test")
    )

    first = job(tok, train, val, [TimeLimit(epochs=5)])
    first.train()
    print("cut off at step", first.state.global_step, "of", first.state.max_steps)

    second = job(tok, train, val)
    last = get_last_checkpoint(OUT)
    print("going on from", last)
    second.train(resume_from_checkpoint=last)
    assert second.state.global_step == second.state.max_steps
    print("test:", second.evaluate(test, metric_key_prefix="test"))


if __name__ == "__main__":
    main()
