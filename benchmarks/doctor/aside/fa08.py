# desk classifier, small script version
import json
import sys

import numpy as np
import transformers
from datasets import Dataset

transformers.set_seed(1)
transformers.logging.set_verbosity_error()

NAME = "checkpoints/tickets"
tok = transformers.AutoTokenizer.from_pretrained(NAME)


def jsonl(path):
    with open(path) as fh:
        for line in fh:
            yield json.loads(line)


rows = {s: list(jsonl(f"data/tickets/{s}.jsonl")) for s in ("train", "validation", "test")}

# no text of the test part in the other two, none of the validation part in training
known = {r["text"] for r in rows["test"]}
for s in ("validation", "train"):
    kept = [r for r in rows[s] if r["text"] not in known]
    known |= {r["text"] for r in rows[s]}
    print(f"{s}: {len(rows[s])} -> {len(kept)}", file=sys.stderr)
    rows[s] = kept

desks = {r["desk_id"]: r["desk"] for r in rows["train"]}
ds = {s: Dataset.from_list(rows[s]) for s in rows}
ds = {
    s: d.map(lambda x: tok(x["text"], truncation=True), batched=True, remove_columns=["text", "desk"])
    for s, d in ds.items()
}

model = transformers.AutoModelForSequenceClassification.from_pretrained(
    NAME,
    num_labels=len(desks),
    id2label=desks,
    label2id={v: k for k, v in desks.items()},
)


def score(pred):
    guess = np.argmax(pred.predictions, axis=-1)
    per_desk = {
        f"recall_{desks[k]}": float((guess[pred.label_ids == k] == k).mean()) for k in sorted(desks)
    }
    return {"accuracy": float((guess == pred.label_ids).mean()), **per_desk}


trainer = transformers.Trainer(
    model=model,
    args=transformers.TrainingArguments(
        output_dir="out/fa08",
        per_device_train_batch_size=16,
        num_train_epochs=10,
        learning_rate=5e-4,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    processing_class=tok,
    data_collator=transformers.DataCollatorWithPadding(tok),
    compute_metrics=score,
)

trainer.train()
print(json.dumps(trainer.evaluate(ds["test"]), indent=1))
