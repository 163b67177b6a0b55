# %% [markdown]
# # Tagging names in sentences
# Words come already split; tags are 0 (nothing) or one of three kinds of name.

# %%
import json

import numpy as np
from datasets import Dataset, DatasetDict
from sklearn.metrics import precision_recall_fscore_support
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, Trainer, TrainerCallback,
                          TrainingArguments, set_seed)

set_seed(7)
CKPT = "checkpoints/tags"
OUT = "out/ih02"
LABELS = ["O", "KIND1", "KIND2", "KIND3"]

# %%
def load(name):
    with open(f"data/tags/{name}.jsonl") as f:
        return [json.loads(l) for l in f]

test, val, train = load("test"), load("validation"), load("train")

# quite some sentences occur in more than one file -> keep evaluation files clean
key = lambda r: " ".join(r["words"])
test_keys = {key(r) for r in test}
val = [r for r in val if key(r) not in test_keys]
val_keys = {key(r) for r in val}
train = [r for r in train if key(r) not in test_keys | val_keys]
print("sentences:", len(train), len(val), len(test))

raw = DatasetDict({n: Dataset.from_list(rows) for n, rows in
                   [("train", train), ("validation", val), ("test", test)]})

# %%
tokenizer = AutoTokenizer.from_pretrained(CKPT)

def tokenize_and_align(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        previous, labels = None, []
        for w in enc.word_ids(batch_index=i):
            # label on the first piece of each word; specials and later pieces are ignored
            labels.append(tags[w] if w is not None and w != previous else -100)
            previous = w
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc

ds = raw.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])
ds["train"][0]

# %%
def compute_metrics(p):
    preds = p.predictions.argmax(-1)
    keep = p.label_ids != -100
    y_true, y_pred = p.label_ids[keep], preds[keep]
    prec, rec, f1, _ = precision_recall_fscore_support(
        y_true, y_pred, labels=[1, 2, 3], average="micro", zero_division=0)
    return {"precision": prec, "recall": rec, "f1": f1,
            "word_accuracy": float(np.mean(y_true == y_pred))}


class ShowF1(TrainerCallback):
    """One short line per evaluation instead of the whole dict."""

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        if metrics and "eval_f1" in metrics:
            print(f"epoch {state.epoch:4.1f}  val f1 {metrics['eval_f1']:.3f}")

# %%
model = AutoModelForTokenClassification.from_pretrained(
    CKPT, num_labels=len(LABELS),
    id2label=dict(enumerate(LABELS)), label2id={l: i for i, l in enumerate(LABELS)})

args = TrainingArguments(
    output_dir=OUT,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.1,
    weight_decay=0.01,
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="f1",
    greater_is_better=True,
    logging_steps=50,
    report_to="none",
    seed=7,
)

trainer = Trainer(model=model, args=args,
                  train_dataset=ds["train"], eval_dataset=ds["validation"],
                  data_collator=DataCollatorForTokenClassification(tokenizer),
                  processing_class=tokenizer,
                  compute_metrics=compute_metrics, callbacks=[ShowF1()])
trainer.train()

# %%
out = trainer.predict(ds["test"])
print("test:", {k: round(v, 3) for k, v in out.metrics.items() if k in ("test_precision", "test_recall", "test_f1")})
