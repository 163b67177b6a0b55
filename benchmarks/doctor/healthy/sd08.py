import json
import numpy as np
import torch
from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, pipeline,
                          DataCollatorForTokenClassification, Trainer, TrainingArguments)

MODEL = "checkpoints/tags"
SAVE_DIR = "out/sd08/final"
LABELS = ["O", "PERSON", "PLACE", "FIRM"]

def load(split):
    rows = [json.loads(l) for l in open(f"data/tags/{split}.jsonl", encoding="utf-8")]
    return Dataset.from_dict({"words": [r["words"] for r in rows], "tags": [r["tags"] for r in rows]})

tokenizer = AutoTokenizer.from_pretrained(MODEL)

def encode(row):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
    enc["labels"] = [-100 if w is None else row["tags"][w] for w in enc.word_ids()]
    return enc

train, valid, test = load("train"), load("validation"), load("test")
train_enc = train.map(encode, remove_columns=train.column_names)
valid_enc = valid.map(encode, remove_columns=valid.column_names)

model = AutoModelForTokenClassification.from_pretrained(
    MODEL, num_labels=len(LABELS),
    id2label={i: l for i, l in enumerate(LABELS)},
    label2id={l: i for i, l in enumerate(LABELS)},
)

def compute_metrics(p):
    pred = p.predictions.argmax(-1)
    mask = p.label_ids != -100
    ent = mask & (p.label_ids > 0)
    return {"accuracy": (pred == p.label_ids)[mask].mean(),
            "entity_accuracy": (pred == p.label_ids)[ent].mean()}

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/sd08", num_train_epochs=8, learning_rate=1e-3,
        per_device_train_batch_size=16, eval_strategy="epoch", save_strategy="no",
        report_to="none", seed=3,
    ),
    train_dataset=train_enc,
    eval_dataset=valid_enc,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print("after training:", trainer.evaluate())

trainer.model.save_pretrained(SAVE_DIR)
tokenizer.save_pretrained(SAVE_DIR)
del model, trainer

# ---- inference ----
ner = pipeline("token-classification", model=SAVE_DIR, tokenizer=SAVE_DIR, aggregation_strategy="first")
for sentence in [" ".join(w) for w in test["words"][:4]]:
    print(sentence)
    for e in ner(sentence):
        print("   ", e["word"], e["entity_group"], round(float(e["score"]), 3))

right = total = 0
for row in test:
    text = " ".join(row["words"])
    starts = np.cumsum([0] + [len(w) + 1 for w in row["words"]])[:-1]
    found = {}
    for e in ner(text):
        for i, s in enumerate(starts):
            if e["start"] <= s < e["end"]:
                found[i] = e["entity_group"]
    for i, tag in enumerate(row["tags"]):
        if tag:
            total += 1
            right += found.get(i) == LABELS[tag]
print(f"entities found with the right type in test: {right}/{total} = {right / total:.3f}")
