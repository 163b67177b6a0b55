"""Cross-validation on the tickets, then one model on everything, tested once.

Tickets with the same text always go into the same fold. Texts are tokenized in the collator.
"""
import argparse

import numpy as np
import pandas as pd
import torch
from sklearn.model_selection import StratifiedGroupKFold
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

CKPT = "checkpoints/tickets"


class Tickets(torch.utils.data.Dataset):
    def __init__(self, frame):
        self.texts = frame["text"].tolist()
        self.desks = frame["desk_id"].tolist()

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, i):
        return {"text": self.texts[i], "desk": self.desks[i]}


class Collator:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, rows):
        batch = self.tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        batch["labels"] = torch.tensor([r["desk"] for r in rows], dtype=torch.long)
        return batch


def accuracy(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


def fit(train, held_out, tokenizer, n_desks, out_dir, cli):
    """Train a new model on one frame, score it on the other."""

    def model_init():
        model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=n_desks)
        model.resize_token_embeddings(len(tokenizer))
        return model

    args = TrainingArguments(
        output_dir=out_dir,
        num_train_epochs=cli.epochs,
        learning_rate=cli.lr,
        lr_scheduler_type="cosine",
        warmup_ratio=0.1,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="no",
        save_strategy="no",
        logging_strategy="epoch",
        remove_unused_columns=False,  # the collator needs the raw text
        report_to="none",
        seed=cli.seed,
    )
    trainer = Trainer(
        model_init=model_init,
        args=args,
        train_dataset=Tickets(train),
        eval_dataset=Tickets(held_out),
        data_collator=Collator(tokenizer),
        compute_metrics=accuracy,
    )
    trainer.train()
    return trainer.evaluate()["eval_accuracy"]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--folds", type=int, default=3)
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=4)
    p.add_argument("--out", default="out/ia15")
    cli = p.parse_args()

    parts = {s: pd.read_json(f"data/tickets/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
    test = parts["test"]
    pool = pd.concat([parts["train"], parts["validation"]], ignore_index=True)
    pool = pool[~pool["text"].isin(test["text"])].reset_index(drop=True)
    n_desks = pool["desk_id"].nunique()

    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    tokenizer.add_tokens(["[ORDER]"])

    splitter = StratifiedGroupKFold(n_splits=cli.folds, shuffle=True, random_state=cli.seed)
    scores = []
    for k, (a, b) in enumerate(splitter.split(pool["text"], pool["desk_id"], groups=pool["text"])):
        train, held_out = pool.iloc[a], pool.iloc[b]
        assert not set(train["text"]) & set(held_out["text"])
        scores.append(fit(train, held_out, tokenizer, n_desks, f"{cli.out}/fold{k}", cli))
        print(f"fold {k}: {scores[-1]:.3f}")
    print(f"cross-validation: {np.mean(scores):.3f} +- {np.std(scores):.3f}")

    print(f"test: {fit(pool, test, tokenizer, n_desks, f'{cli.out}/final', cli):.3f}")


if __name__ == "__main__":
    main()
