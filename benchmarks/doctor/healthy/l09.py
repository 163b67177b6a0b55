"""Help-desk routing with a Trainer: class-weighted, label-smoothed loss; own callbacks; stopped half way and resumed.

Run 1 stops after HALF epochs through a callback.  Run 2 builds everything anew and goes on from the last checkpoint
with the same schedule.
"""
import json
import os
import shutil

import numpy as np
import torch
import torch.nn.functional as F
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)
from transformers.trainer_utils import get_last_checkpoint

HERE = "outputs/l09"
CKPT = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]
EPOCHS, HALF, SEED = 10, 5, 1


def rows(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def datasets_without_leaks():
    test = rows("test")
    seen = {r["text"] for r in test}
    val = [r for r in rows("validation") if r["text"] not in seen]
    seen |= {r["text"] for r in val}
    train = [r for r in rows("train") if r["text"] not in seen]
    assert all(DESKS[r["desk_id"]] == r["desk"] for r in train + val + test)
    return [Dataset.from_list([{"text": r["text"], "labels": r["desk_id"]} for r in s]) for s in (train, val, test)]


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, smoothing=0.05, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights
        self.smoothing = smoothing
        self.model_accepts_loss_kwargs = False  # the loss below is a plain mean over the batch

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"])
        smoothing = self.smoothing if model.training else 0.0
        loss = F.cross_entropy(outputs.logits, labels, weight=self.class_weights.to(outputs.logits),
                               label_smoothing=smoothing)
        return (loss, outputs) if return_outputs else loss


class StopAfter(TrainerCallback):
    def __init__(self, epochs):
        self.epochs = epochs

    def on_epoch_end(self, args, state, control, **kwargs):
        if round(state.epoch) >= self.epochs:
            control.should_training_stop = True
        return control


class History(TrainerCallback):
    """One JSON line per evaluation."""

    def __init__(self, path):
        self.path = path

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        if state.is_world_process_zero and metrics and "eval_loss" in metrics:
            print(f"   epoch {state.epoch:.0f} step {state.global_step}: eval loss {metrics['eval_loss']:.3f} "
                  f"accuracy {metrics['eval_accuracy']:.3f} macro-F1 {metrics['eval_f1']:.3f}")
            with open(self.path, "a") as f:
                f.write(json.dumps({"step": state.global_step, **metrics}) + "\n")


def compute_metrics(pred):
    guess = pred.predictions.argmax(-1)
    return {"accuracy": accuracy_score(pred.label_ids, guess), "f1": f1_score(pred.label_ids, guess, average="macro")}


def build(train, val, tokenizer, callbacks):
    set_seed(SEED)
    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(DESKS), id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)}
    )
    model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    counts = np.bincount(train["labels"], minlength=len(DESKS))
    weights = torch.tensor(len(train) / (len(DESKS) * counts), dtype=torch.float32)
    args = TrainingArguments(
        output_dir=f"{HERE}/run", num_train_epochs=EPOCHS, per_device_train_batch_size=16,
        per_device_eval_batch_size=80, learning_rate=1e-3, lr_scheduler_type="linear", warmup_ratio=0.05,
        weight_decay=0.01, eval_strategy="epoch", save_strategy="epoch", save_total_limit=2, logging_strategy="epoch",
        load_best_model_at_end=True, metric_for_best_model="f1", greater_is_better=True,
        report_to=[], disable_tqdm=True, use_cpu=True, seed=SEED,
    )
    return WeightedTrainer(
        model=model, args=args, train_dataset=train, eval_dataset=val, processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics,
        callbacks=callbacks, class_weights=weights,
    )


def main():
    torch.set_num_threads(1)
    shutil.rmtree(HERE, ignore_errors=True)  # no checkpoint of an earlier day must be picked up
    os.makedirs(HERE)
    history = f"{HERE}/history.jsonl"
    open(history, "w").close()

    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})  # the placeholder is no unknown word
    train, val, test = (
        d.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True, remove_columns=["text"])
        for d in datasets_without_leaks()
    )
    print("rows", len(train), len(val), len(test))

    print("first leg")
    build(train, val, tokenizer, [History(history), StopAfter(HALF)]).train()

    last = get_last_checkpoint(f"{HERE}/run")
    print("second leg, from", last)
    trainer = build(train, val, tokenizer, [History(history)])
    trainer.train(resume_from_checkpoint=last)

    majority = np.bincount(test["labels"]).max() / len(test)
    m = trainer.evaluate(test, metric_key_prefix="test")
    print(f"steps {trainer.state.global_step}; test loss {m['test_loss']:.3f} accuracy {m['test_accuracy']:.3f} "
          f"macro-F1 {m['test_f1']:.3f} (majority {majority:.3f})")
    trainer.save_model(f"{HERE}/best")


if __name__ == "__main__":
    main()
