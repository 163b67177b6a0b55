"""Several labels at once: which kinds of name (1, 2, 3) occur in a sentence? One sigmoid each."""
from __future__ import annotations

import json

import numpy as np
import torch
from sklearn.metrics import f1_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

KINDS = 3


class Sentences(torch.utils.data.Dataset):
    def __init__(self, rows: list[dict], tokenizer):
        self.tokens = [tokenizer(r["words"], is_split_into_words=True) for r in rows]
        self.targets = np.array([[float(k in r["tags"]) for k in range(1, KINDS + 1)] for r in rows], dtype=np.float32)

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, i: int) -> dict:
        return {**self.tokens[i], "labels": self.targets[i]}


def read(split: str) -> list[dict]:
    with open(f"data/tags/{split}.jsonl") as lines:
        return [json.loads(x) for x in lines]


def main() -> None:
    set_seed(8)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
    dev, test = read("validation"), read("test")
    taken = {" ".join(r["words"]) for r in dev + test}
    train = [r for r in read("train") if " ".join(r["words"]) not in taken]
    sets = {k: Sentences(v, tokenizer) for k, v in dict(train=train, dev=dev, test=test).items()}
    print("share of sentences with each kind:", sets["train"].targets.mean(0).round(2))

    def collate(items):
        batch = tokenizer.pad([{k: v for k, v in x.items() if k != "labels"} for x in items], return_tensors="pt")
        batch["labels"] = torch.from_numpy(np.stack([x["labels"] for x in items]))
        return batch

    def metrics(p):
        guess = p.predictions > 0  # a logit above 0 is a probability above one half
        return {
            "micro_f1": f1_score(p.label_ids, guess, average="micro", zero_division=0),
            "all_right": float((guess == p.label_ids.astype(bool)).all(1).mean()),
        }

    trainer = Trainer(
        model=AutoModelForSequenceClassification.from_pretrained(
            "checkpoints/tags", num_labels=KINDS, problem_type="multi_label_classification"
        ),
        args=TrainingArguments(
            output_dir="runs/r09",
            learning_rate=3e-3,
            num_train_epochs=24,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=160,
            lr_scheduler_type="constant_with_warmup",
            warmup_steps=20,
            eval_strategy="epoch",
            logging_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            save_only_model=True,
            load_best_model_at_end=True,
            metric_for_best_model="micro_f1",
            report_to="none",
            disable_tqdm=True,
        ),
        train_dataset=sets["train"],
        eval_dataset=sets["dev"],
        data_collator=collate,
        compute_metrics=metrics,
    )
    trainer.train()
    said = metrics(trainer.predict(sets["test"]))
    common = (sets["train"].targets.mean(0) > 0.5)[None].repeat(len(test), 0)
    print("test:", {k: round(v, 3) for k, v in said.items()})
    print("micro F1 of the same answer for every row:", round(f1_score(sets["test"].targets, common, average="micro", zero_division=0), 3))


if __name__ == "__main__":
    main()
