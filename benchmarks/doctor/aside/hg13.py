"""Gradual unfreezing for name tagging: first the new head alone, then the whole model."""
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)

CHECKPOINT = "checkpoints/tags"
HEAD_EPOCHS, EPOCHS = 3, 15


def set_trainable(module, flag):
    for parameter in module.parameters():
        parameter.requires_grad = flag


class Unfreeze(TrainerCallback):
    """Let the encoder learn as well from the given epoch on."""

    def __init__(self, epoch):
        self.epoch = epoch
        self.done = False

    def on_epoch_begin(self, args, state, control, model=None, **kwargs):
        if not self.done and round(state.epoch or 0) >= self.epoch:
            set_trainable(model.base_model, True)
            self.done = True
            n = sum(p.numel() for p in model.parameters() if p.requires_grad)
            print(f"epoch {self.epoch}: encoder unfrozen, {n} trainable parameters")


def read(split, tokenizer):
    def align(batch):
        enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
        labels = []
        for i, tags in enumerate(batch["tags"]):
            ids = enc.word_ids(i)
            labels.append([
                -100 if w is None or (k > 0 and ids[k - 1] == w) else tags[w] for k, w in enumerate(ids)
            ])
        return {**enc, "labels": labels}

    rows = [json.loads(line) for line in open(f"data/tags/{split}.jsonl")]
    return Dataset.from_list(rows).map(align, batched=True, remove_columns=["words", "tags"])


def compute_metrics(p):
    predictions = np.argmax(p.predictions, axis=-1)
    names = p.label_ids > 0
    everything = p.label_ids != -100
    hits = predictions == p.label_ids
    return {"accuracy": float(hits[everything].mean()), "names": float(hits[names].mean())}


def main():
    set_seed(2)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=4)
    set_trainable(model.base_model, False)

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/hg13", num_train_epochs=EPOCHS, learning_rate=2e-3, lr_scheduler_type="constant",
            per_device_train_batch_size=32, eval_strategy="epoch", save_strategy="no", report_to="none",
            disable_tqdm=True,
        ),
        train_dataset=read("train", tokenizer),
        eval_dataset=read("validation", tokenizer),
        data_collator=DataCollatorForTokenClassification(tokenizer),
        compute_metrics=compute_metrics,
        callbacks=[Unfreeze(HEAD_EPOCHS)],
    )
    trainer.train()
    print(trainer.evaluate(read("test", tokenizer), metric_key_prefix="test"))


if __name__ == "__main__":
    main()
