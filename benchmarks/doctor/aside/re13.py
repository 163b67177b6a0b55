import json
import re

import numpy as np
import torch
from datasets import Dataset
from transformers import (
    AutoModelForQuestionAnswering,
    AutoTokenizer,
    DefaultDataCollator,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(0)
model_checkpoint = "checkpoints/bert"
max_length = 64

# ---------------------------------------------------------------- data
QUESTIONS = ("which product is it ?", "what is the problem ?")
pattern = re.compile(r"\bmy (\w+) (.+?) \. order")


def make_squad(split):
    rows = []
    for n, line in enumerate(open(f"data/tickets/{split}.jsonl")):
        text = json.loads(line)["text"]
        m = pattern.search(text)
        if m is None:
            continue
        g = 1 + n % 2
        rows.append({
            "question": QUESTIONS[g - 1],
            "context": text,
            "answers": {"text": [m.group(g)], "answer_start": [m.start(g)]},
        })
    return Dataset.from_list(rows)


train_raw, valid_raw = make_squad("train"), make_squad("validation")
print(train_raw[0])
print(train_raw[1])

# ---------------------------------------------------------------- features
tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)


def prepare_train_features(examples):
    enc = tokenizer(
        examples["question"],
        examples["context"],
        truncation="only_second",
        max_length=max_length,
        padding="max_length",
    )
    starts, ends = [], []
    for i, answer in enumerate(examples["answers"]):
        first = answer["answer_start"][0]
        last = first + len(answer["text"][0]) - 1
        starts.append(first)
        ends.append(last)
    enc["start_positions"] = starts
    enc["end_positions"] = ends
    return enc


train_ds = train_raw.map(prepare_train_features, batched=True, remove_columns=train_raw.column_names)
valid_ds = valid_raw.map(prepare_train_features, batched=True, remove_columns=valid_raw.column_names)

# ---------------------------------------------------------------- training
model = AutoModelForQuestionAnswering.from_pretrained(model_checkpoint)
args = TrainingArguments(
    "out/re13",
    learning_rate=7e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=9,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=DefaultDataCollator(),
)
trainer.train()

# ---------------------------------------------------------------- answers
start_logits, end_logits = trainer.predict(valid_ds).predictions
hits = 0
for i, row in enumerate(valid_raw):
    s, e = int(np.argmax(start_logits[i])), int(np.argmax(end_logits[i]))
    answer = tokenizer.decode(valid_ds[i]["input_ids"][s:e + 1])
    hits += answer == row["answers"]["text"][0]
    if i < 8:
        print(row["question"], "|", repr(answer), "| gold:", row["answers"]["text"][0])
print("exact match: %.3f" % (hits / len(valid_raw)))
