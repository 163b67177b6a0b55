# %% [markdown]
# # Which desk gets the ticket?

# %%
from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import TrainingArguments, Trainer
import numpy as np

# %%
raw = load_dataset("json", data_files={
    "train": "data/tickets/train.jsonl",
    "validation": "data/tickets/validation.jsonl",
    "test": "data/tickets/test.jsonl",
})
raw

# %%
id2label = {i: d for d, i in sorted(set(zip(raw["train"]["desk"], raw["train"]["desk_id"])), key=lambda x: x[1])}
label2id = {v: k for k, v in id2label.items()}
print(id2label)

# %%
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

def tokenize(batch):
    return tokenizer(batch["text"], padding="max_length", truncation=True, max_length=32)

ds = raw.map(tokenize, batched=True)
ds = ds.rename_column("desk_id", "labels")
ds = ds.remove_columns(["text", "desk"])
ds.set_format("torch")

# %%
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets", num_labels=4, id2label=id2label, label2id=label2id)

# %%
def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=1)
    acc = accuracy_score(labels, preds)
    f1 = f1_score(labels, preds, average="weighted")
    return {"accuracy": acc, "f1": f1}

# %%
args = TrainingArguments(
    "out/zb03",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    num_train_epochs=8,
    weight_decay=0.01,
    logging_strategy="epoch",
    report_to="none",
    seed=1,
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

# %%
trainer.train()

# %%
out = trainer.predict(ds["test"])
print(out.metrics)
