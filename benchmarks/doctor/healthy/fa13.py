"""Several complaints in one ticket: multi-label classification with weighted positives.

The tickets are put together from parts, so the right answer is known for each of them.
"""
import random

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.metrics import f1_score
from torch.utils.data import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
GREETINGS = ["hello", "good morning", "good evening", "hi there", "dear team"]
PRODUCTS = "blender camera drill heater kettle lamp printer radio router scale tent toaster".split()
PROBLEMS = {
    "broken": "does not start",
    "noise": "makes a strange noise",
    "scratch": "arrived with a scratch",
    "lost": "never left your warehouse",
    "billing": "was charged twice",
}
NAMES = list(PROBLEMS)


def write_tickets(n, rng):
    """n different texts, each with one to three complaints."""
    found = {}
    while len(found) < n:
        picked = rng.sample(NAMES, rng.randint(1, 3))
        complaint = " and ".join(PROBLEMS[p] for p in picked)
        found[f"{rng.choice(GREETINGS)} . my {rng.choice(PRODUCTS)} {complaint}"] = picked
    return list(found.items())


class Tickets(Dataset):
    def __init__(self, pairs, tokenizer):
        enc = tokenizer([t for t, _ in pairs], padding="max_length", max_length=32, truncation=True)
        self.input_ids = torch.tensor(enc["input_ids"])
        self.attention_mask = torch.tensor(enc["attention_mask"])
        self.y = torch.tensor([[1.0 if n in picked else 0.0 for n in NAMES] for _, picked in pairs])

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return dict(input_ids=self.input_ids[i], attention_mask=self.attention_mask[i], labels=self.y[i])


class PosWeightTrainer(Trainer):
    def __init__(self, *args, pos_weight, **kw):
        super().__init__(*args, **kw)
        self.pos_weight = pos_weight.to(self.args.device)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        inputs = dict(inputs)
        y = inputs.pop("labels")
        out = model(**inputs)
        loss = F.binary_cross_entropy_with_logits(out["logits"], y, pos_weight=self.pos_weight)
        # evaluation takes everything but "loss" for the predictions
        return (loss, {"loss": loss, "logits": out["logits"]}) if return_outputs else loss


def metrics(p):
    # the sigmoid of 0 is 0.5
    hat = (p.predictions > 0).astype(int)
    y = p.label_ids.astype(int)
    return {"macro_f1": f1_score(y, hat, average="macro", zero_division=0), "exact": float((hat == y).all(1).mean())}


def main():
    set_seed(8)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    pairs = write_tickets(1500, random.Random(8))
    random.Random(9).shuffle(pairs)
    train, valid, test = (Tickets(p, tokenizer) for p in (pairs[:1000], pairs[1000:1250], pairs[1250:]))
    positives = train.y.sum(0)
    pos_weight = (len(train) - positives) / positives

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(NAMES), problem_type="multi_label_classification",
        id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)},
    )
    args = TrainingArguments(
        "out/fa13", num_train_epochs=12, learning_rate=7e-4, warmup_ratio=0.1, weight_decay=0.01,
        per_device_train_batch_size=16, per_device_eval_batch_size=125,
        eval_strategy="epoch", logging_strategy="epoch", save_strategy="no", report_to="none", seed=8,
    )
    trainer = PosWeightTrainer(model, args, train_dataset=train, eval_dataset=valid,
                               compute_metrics=metrics, pos_weight=pos_weight)
    trainer.train()
    print(trainer.evaluate(test, metric_key_prefix="test"))


if __name__ == "__main__":
    main()
