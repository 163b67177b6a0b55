"""Tickets again, but two desks have only a quarter of their tickets: weighted loss and rates that fall with depth."""
import json
import math
from collections import Counter

import numpy as np
import torch
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, get_cosine_schedule_with_warmup, set_seed)

set_seed(19)
PATH, EPOCHS, BATCH, TOP_LR, FALL = "checkpoints/tickets", 20, 16, 1.5e-3, 0.8


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def thin(rows):
    count, kept = Counter(), []
    for r in rows:
        count[r["desk_id"]] += 1
        if r["desk_id"] >= 2 or count[r["desk_id"]] % 4 == 0:
            kept.append(r)
    return kept


train_rows = thin(read("train"))
texts = {r["text"] for r in train_rows}
val_rows = [r for r in read("validation") if r["text"] not in texts]
texts.update(r["text"] for r in val_rows)
test_rows = [r for r in read("test") if r["text"] not in texts]

tok = AutoTokenizer.from_pretrained(PATH)


def dataset(rows):
    d = Dataset.from_dict({"text": [r["text"] for r in rows], "labels": [r["desk_id"] for r in rows]})
    return d.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True, remove_columns=["text"])


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights.to(self.args.device)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        features = {k: v for k, v in inputs.items() if k != "labels"}
        outputs = model(**features)
        loss = torch.nn.functional.cross_entropy(outputs.logits, inputs["labels"], weight=self.class_weights)
        return (loss, outputs) if return_outputs else loss


def groups(model):
    """Head first, then the layers from the top down, the embeddings last; every parameter in exactly one group."""
    named = [list(model.pre_classifier.parameters()) + list(model.classifier.parameters())]
    named += [list(layer.parameters()) for layer in reversed(model.distilbert.transformer.layer)]
    named.append(list(model.distilbert.embeddings.parameters()))
    assert sum(map(len, named)) == len(list(model.parameters()))
    return [{"params": ps, "lr": TOP_LR * FALL ** depth} for depth, ps in enumerate(named)]


def metrics(p):
    guess = np.argmax(p.predictions, axis=1)
    recalls = [np.mean(guess[p.label_ids == c] == c) for c in range(4)]
    return {"balanced": float(np.mean(recalls)), "worst": float(np.min(recalls))}


count = Counter(r["desk_id"] for r in train_rows)
weights = torch.tensor([len(train_rows) / (4 * count[c]) for c in range(4)], dtype=torch.float32)
print("tickets per desk", dict(sorted(count.items())), "weights", [round(w, 2) for w in weights.tolist()])

model = AutoModelForSequenceClassification.from_pretrained(PATH, num_labels=4)
optimizer = torch.optim.AdamW(groups(model), weight_decay=0.01)
total = EPOCHS * math.ceil(len(train_rows) / BATCH)
scheduler = get_cosine_schedule_with_warmup(optimizer, total // 20, total)

trainer = WeightedTrainer(
    model=model,
    args=TrainingArguments(output_dir="out/fh30", num_train_epochs=EPOCHS, per_device_train_batch_size=BATCH,
                           per_device_eval_batch_size=64, eval_strategy="epoch", save_strategy="epoch",
                           save_total_limit=1, load_best_model_at_end=True, metric_for_best_model="balanced",
                           greater_is_better=True, logging_strategy="epoch", report_to="none", seed=19),
    train_dataset=dataset(train_rows),
    eval_dataset=dataset(val_rows),
    processing_class=tok,
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=metrics,
    optimizers=(optimizer, scheduler),  # rates and schedule come from here, not from the arguments
    class_weights=weights,
)
trainer.train()
print(trainer.evaluate(dataset(test_rows), metric_key_prefix="test"))
