"""Tickets: first masked-LM training on the train texts, then three classifiers from it that vote."""
import json
from pathlib import Path

import numpy as np
import torch
from datasets import Dataset
from transformers import (
    AutoModelForMaskedLM,
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
OUT = Path("out/iq14")
SHARED = dict(
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    weight_decay=0.01,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
)


def splits():
    taken = set()
    for name in ("train", "validation", "test"):
        kept = []
        for line in Path(f"data/tickets/{name}.jsonl").read_text().splitlines():
            row = json.loads(line)
            if row["text"] in taken:
                continue
            taken.add(row["text"])
            kept.append({"text": row["text"], "labels": row["desk_id"]})
        yield Dataset.from_list(kept)


def adapt(tok, train, val):
    set_seed(1)
    model = AutoModelForMaskedLM.from_pretrained(CKPT)
    trainer = Trainer(
        model=model,
        args=TrainingArguments(output_dir=str(OUT / "mlm"), learning_rate=5e-4, num_train_epochs=5, seed=1, **SHARED),
        train_dataset=train.remove_columns("labels"),
        eval_dataset=val.remove_columns("labels"),
        data_collator=DataCollatorForLanguageModeling(tok, mlm=True, mlm_probability=0.15),
        processing_class=tok,
    )
    trainer.train()
    where = OUT / "adapted"
    model.base_model.save_pretrained(where)
    tok.save_pretrained(where)
    return where


def classifier(where, tok, train, val, seed):
    set_seed(seed)
    model = AutoModelForSequenceClassification.from_pretrained(where, num_labels=4)
    trainer = Trainer(
        model=model,
        args=TrainingArguments(output_dir=str(OUT / f"clf{seed}"), learning_rate=5e-4, num_train_epochs=8, seed=seed,
                               **SHARED),
        train_dataset=train,
        eval_dataset=val,
        data_collator=DataCollatorWithPadding(tok),
        processing_class=tok,
        compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
    )
    trainer.train()
    return trainer


def softmax(z):
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def main():
    torch.set_num_threads(2)
    tok = AutoTokenizer.from_pretrained(CKPT)
    train, val, test = (
        d.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True, remove_columns="text")
        for d in splits()
    )
    where = adapt(tok, train, val)
    gold = np.array(test["labels"])
    votes = []
    for seed in (11, 12, 13):
        trainer = classifier(where, tok, train, val, seed)
        probs = softmax(trainer.predict(test).predictions)
        print(f"seed {seed}: test accuracy {(probs.argmax(-1) == gold).mean():.3f}")
        votes.append(probs)
    print(f"together: test accuracy {(np.mean(votes, axis=0).argmax(-1) == gold).mean():.3f}")


if __name__ == "__main__":
    main()
