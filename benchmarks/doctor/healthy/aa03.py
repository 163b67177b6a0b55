# %%
from pathlib import Path

import numpy as np
import pandas as pd
from datasets import Dataset, DatasetDict
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)

# %%
folder = Path("data/tickets")
frames = {name: pd.read_json(folder / f"{name}.jsonl", lines=True) for name in ["train", "validation", "test"]}
frames["train"].desk.value_counts()

# %%
names = sorted(frames["train"].desk.unique())
id2label = dict(enumerate(names))
label2id = {n: i for i, n in id2label.items()}
print(label2id)

# %%
ds = DatasetDict({k: Dataset.from_pandas(v[["text", "desk"]], preserve_index=False) for k, v in frames.items()})
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")


def prepare(batch):
    enc = tok(batch["text"], truncation=True)
    enc["labels"] = [label2id[d] for d in batch["desk"]]
    return enc


ds = ds.map(prepare, batched=True, remove_columns=["text", "desk"])
ds

# %%
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets", num_labels=len(names), id2label=id2label, label2id=label2id
)


def scores(p):
    y = p.predictions.argmax(-1)
    return {
        "accuracy": accuracy_score(p.label_ids, y),
        "macro_f1": f1_score(p.label_ids, y, average="macro"),
    }


# %%
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        "out/aa03",
        per_device_train_batch_size=16,
        num_train_epochs=4,
        learning_rate=1e-3,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=DataCollatorWithPadding(tok),
    processing_class=tok,
    compute_metrics=scores,
)
trainer.train()

# %%
out = trainer.predict(ds["test"])
print(out.metrics)
for text, row in list(zip(frames["test"].text, out.predictions))[:5]:
    print(id2label[int(np.argmax(row))], "<-", text)
