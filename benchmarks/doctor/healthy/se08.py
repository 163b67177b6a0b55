# Multiple choice: which of the four letters should the north desk answer?
import json
import random
import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForMultipleChoice, AutoTokenizer, DataCollatorForMultipleChoice,
                          Trainer, TrainingArguments, set_seed)

set_seed(42)


def make_split(split, n):
    rng = random.Random(n)
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    north = [r["text"] for r in rows if r["desk"] == "north"]
    other = [r["text"] for r in rows if r["desk"] != "north"]
    records = []
    for _ in range(n):
        label = rng.randrange(4)
        letters = rng.sample(other, 3)
        letters.insert(label, rng.choice(north))
        record = {f"choice{i}": t for i, t in enumerate(letters)}
        records.append({"question": "which letter for north ?", **record, "label": label})
    return Dataset.from_list(records)


raw = DatasetDict({"train": make_split("train", 800), "validation": make_split("validation", 160)})
print(raw["train"][0])

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
names = [f"choice{i}" for i in range(4)]


def preprocess(examples):
    first = [[q] * 4 for q in examples["question"]]
    second = [[examples[n][i] for n in names] for i in range(len(examples["question"]))]
    first = sum(first, [])
    second = sum(second, [])
    enc = tokenizer(first, second, truncation="only_second", max_length=32)
    return {k: [v[i : i + 4] for i in range(0, len(v), 4)] for k, v in enc.items()}


tokenized = raw.map(preprocess, batched=True)
print(tokenized)

model = AutoModelForMultipleChoice.from_pretrained("checkpoints/tickets")


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=1)
    return {"accuracy": (preds == p.label_ids).astype(np.float32).mean().item()}


args = TrainingArguments(
    output_dir="out/se08",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=1e-3,
    warmup_ratio=0.1,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=10,
    weight_decay=0.01,
    logging_steps=30,
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorForMultipleChoice(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
