"""Gradual unfreezing on the support tickets: the head first, then one block more per epoch.

All parameters are trainable while Trainer builds the optimizer (it leaves out the frozen
ones), so freezing starts in on_train_begin. A frozen parameter has no gradient and AdamW passes it by.
"""
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainerCallback, TrainingArguments, set_seed)

CKPT, OUT, SEED = "checkpoints/tickets", "out/jc09", 17


class GradualUnfreezing(TrainerCallback):
    def __init__(self, blocks):
        self.blocks = blocks  # from the bottom to the top; the head is not among them
        self.epoch = 0

    def _apply(self):
        frozen = max(len(self.blocks) - self.epoch, 0)
        for i, block in enumerate(self.blocks):
            block.requires_grad_(i >= frozen)

    def on_train_begin(self, args, state, control, **kwargs):
        self.epoch = 0
        self._apply()

    def on_epoch_begin(self, args, state, control, model=None, **kwargs):
        self._apply()
        free = sum(p.numel() for p in model.parameters() if p.requires_grad)
        print(f"epoch {self.epoch}: {free} parameters are learning")

    def on_epoch_end(self, args, state, control, **kwargs):
        self.epoch += 1


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def unique_without(rows, *others):
    banned = {r["text"] for other in others for r in other}
    kept = {}
    for r in rows:
        if r["text"] not in banned:
            kept.setdefault(r["text"], r)
    return list(kept.values())


def accuracy(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


def main():
    set_seed(SEED)
    test = unique_without(read("test"))
    val = unique_without(read("validation"), test)
    train = unique_without(read("train"), val, test)
    desks = {r["desk_id"]: r["desk"] for r in train}

    tok = AutoTokenizer.from_pretrained(CKPT)
    tok.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})  # would be [UNK] otherwise
    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(desks), id2label=desks, label2id={v: k for k, v in desks.items()})
    model.resize_token_embeddings(len(tok), mean_resizing=False)

    def encode(rows):
        # 32 positions are all the model has; the product is named in the first sentence
        enc = tok([r["text"] for r in rows], truncation=True, max_length=32)
        return Dataset.from_dict({**enc, "label": [r["desk_id"] for r in rows]})

    body = model.distilbert
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=OUT, num_train_epochs=12, per_device_train_batch_size=16,
            per_device_eval_batch_size=64, learning_rate=1e-3, warmup_ratio=0.05, weight_decay=0.01,
            eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", save_total_limit=1,
            load_best_model_at_end=True, metric_for_best_model="accuracy", greater_is_better=True,
            report_to="none", use_cpu=True, seed=SEED),
        train_dataset=encode(train), eval_dataset=encode(val),
        processing_class=tok, data_collator=DataCollatorWithPadding(tok), compute_metrics=accuracy,
        callbacks=[GradualUnfreezing([body.embeddings, *body.transformer.layer])])
    trainer.train()

    result = trainer.predict(encode(test))
    guess = result.predictions.argmax(-1)
    most = np.bincount(result.label_ids).max() / len(test)
    print(f"test accuracy {(guess == result.label_ids).mean():.3f}, largest class {most:.3f}")
    for k in sorted(desks):
        mine = result.label_ids == k
        print(f"  {desks[k]:6s} {mine.sum():3d} tickets, {(guess[mine] == k).mean():.3f} right")


if __name__ == "__main__":
    main()
