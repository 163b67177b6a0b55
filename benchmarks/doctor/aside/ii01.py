"""Fine-tune the little DistilBERT of checkpoints/tags as a name tagger.

tags: 0 = no name, 1/2/3 = the three kinds of names.
"""
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
LABELS = ["O", "PER", "LOC", "ORG"]

set_seed(11)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
known = {" ".join(r["words"]) for r in train_rows}
# sentences that also occur in the training file tell us nothing
valid_rows = [r for r in read("validation") if " ".join(r["words"]) not in known]

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = [tags[: len(ids)] for tags, ids in zip(batch["tags"], enc["input_ids"])]
    return enc


train_ds = Dataset.from_list(train_rows).map(encode, batched=True, remove_columns=["words", "tags"])
valid_ds = Dataset.from_list(valid_rows).map(encode, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained(
    CKPT,
    num_labels=len(LABELS),
    id2label=dict(enumerate(LABELS)),
    label2id={name: i for i, name in enumerate(LABELS)},
)


def compute_metrics(p):
    guess = np.argmax(p.predictions, axis=-1)
    keep = p.label_ids != -100
    y, g = p.label_ids[keep], guess[keep]
    named = y != 0
    return {
        "accuracy": float((y == g).mean()),
        "name_recall": float((y[named] == g[named]).mean()),
    }


args = TrainingArguments(
    output_dir="out/ii01",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    num_train_epochs=8,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
    use_cpu=True,
    seed=11,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
