"""Classify the first instruction of a recipe line with a GPT-2 classification head."""
import numpy as np
from datasets import load_dataset
from transformers import (AutoTokenizer, DataCollatorWithPadding, GPT2ForSequenceClassification, Trainer,
                          TrainingArguments, set_seed)

set_seed(1)
CKPT = "checkpoints/steps"

tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.add_special_tokens({"pad_token": "[PAD]"})

raw = load_dataset("data/steps")
raw = raw.map(lambda r: {"first": r["steps"].split()[0]})
names = sorted(set(raw["train"]["first"]))
name2id = {n: i for i, n in enumerate(names)}
print(len(names), "classes:", names)


def encode(batch):
    enc = tokenizer(batch["prompt"])
    enc["label"] = [name2id[n] for n in batch["first"]]
    return enc


enc = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)

model = GPT2ForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(names), id2label=dict(enumerate(names)), label2id=name2id)
model.resize_token_embeddings(len(tokenizer))
model.config.pad_token_id = tokenizer.pad_token_id

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="runs/ember",
        learning_rate=2e-3,
        per_device_train_batch_size=16,
        num_train_epochs=5,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        report_to="none",
    ),
    train_dataset=enc["train"],
    eval_dataset=enc["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=lambda p: {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))},
)
trainer.train()
scores = trainer.evaluate()
majority = np.bincount(enc["validation"]["label"]).max() / len(enc["validation"])
print("accuracy %.3f, most frequent class %.3f" % (scores["eval_accuracy"], majority))
