import json

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(11)
checkpoint = "checkpoints/tickets"


def rows(split):
    with open(f"data/tickets/{split}.jsonl") as handle:
        return [json.loads(line) for line in handle]


raw = DatasetDict({s: Dataset.from_list(rows(s)) for s in ("train", "validation")})
tok = AutoTokenizer.from_pretrained(checkpoint)
encoded = raw.map(lambda batch: tok(batch["text"], truncation=True), batched=True)

names = sorted(set(zip(raw["train"]["desk_id"], raw["train"]["desk"])))
model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=len(names),
    id2label={i: n for i, n in names},
    label2id={n: i for i, n in names},
)


def accuracy(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


training_args = TrainingArguments(
    output_dir="out/k10",
    learning_rate=2e-3,
    num_train_epochs=2,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    use_cpu=True,
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    processing_class=tok,
    compute_metrics=accuracy,
)
trainer.train()
print("validation accuracy", trainer.evaluate()["eval_accuracy"])
