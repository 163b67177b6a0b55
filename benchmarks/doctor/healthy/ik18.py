"""Name tagging with the Trainer; accuracy and F1 per tag are counted by hand, without a metric library."""
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

CHECKPOINT = "checkpoints/tags"
TAGS = ["O", "ONE", "TWO", "THREE"]
set_seed(44)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def without(rows, *others):
    seen = {tuple(r["words"]) for other in others for r in other}
    return [r for r in rows if tuple(r["words"]) not in seen]


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
    labels = []
    for i, tags in enumerate(batch["tags"]):
        previous, row = None, []
        for word in enc.word_ids(i):
            # only the first piece of a word carries its tag
            row.append(-100 if word is None or word == previous else tags[word])
            previous = word
        labels.append(row)
    enc["labels"] = labels
    return enc


def count(prediction):
    guess = prediction.predictions.argmax(axis=-1)
    truth = prediction.label_ids
    keep = truth != -100
    guess, truth = guess[keep], truth[keep]
    scores = {"accuracy": float((guess == truth).mean())}
    f1s = []
    for number, tag in enumerate(TAGS):
        tp = np.sum((guess == number) & (truth == number))
        wrong = np.sum((guess == number) != (truth == number))
        f1 = float(2 * tp / (2 * tp + wrong)) if tp + wrong else 0.0
        scores[f"f1_{tag}"] = f1
        f1s.append(f1)
    scores["macro_f1"] = float(np.mean(f1s))
    scores["accuracy_names"] = float((guess == truth)[truth != 0].mean())
    return scores


train_rows = read("train")
val_rows = without(read("validation"), train_rows)
test_rows = without(read("test"), train_rows, val_rows)
train, val, test = [Dataset.from_list(r).map(encode, batched=True, remove_columns=["words", "tags"])
                    for r in (train_rows, val_rows, test_rows)]

model = AutoModelForTokenClassification.from_pretrained(
    CHECKPOINT, num_labels=len(TAGS), id2label=dict(enumerate(TAGS)), label2id={t: i for i, t in enumerate(TAGS)})

args = TrainingArguments(
    output_dir="out/ik18",
    num_train_epochs=15,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    lr_scheduler_type="linear",
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="macro_f1",
    greater_is_better=True,
    report_to="none",
    use_cpu=True,
    seed=44,
)
trainer = Trainer(
    model=model, args=args, train_dataset=train, eval_dataset=val, processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer), compute_metrics=count)
trainer.train()
for name, value in trainer.evaluate(test, metric_key_prefix="test").items():
    print(f"{name:22s} {value:.4f}")
