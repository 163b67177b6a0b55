import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(7)
CKPT = "checkpoints/tickets"
OUT = "out/rf01"

ds = load_dataset(
    "json",
    data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")},
)
names = sorted(set(ds["train"]["desk"]))
label2id = {n: i for i, n in enumerate(names)}
id2label = {i: n for n, i in label2id.items()}

tok = AutoTokenizer.from_pretrained(CKPT)


def encode(batch):
    enc = tok(batch["text"], truncation=True, max_length=32)
    enc["labels"] = [label2id[d] for d in batch["desk"]]
    return enc


ds = ds.map(encode, batched=True, remove_columns=ds["train"].column_names)

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(names), id2label=id2label, label2id=label2id
)

# the embeddings stay as they were pretrained
for p in model.distilbert.embeddings.parameters():
    p.requires_grad = False
n_train = sum(p.numel() for p in model.parameters() if p.requires_grad)
print("trainable", n_train, "of", model.num_parameters())


def compute_metrics(p):
    pred = p.predictions.argmax(-1)
    return {"accuracy": float((pred == p.label_ids).mean())}


args = TrainingArguments(
    output_dir=OUT,
    learning_rate=1e-3,
    num_train_epochs=25,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=False,
    warmup_ratio=0.1,
    weight_decay=0.01,
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
)
trainer.train()
pred = trainer.predict(ds["test"])
print(pred.metrics)
conf = np.zeros((len(names), len(names)), dtype=int)
for t, q in zip(pred.label_ids, pred.predictions.argmax(-1)):
    conf[t, q] += 1
print(names)
print(conf)
