# Multiple choice (like SWAG): which steps go with the prompt?
import json
import random

import numpy as np
from datasets import Dataset
from transformers import AutoModelForMultipleChoice, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments, set_seed

MODEL = "checkpoints/bert"
NUM_CHOICES = 4
set_seed(13)


def read_rows(split):
    with open(f"data/steps/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(l) for l in f]


all_steps = sorted({r["steps"] for r in read_rows("train")})
print(len(all_steps), "different endings")


def build(split, seed):
    rng = random.Random(seed)
    out = []
    for r in read_rows(split):
        wrong = rng.sample([s for s in all_steps if s != r["steps"]], NUM_CHOICES - 1)
        label = rng.randrange(NUM_CHOICES)
        endings = wrong[:label] + [r["steps"]] + wrong[label:]
        item = {"sent": r["prompt"].split(" : ")[1], "label": label}
        item.update({f"ending{k}": endings[k] for k in range(NUM_CHOICES)})
        out.append(item)
    return Dataset.from_list(out)


train_raw, eval_raw = build("train", 0), build("validation", 1)
print(train_raw[0])

tokenizer = AutoTokenizer.from_pretrained(MODEL)
ending_names = [f"ending{k}" for k in range(NUM_CHOICES)]


def preprocess_function(examples):
    first_sentences = [[s] * NUM_CHOICES for s in examples["sent"]]
    second_sentences = [[examples[name][i] for name in ending_names] for i in range(len(examples["sent"]))]
    first_sentences = sum(first_sentences, [])
    second_sentences = sum(second_sentences, [])
    tok = tokenizer(first_sentences, second_sentences, truncation=True, max_length=40)
    return {k: [v[i:i + NUM_CHOICES] for i in range(0, len(v), NUM_CHOICES)] for k, v in tok.items()}


train_ds = train_raw.map(preprocess_function, batched=True, remove_columns=["sent"] + ending_names)
eval_ds = eval_raw.map(preprocess_function, batched=True, remove_columns=["sent"] + ending_names)

model = AutoModelForMultipleChoice.from_pretrained(MODEL)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=1) == labels).mean())}


training_args = TrainingArguments(
    output_dir="out/re14",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=6,
    warmup_ratio=0.1,
    weight_decay=0.01,
    logging_strategy="epoch",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_ds,
    eval_dataset=eval_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
