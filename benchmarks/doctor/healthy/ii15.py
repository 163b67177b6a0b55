"""Several complaints in one mail: multi-label classification with a weighted BCE and thresholds per label."""
import itertools
import random

import numpy as np
import torch
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/tickets"
KINDS = ["broken", "delivery", "wrong", "money"]
FAULTS = {
    "does not start": "broken", "makes a strange noise": "broken", "stopped after two days": "broken",
    "never left your warehouse": "delivery", "arrived with a scratch": "delivery",
    "is not the one on the picture": "wrong", "came without its cable": "wrong",
    "was charged twice": "money",
}
OPENINGS = ["hello", "hi there", "dear team", "good morning", "good evening"]
THINGS = "router toaster tent drill kettle camera heater lamp printer blender radio scale".split()
ENDINGS = ["please help", "kind regards", "what can i do", "this is urgent"]


def write_mails(n, rng):
    told = [(f,) for f in FAULTS] + list(itertools.permutations(FAULTS, 2))
    every = list(itertools.product(OPENINGS, THINGS, told, ENDINGS))
    texts, targets = [], []
    for opening, thing, faults, ending in rng.sample(every, n):   # without replacement: no mail twice
        texts.append(f"{opening} . my {thing} {' and '.join(faults)} . {ending}")
        kinds = {FAULTS[f] for f in faults}
        targets.append([float(k in kinds) for k in KINDS])
    return texts, targets


class MailTrainer(Trainer):
    def __init__(self, *args, pos_weight, **kwargs):
        super().__init__(*args, **kwargs)
        self.pos_weight = pos_weight

    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs["labels"]
        outputs = model(**{k: v for k, v in inputs.items() if k != "labels"})
        loss = torch.nn.functional.binary_cross_entropy_with_logits(
            outputs.logits, labels, pos_weight=self.pos_weight.to(labels.device)
        )
        return (loss, outputs) if return_outputs else loss


def macro_f1(p):
    # a logit above 0 is a probability above one half
    return {"macro_f1": f1_score(p.label_ids.astype(int), (p.predictions > 0).astype(int), average="macro", zero_division=0)}


def best_cuts(logits, gold):
    grid = np.linspace(-2, 2, 41)
    return np.array([
        grid[np.argmax([f1_score(gold[:, j], (logits[:, j] > c).astype(int), zero_division=0) for c in grid])]
        for j in range(gold.shape[1])
    ])


def main():
    set_seed(31)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    texts, targets = write_mails(1500, random.Random(31))

    def part(a, b):
        enc = tokenizer(texts[a:b], truncation=True, max_length=32)
        return Dataset.from_dict({**enc, "labels": targets[a:b]})

    train, valid, test = part(0, 1000), part(1000, 1200), part(1200, 1500)
    y = np.array(targets[:1000])
    pos_weight = torch.tensor((len(y) - y.sum(0)) / y.sum(0), dtype=torch.float32)

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(KINDS), problem_type="multi_label_classification",
        id2label=dict(enumerate(KINDS)), label2id={k: i for i, k in enumerate(KINDS)},
    )
    args = TrainingArguments(
        output_dir="out/ii15", num_train_epochs=10, learning_rate=1e-3, warmup_ratio=0.1,
        per_device_train_batch_size=32, per_device_eval_batch_size=100,
        eval_strategy="epoch", save_strategy="no", logging_strategy="epoch",
        report_to="none", use_cpu=True, seed=31,
    )
    trainer = MailTrainer(
        model=model, args=args, train_dataset=train, eval_dataset=valid, processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=macro_f1, pos_weight=pos_weight,
    )
    trainer.train()

    on_valid = trainer.predict(valid)
    cuts = best_cuts(on_valid.predictions, on_valid.label_ids.astype(int))
    on_test = trainer.predict(test)
    print("cuts", dict(zip(KINDS, cuts.round(2))))
    found = (on_test.predictions > cuts).astype(int)
    print("test macro F1", f1_score(on_test.label_ids.astype(int), found, average="macro", zero_division=0))


if __name__ == "__main__":
    main()
