import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (
    DataCollatorWithPadding,
    DistilBertForSequenceClassification,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(3)

PER_DESK = 100
desks = ["north", "east", "south", "west"]

# same number of tickets for every desk
df = pd.read_json("data/tickets/train.jsonl", lines=True)
df = pd.concat([df[df["desk"] == d].head(PER_DESK) for d in desks], ignore_index=True)
print(df["desk"].value_counts())

dataset = Dataset.from_pandas(df[["text", "desk_id"]]).rename_column("desk_id", "label")

tokenizer = PreTrainedTokenizerFast.from_pretrained("checkpoints/tickets")
dataset = dataset.map(lambda x: tokenizer(x["text"], truncation=True, max_length=32), batched=True)
dataset = dataset.remove_columns(["text"])

# 80 % for training, the rest for evaluation
dataset = dataset.shuffle(seed=3)
n_train = int(0.8 * len(dataset))
train_dataset = dataset.select(range(n_train))
eval_dataset = dataset.select(range(n_train, len(dataset)))
print(len(train_dataset), "train /", len(eval_dataset), "eval")

model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=len(desks))


def accuracy(p):
    preds = np.argmax(p.predictions, axis=-1)
    print("predicted classes:", np.bincount(preds, minlength=len(desks)))
    return {"accuracy": (preds == p.label_ids).mean().item()}


training_args = TrainingArguments(
    output_dir="out/zb05",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=40,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_steps=20,
    logging_strategy="epoch",
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=eval_dataset,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=accuracy,
)

trainer.train()
print("train:", trainer.evaluate(train_dataset)["eval_accuracy"])
print("eval: ", trainer.evaluate(eval_dataset)["eval_accuracy"])
