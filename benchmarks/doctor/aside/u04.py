"""Name tagging: fine-tune a small DistilBERT on words/tags pairs."""
from dataclasses import dataclass

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
)


@dataclass
class Config:
    checkpoint: str = "checkpoints/tags"
    folder: str = "data/tags"
    n_tags: int = 4
    epochs: int = 8
    lr: float = 5e-4


def tokenize_and_align_labels(examples, tokenizer):
    tokenized = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        labels = []
        last = None
        for word_id in tokenized.word_ids(batch_index=i):
            if word_id is None:
                labels.append(-100)
            elif word_id != last:
                labels.append(tags[word_id])
            else:
                labels.append(-100)
            last = word_id
        all_labels.append(labels)
    tokenized["labels"] = all_labels
    return tokenized


def compute_metrics(eval_preds):
    logits, labels = eval_preds
    predictions = np.argmax(logits, axis=-1)
    true = labels.ravel()
    pred = predictions.ravel()
    return {"accuracy": float(np.mean(pred == true)), "n_tokens": int(true.size)}


def run(cfg: Config):
    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    files = {split: f"{cfg.folder}/{split}.jsonl" for split in ["train", "validation", "test"]}
    raw = load_dataset("json", data_files=files)
    tokenized = raw.map(
        tokenize_and_align_labels,
        batched=True,
        fn_kwargs={"tokenizer": tokenizer},
        remove_columns=["words", "tags"],
    )
    model = AutoModelForTokenClassification.from_pretrained(cfg.checkpoint, num_labels=cfg.n_tags)
    args = TrainingArguments(
        "out/tagger",
        learning_rate=cfg.lr,
        num_train_epochs=cfg.epochs,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to=[],
        seed=1,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=tokenized["train"],
        eval_dataset=tokenized["validation"],
        data_collator=DataCollatorForTokenClassification(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print("test:", trainer.evaluate(tokenized["test"]))


if __name__ == "__main__":
    run(Config())
