"""Route support tickets to a desk with a small DistilBERT and the Hugging Face Trainer."""
import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(13)
CKPT = "checkpoints/tickets"

raw = load_dataset(
    "json",
    data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")},
    cache_dir="outputs/j01/cache",
)

# The texts come from a form with few choices, so some of them are in several splits.
# Keep the held-out splits as they are and drop the common texts from the training split.
heldout = set(raw["validation"]["text"]) | set(raw["test"]["text"])
before = len(raw["train"])
raw["train"] = raw["train"].filter(lambda row: row["text"] not in heldout)
print(f"train rows: {before} -> {len(raw['train'])} after dropping texts of the held-out splits")

# class names, in the order of desk_id
pairs = sorted(set(zip(raw["train"]["desk_id"], raw["train"]["desk"])))
id2label = {i: name for i, name in pairs}
label2id = {name: i for i, name in id2label.items()}
assert list(id2label) == list(range(len(id2label)))

tokenizer = AutoTokenizer.from_pretrained(CKPT)
# "[ORDER]" is the anonymised order number: give it a token of its own instead of [UNK]
tokenizer.add_tokens(["[ORDER]"])


def encode(batch):
    enc = tokenizer(batch["text"], truncation=True, max_length=32)
    enc["labels"] = batch["desk_id"]
    return enc


data = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id
)
model.resize_token_embeddings(len(tokenizer))


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    pred = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(labels, pred),
        "macro_f1": f1_score(labels, pred, average="macro"),
    }


args = TrainingArguments(
    output_dir="outputs/j01",
    num_train_epochs=25,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    lr_scheduler_type="linear",
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="macro_f1",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    disable_tqdm=True,
    use_cpu=True,
    seed=13,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=6)],
)
trainer.train()

print("best validation macro F1:", round(trainer.state.best_metric, 4))
print("test:", trainer.evaluate(data["test"], metric_key_prefix="test"))
trainer.save_model("outputs/j01/best")
