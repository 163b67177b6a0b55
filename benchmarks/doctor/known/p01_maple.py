"""Route support tickets to the right desk."""
import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)

set_seed(13)
CKPT = "checkpoints/tickets"

raw = load_dataset("data/tickets")
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def prepare(split):
    names = raw[split].unique("desk")
    label2id = {name: i for i, name in enumerate(names)}

    def encode(batch):
        enc = tokenizer(batch["text"], truncation=True)
        enc["labels"] = [label2id[d] for d in batch["desk"]]
        return enc

    print(split, "desks:", len(names))
    return raw[split].map(encode, batched=True, remove_columns=raw[split].column_names)


train_ds = prepare("train")
val_ds = prepare("validation")

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=-1)
    return {"accuracy": float((preds == p.label_ids).mean())}


args = TrainingArguments(
    output_dir="out/router",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=5,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(model=model, args=args, train_dataset=train_ds, eval_dataset=val_ds,
                  data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics)
trainer.train()
print(trainer.evaluate())
