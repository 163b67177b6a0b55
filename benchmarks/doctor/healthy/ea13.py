"""Names in sentences: own collator, own loss, own optimizer, still the ordinary Trainer.

O is four fifths of all words, so the loss is weighted (weights from the training words only).
The head is new and gets a larger step than the encoder.
"""
import json
from collections import Counter

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import Dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    get_cosine_schedule_with_warmup,
    set_seed,
)

IGNORE = -100
MAX_STEPS = 360
CKPT, OUT = "checkpoints/tags", "out/ea13"
set_seed(17)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


class Sentences(Dataset):
    """Keeps the raw rows; the work is done in collate()."""

    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def collate(rows):
    enc = tokenizer([r["words"] for r in rows], is_split_into_words=True,
                    padding=True, truncation=True, max_length=64, return_tensors="pt")
    labels = []
    for i, row in enumerate(rows):
        previous, line = None, []
        for w in enc.word_ids(i):
            # only the first piece of a word is scored
            line.append(row["tags"][w] if w is not None and w != previous else IGNORE)
            previous = w
        labels.append(torch.tensor(line))
    batch = dict(enc)
    batch["labels"] = pad_sequence(labels, batch_first=True, padding_value=IGNORE)
    return batch


class NameTrainer(Trainer):
    def __init__(self, *args, weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.weights = weights.to(self.args.device)

    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs["labels"]
        outputs = model(**{k: v for k, v in inputs.items() if k != "labels"})
        loss = nn.functional.cross_entropy(
            outputs.logits.flatten(0, 1), labels.flatten(), weight=self.weights, ignore_index=IGNORE
        )
        return (loss, outputs) if return_outputs else loss


def compute_metrics(p):
    keep = p.label_ids != IGNORE
    y, guess = p.label_ids[keep], p.predictions.argmax(-1)[keep]
    return {
        "accuracy": float(np.mean(y == guess)),
        "f1": f1_score(y, guess, labels=[1, 2, 3], average="macro", zero_division=0),
    }


train_rows = read("train")
seen = {tuple(r["words"]) for r in train_rows}
valid_rows = [r for r in read("validation") if tuple(r["words"]) not in seen]
seen |= {tuple(r["words"]) for r in valid_rows}
test_rows = [r for r in read("test") if tuple(r["words"]) not in seen]

counts = Counter(t for r in train_rows for t in r["tags"])
weights = torch.tensor([counts[t] ** -0.5 for t in range(4)])
weights = weights / weights.mean()

model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)
head = list(model.classifier.parameters())
body = list(model.distilbert.parameters())
optimizer = torch.optim.AdamW([{"params": body, "lr": 8e-4}, {"params": head, "lr": 3e-3}], weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(optimizer, MAX_STEPS // 10, MAX_STEPS)

trainer = NameTrainer(
    model=model,
    weights=weights,
    args=TrainingArguments(
        output_dir=OUT, max_steps=MAX_STEPS, per_device_train_batch_size=16, per_device_eval_batch_size=64,
        remove_unused_columns=False,  # collate() wants words and tags
        eval_strategy="steps", eval_steps=60, save_strategy="steps", save_steps=60, save_total_limit=1,
        load_best_model_at_end=True, metric_for_best_model="f1", greater_is_better=True,
        logging_steps=60, report_to="none", seed=17,
    ),
    train_dataset=Sentences(train_rows),
    eval_dataset=Sentences(valid_rows),
    data_collator=collate,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
    optimizers=(optimizer, scheduler),
)
trainer.train()
print(trainer.evaluate(Sentences(test_rows), metric_key_prefix="test"))
