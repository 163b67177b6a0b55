"""Multi-label: one mail, several complaints, every desk concerned should get it."""
import json
import random

from datasets import Dataset, DatasetDict
from sklearn.metrics import f1_score, hamming_loss
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

DESKS = ["north", "south", "east", "west"]
set_seed(9)


def complaints(split):
    out = []
    for line in open(f"data/tickets/{split}.jsonl"):
        row = json.loads(line)
        sentence = next(s for s in row["text"].split(" . ") if s.startswith("my "))
        out.append((sentence, row["desk"]))
    return out


def mails(split, n, seed):
    rng = random.Random(seed)
    pool = complaints(split)
    texts, labels = [], []
    for _ in range(n):
        chosen = rng.sample(pool, rng.choice([1, 1, 2, 2, 3]))
        texts.append("hello . " + " . ".join(s for s, _ in chosen))
        concerned = {d for _, d in chosen}
        labels.append([float(d in concerned) for d in DESKS])
    return Dataset.from_dict({"text": texts, "labels": labels})


tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
data = DatasetDict(train=mails("train", 900, 0), validation=mails("validation", 200, 1), test=mails("test", 300, 2))
data = data.map(lambda b: tok(b["text"], truncation=True), batched=True, remove_columns="text")

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets", num_labels=len(DESKS), problem_type="multi_label_classification",
    id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)})


def compute_metrics(p):
    y, yhat = p.label_ids.astype(int), (p.predictions > 0).astype(int)   # logit > 0 is probability > 0.5
    return {"micro_f1": f1_score(y, yhat, average="micro"), "macro_f1": f1_score(y, yhat, average="macro"),
            "hamming": hamming_loss(y, yhat), "all_right": float((y == yhat).all(1).mean())}


trainer = Trainer(
    model=model,
    args=TrainingArguments("out/od14", num_train_epochs=8, learning_rate=1e-3, per_device_train_batch_size=16,
                           per_device_eval_batch_size=100, eval_strategy="epoch", save_strategy="epoch",
                           save_total_limit=1, load_best_model_at_end=True, metric_for_best_model="micro_f1",
                           logging_strategy="epoch", warmup_ratio=0.1, report_to="none"),
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(data["test"], metric_key_prefix="test"))
