"""Ticket routing with Trainer; the weighted loss of the old loop lives in compute_loss now."""
import numpy as np
import torch
from datasets import Dataset
from torch import nn
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
LABELS = ["north", "east", "south", "west"]

set_seed(6)


def read(split, known=frozenset()):
    """The rows of one split without texts that are known already."""
    rows = Dataset.from_json(f"data/tickets/{split}.jsonl", cache_dir="out/de17/cache")
    return rows.filter(lambda r: r["text"] not in known)


raw_train = read("train")
known = set(raw_train["text"])
raw_valid = read("validation", known)
raw_test = read("test", known | set(raw_valid["text"]))

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def prepare(batch):
    enc = tokenizer(batch["text"], truncation=True, max_length=32)
    enc["labels"] = batch["desk_id"]
    return enc


train_set, valid_set, test_set = (
    d.map(prepare, batched=True, remove_columns=d.column_names) for d in (raw_train, raw_valid, raw_test)
)

counts = np.bincount(raw_train["desk_id"], minlength=len(LABELS))
class_weights = torch.tensor(counts.sum() / (len(LABELS) * counts), dtype=torch.float32)


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"])
        loss = nn.functional.cross_entropy(outputs.logits, labels, weight=class_weights.to(labels.device))
        return (loss, outputs) if return_outputs else loss


def compute_metrics(p):
    guess = p.predictions.argmax(axis=-1)
    recalls = [float((guess[p.label_ids == k] == k).mean()) for k in np.unique(p.label_ids)]
    return {"accuracy": float((guess == p.label_ids).mean()), "balanced_accuracy": float(np.mean(recalls))}


model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=len(LABELS),
    id2label=dict(enumerate(LABELS)),
    label2id={name: i for i, name in enumerate(LABELS)},
)

args = TrainingArguments(
    output_dir="out/de17",
    num_train_epochs=10,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    lr_scheduler_type="linear",
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="balanced_accuracy",
    greater_is_better=True,
    report_to="none",
    use_cpu=True,
    disable_tqdm=True,
    seed=6,
)

trainer = WeightedTrainer(
    model=model,
    args=args,
    train_dataset=train_set,
    eval_dataset=valid_set,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print("validation:", trainer.evaluate())
print("test:", trainer.predict(test_set, metric_key_prefix="test").metrics)
