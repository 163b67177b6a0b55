"""Tag the three kinds of names in short sentences; choose the epoch on validation, report once on test."""
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tags"
TAGS = ["O", "A", "B", "C"]
IGNORE = -100


def read_unique(seen, split):
    """Rows of a split whose sentence has not come up before (in `seen`)."""
    rows = []
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as f:
        for row in map(json.loads, f):
            key = " ".join(row["words"])
            if key not in seen:
                seen.add(key)
                rows.append(row)
    return rows


def word_starts(word_ids, tags):
    # the first piece of a word carries its tag, all other pieces and the special tokens none
    return [
        IGNORE if w is None or (i > 0 and word_ids[i - 1] == w) else tags[w]
        for i, w in enumerate(word_ids)
    ]


def build(rows, tokenizer):
    enc = tokenizer([r["words"] for r in rows], is_split_into_words=True, truncation=True, max_length=64)
    labels = [word_starts(enc.word_ids(i), r["tags"]) for i, r in enumerate(rows)]
    return Dataset.from_dict(
        {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}
    )


def to_ids(logits, labels):
    # keeps the big array of logits out of memory during evaluation
    return logits.argmax(dim=-1)


def name_scores(p):
    guess, gold = p.predictions, p.label_ids
    keep = gold != IGNORE
    guess, gold = guess[keep], gold[keep]
    hit = np.sum((guess == gold) & (gold != 0))
    precision = hit / max(np.sum(guess != 0), 1)
    recall = hit / max(np.sum(gold != 0), 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-12)
    return {"precision": float(precision), "recall": float(recall), "f1": float(f1)}


def main():
    set_seed(8)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    seen = set()
    train, valid, test = (build(read_unique(seen, s), tokenizer) for s in ("train", "validation", "test"))
    print(len(train), len(valid), len(test))

    model = AutoModelForTokenClassification.from_pretrained(
        CKPT, num_labels=len(TAGS), id2label=dict(enumerate(TAGS)), label2id={t: i for i, t in enumerate(TAGS)}
    )
    args = TrainingArguments(
        output_dir="out/ii13",
        learning_rate=1e-3,
        weight_decay=0.01,
        lr_scheduler_type="cosine",
        warmup_ratio=0.1,
        num_train_epochs=12,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="f1",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
        seed=8,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorForTokenClassification(tokenizer, label_pad_token_id=IGNORE),
        processing_class=tokenizer,
        compute_metrics=name_scores,
        preprocess_logits_for_metrics=to_ids,
    )
    trainer.train()
    print(trainer.evaluate(test, metric_key_prefix="test"))


if __name__ == "__main__":
    main()
