"""Extractive question answering: find the product in a ticket."""
import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForQuestionAnswering, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/tickets")
raw = load_dataset("data/tickets")


def to_qa(row):
    start = row["text"].index(" my ") + len(" my ")
    answer = row["text"][start:].split()[0]
    return {"question": "what is the order", "context": row["text"], "answer": answer, "answer_start": start}


def features(batch):
    enc = tokenizer(batch["question"], batch["context"], truncation="only_second", max_length=32,
                    return_offsets_mapping=True)
    starts, ends = [], []
    for i, offsets in enumerate(enc["offset_mapping"]):
        begin = batch["answer_start"][i]
        stop = begin + len(batch["answer"][i])
        ids = enc.sequence_ids(i)
        tokens = [k for k, (a, b) in enumerate(offsets) if ids[k] == 1 and a >= begin and b <= stop]
        starts.append(tokens[0] if tokens else 0)
        ends.append(tokens[-1] if tokens else 0)
    enc["start_positions"], enc["end_positions"] = starts, ends
    enc.pop("offset_mapping")
    return enc


qa = raw.map(to_qa, remove_columns=raw["train"].column_names)
enc = qa.map(features, batched=True, remove_columns=qa["train"].column_names)
print(qa["train"][0])


def metrics(p):
    start_logits, end_logits = p.predictions
    starts, ends = p.label_ids
    ok = (start_logits.argmax(-1) == starts) & (end_logits.argmax(-1) == ends)
    return {"span_accuracy": float(np.mean(ok))}


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        "runs/copse",
        learning_rate=1e-3,
        num_train_epochs=4,
        per_device_train_batch_size=16,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        report_to="none",
    ),
    train_dataset=enc["train"],
    eval_dataset=enc["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=metrics,
)
trainer.train()
print(trainer.evaluate(enc["test"], metric_key_prefix="test"))
common = np.bincount(enc["test"]["start_positions"]).max() / len(enc["test"])
print("most frequent position:", common)
