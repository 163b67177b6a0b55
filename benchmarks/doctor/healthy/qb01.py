"""Route support tickets to one of four desks (Trainer, best epoch by validation accuracy)."""
import json
from pathlib import Path

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

CKPT = "checkpoints/tickets"
DATA = Path("data/tickets")
OUT = Path("out/qb01")
MAX_LEN = 32  # the checkpoint has 32 positions


def clean(text):
    # every ticket carries the same masked order number, it says nothing
    return text.replace(" order [ORDER] .", "")


def read(split):
    with open(DATA / f"{split}.jsonl", encoding="utf-8") as fh:
        rows = [json.loads(line) for line in fh]
    return [{"text": clean(r["text"]), "label": r["desk_id"], "desk": r["desk"]} for r in rows]


def without(rows, taken):
    """Rows whose text is not in `taken`, each text once."""
    kept, seen = [], set(taken)
    for r in rows:
        if r["text"] not in seen:
            seen.add(r["text"])
            kept.append(r)
    return kept


def main():
    set_seed(11)
    test = without(read("test"), ())
    valid = without(read("validation"), {r["text"] for r in test})
    train = without(read("train"), {r["text"] for r in test + valid})
    print(f"{len(train)} train / {len(valid)} validation / {len(test)} test tickets")

    id2label = {r["label"]: r["desk"] for r in train}
    id2label = {i: id2label[i] for i in sorted(id2label)}
    tok = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT,
        num_labels=len(id2label),
        id2label=id2label,
        label2id={v: k for k, v in id2label.items()},
    )

    def encode(batch):
        # what the customer complains about stands in the first words, so cutting the tail is harmless
        return tok(batch["text"], truncation=True, max_length=MAX_LEN)

    def prepare(rows):
        ds = Dataset.from_list([{"text": r["text"], "label": r["label"]} for r in rows])
        return ds.map(encode, batched=True, remove_columns=["text"])

    def metrics(p):
        guess = np.argmax(p.predictions, axis=-1)
        recalls = [np.mean(guess[p.label_ids == c] == c) for c in np.unique(p.label_ids)]
        return {"accuracy": float(np.mean(guess == p.label_ids)), "balanced": float(np.mean(recalls))}

    args = TrainingArguments(
        output_dir=str(OUT),
        num_train_epochs=20,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1e-3,
        weight_decay=0.01,
        warmup_ratio=0.1,
        lr_scheduler_type="linear",
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        report_to="none",
        use_cpu=True,
        seed=11,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=prepare(train),
        eval_dataset=prepare(valid),
        processing_class=tok,
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=metrics,
    )
    trainer.train()

    labels = np.array([r["label"] for r in train])
    usual = np.bincount(labels).argmax()
    floor = np.mean([r["label"] == usual for r in test])
    result = trainer.predict(prepare(test), metric_key_prefix="test").metrics
    print(f"always '{id2label[int(usual)]}': {floor:.3f}")
    print(f"model: accuracy {result['test_accuracy']:.3f}, balanced {result['test_balanced']:.3f}")
    trainer.save_model(str(OUT / "best"))


if __name__ == "__main__":
    main()
