# Token classification; the embeddings stay frozen for the first epochs and are then set free by a callback.
import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)

set_seed(17)
labels = ["O", "KIND1", "KIND2", "KIND3"]
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
model = AutoModelForTokenClassification.from_pretrained(
    "checkpoints/tags",
    num_labels=len(labels),
    id2label=dict(enumerate(labels)),
    label2id={name: i for i, name in enumerate(labels)},
)


def load(split):
    frame = pd.read_json(f"data/tags/{split}.jsonl", lines=True)
    frame["key"] = frame["words"].map(" ".join)
    return frame.drop_duplicates("key")


train_df, val_df, test_df = load("train"), load("validation"), load("test")
val_df = val_df[~val_df["key"].isin(train_df["key"])]
test_df = test_df[~test_df["key"].isin(pd.concat([train_df["key"], val_df["key"]]))]


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        previous, row = None, []
        for w in enc.word_ids(i):
            row.append(-100 if w is None or w == previous else tags[w])
            previous = w
        enc["labels"].append(row)
    return enc


def to_dataset(frame):
    ds = Dataset.from_dict({"words": frame["words"].tolist(), "tags": frame["tags"].tolist()})
    return ds.map(encode, batched=True, remove_columns=["words", "tags"])


def compute_metrics(eval_pred):
    logits, gold = eval_pred
    pred = logits.argmax(axis=-1)
    keep = gold != -100
    return {
        "accuracy": float((pred[keep] == gold[keep]).mean()),
        "f1_names": f1_score(gold[keep], pred[keep], labels=[1, 2, 3], average="macro"),
    }


class Thaw(TrainerCallback):
    """Parameters keep their place in the optimizer; with no gradient they are skipped by it."""

    def __init__(self, module, after):
        self.module, self.after = module, after

    def on_epoch_begin(self, args, state, control, **kwargs):
        self.module.requires_grad_(state.epoch >= self.after)


args = TrainingArguments(
    output_dir="out/eg15",
    num_train_epochs=25,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=to_dataset(train_df),
    eval_dataset=to_dataset(val_df),
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[Thaw(model.distilbert.embeddings.position_embeddings, after=2)],
)
trainer.train()
result = trainer.evaluate(to_dataset(test_df), metric_key_prefix="test")
print({k: round(v, 4) for k, v in result.items() if k.startswith("test_")})
