"""A run that is interrupted after some epochs and resumed by a second Trainer from its last checkpoint."""
import json
import shutil
from pathlib import Path

import torch
from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification, Trainer,
                          TrainerCallback, TrainingArguments, set_seed)
from transformers.trainer_utils import get_last_checkpoint

CKPT = "checkpoints/tags"
OUT = Path("out/im13")
EPOCHS, STOP_AFTER = 10, 4


class PullThePlug(TrainerCallback):
    """plays the power cut: ends the training after so many epochs, when the checkpoint is on disk"""

    def __init__(self, epochs):
        self.epochs = epochs

    def on_save(self, args, state, control, **kwargs):
        if state.epoch >= self.epochs:
            control.should_training_stop = True
        return control


class Report(TrainerCallback):
    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        print(f"   step {state.global_step:4d}  epoch {state.epoch:.0f}  word accuracy {metrics['eval_word_accuracy']:.4f}")


def read(split, without=frozenset()):
    with open(f"data/tags/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if tuple(r["words"]) not in without]


validation = read("validation")
train = read("train", {tuple(r["words"]) for r in validation})
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(row):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
    last, labels = None, []
    for w in enc.word_ids():
        labels.append(row["tags"][w] if w is not None and w != last else -100)
        last = w
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


train_set = Dataset.from_list([encode(r) for r in train])
eval_set = Dataset.from_list([encode(r) for r in validation])


def word_accuracy(p):
    keep = p.label_ids != -100
    return {"word_accuracy": float((p.predictions.argmax(-1) == p.label_ids)[keep].mean())}


def new_trainer(*callbacks):
    # the number of epochs, and with it the schedule, is the whole run's in both halves
    args = TrainingArguments(
        output_dir=str(OUT), num_train_epochs=EPOCHS, learning_rate=2e-3, warmup_ratio=0.1,
        per_device_train_batch_size=16, per_device_eval_batch_size=80, eval_strategy="epoch", save_strategy="epoch",
        logging_strategy="no", save_total_limit=2, disable_tqdm=True, report_to="none", use_cpu=True, seed=77,
    )
    return Trainer(
        model_init=lambda: AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4),
        args=args, train_dataset=train_set, eval_dataset=eval_set,
        data_collator=DataCollatorForTokenClassification(tokenizer), processing_class=tokenizer,
        compute_metrics=word_accuracy, callbacks=[Report(), *callbacks],
    )


def main():
    shutil.rmtree(OUT, ignore_errors=True)       # this demonstration's own folder only
    set_seed(77)
    print("first half")
    first = new_trainer(PullThePlug(STOP_AFTER))
    first.train()
    stopped_at = first.state.global_step
    del first

    checkpoint = get_last_checkpoint(str(OUT))
    assert checkpoint is not None and checkpoint.endswith(f"-{stopped_at}")
    print("resuming from", checkpoint)
    second = new_trainer()
    second.train(resume_from_checkpoint=checkpoint)
    assert second.state.global_step == second.state.max_steps > stopped_at

    test = read("test", {tuple(r["words"]) for r in train + validation})
    print("test", second.evaluate(Dataset.from_list([encode(r) for r in test]), metric_key_prefix="eval"))
    print("weights are finite:", all(torch.isfinite(p).all().item() for p in second.model.parameters()))


if __name__ == "__main__":
    main()
