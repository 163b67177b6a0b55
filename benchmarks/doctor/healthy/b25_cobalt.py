import numpy as np
from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForSequenceClassification, TrainingArguments, Trainer,
                          DataCollatorWithPadding, EvalPrediction)

# Multi-label: every complaint may carry several marks
MARKS = {
    "defect": ["does not start", "strange noise", "stopped after"],
    "parcel": ["warehouse", "without its cable", "on the picture", "scratch"],
    "money": ["charged twice"],
    "kitchen": ["toaster", "kettle", "blender", "scale"],
    "formal": ["good morning", "good evening", "dear team"],
}
names = list(MARKS)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

def preprocess(example):
    enc = tokenizer(example["text"], truncation=True, max_length=32)
    enc["labels"] = [float(any(s in example["text"] for s in MARKS[m])) for m in names]
    return enc

dataset = load_dataset("data/tickets")
dataset = dataset.map(preprocess, remove_columns=dataset["train"].column_names)

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets", problem_type="multi_label_classification", num_labels=len(names),
    id2label={i: n for i, n in enumerate(names)}, label2id={n: i for i, n in enumerate(names)})

def compute_metrics(p: EvalPrediction):
    logits = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
    pred = (1 / (1 + np.exp(-logits)) >= 0.5).astype(int)
    gold = p.label_ids.astype(int)
    tp = (pred & gold).sum(0)
    f1 = 2 * tp / np.maximum(pred.sum(0) + gold.sum(0), 1)
    return {"micro_f1": 2 * tp.sum() / (pred.sum() + gold.sum()), "macro_f1": f1.mean(), "subset_accuracy": (pred == gold).all(1).mean()}

training_args = TrainingArguments(
    output_dir="runs/cobalt",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=14,
    weight_decay=0.01,
    lr_scheduler_type="cosine",
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    report_to=[],
)
trainer = Trainer(model, training_args, train_dataset=dataset["train"], eval_dataset=dataset["validation"],
                  processing_class=tokenizer, data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics)
trainer.train()
print(trainer.evaluate())
