# Named things in sentences: token classification, Trainer with layer-wise learning rates
# (bottom layers slow, head fast) and a callback that shows the rates once.
import json
import os
import re

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
import torch
from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification, Trainer,
                          TrainerCallback, TrainingArguments, set_seed)

MODEL_DIR = "checkpoints/tags"
LABELS = ["none", "first", "second", "third"]        # the files have only the numbers


def depth_of(name: str, n_layers: int) -> int:
    """0 embeddings, 1..n layers, n+1 head"""
    if ".embeddings." in name:
        return 0
    m = re.search(r"\.layer\.(\d+)\.", name)
    return int(m.group(1)) + 1 if m else n_layers + 1


class LayerwiseTrainer(Trainer):
    decay_per_layer = 0.8

    def create_optimizer(self):
        if self.optimizer is None:
            n = self.model.config.n_layers
            groups = {}
            for name, p in self.model.named_parameters():
                if not p.requires_grad:
                    continue
                wd = 0.0 if p.ndim == 1 else self.args.weight_decay       # biases and norms are vectors
                groups.setdefault((depth_of(name, n), wd), []).append(p)
            self.optimizer = torch.optim.AdamW(
                [{"params": ps, "lr": self.args.learning_rate * self.decay_per_layer ** (n + 1 - d), "weight_decay": wd}
                 for (d, wd), ps in sorted(groups.items(), key=lambda kv: kv[0])])
        return self.optimizer


class ShowRates(TrainerCallback):
    def on_train_begin(self, args, state, control, optimizer=None, **kwargs):
        print("peak rates", sorted({round(g["initial_lr"], 6) for g in optimizer.param_groups}))


def rows(split, without=frozenset()):
    with open(f"data/tags/{split}.jsonl") as f:
        for r in map(json.loads, f):
            if tuple(r["words"]) not in without:
                yield r


def main():
    set_seed(17)
    tok = AutoTokenizer.from_pretrained(MODEL_DIR)
    test = list(rows("test"))
    in_test = {tuple(r["words"]) for r in test}
    val = list(rows("validation", without=in_test))
    in_val = {tuple(r["words"]) for r in val}
    train = list(rows("train", without=in_test | in_val))
    print(len(train), "train", len(val), "validation", len(test), "test sentences")

    def encode(batch):
        enc = tok(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
        labels = []
        for i, tags in enumerate(batch["tags"]):
            before, out = None, []
            for w in enc.word_ids(i):
                # the first piece of a word carries its tag
                out.append(-100 if w is None or w == before else tags[w])
                before = w
            labels.append(out)
        enc["labels"] = labels
        return enc

    sets = {}
    for name, part in (("train", train), ("val", val), ("test", test)):
        ds = Dataset.from_list(part)
        sets[name] = ds.map(encode, batched=True, remove_columns=ds.column_names)

    def metrics(p):
        pred, gold = p.predictions.argmax(-1), p.label_ids
        keep = gold != -100
        pred, gold = pred[keep], gold[keep]
        f1 = []
        for c in range(1, len(LABELS)):
            tp = np.sum((pred == c) & (gold == c))
            f1.append(2 * tp / max(1, np.sum(pred == c) + np.sum(gold == c)))
        return {"macro_f1": float(np.mean(f1)), "accuracy": float(np.mean(pred == gold)),
                "none_share": float(np.mean(gold == 0))}

    model = AutoModelForTokenClassification.from_pretrained(
        MODEL_DIR, id2label=dict(enumerate(LABELS)), label2id={n: i for i, n in enumerate(LABELS)})
    args = TrainingArguments(
        output_dir="out/mc11", num_train_epochs=15, per_device_train_batch_size=16, per_device_eval_batch_size=64,
        learning_rate=2e-3, weight_decay=0.01, warmup_steps=30, lr_scheduler_type="cosine", max_grad_norm=1.0,
        eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", save_total_limit=1,
        load_best_model_at_end=True, metric_for_best_model="macro_f1", report_to=[], use_cpu=True, seed=17)
    trainer = LayerwiseTrainer(model=model, args=args, train_dataset=sets["train"], eval_dataset=sets["val"],
                               data_collator=DataCollatorForTokenClassification(tok), processing_class=tok,
                               compute_metrics=metrics, callbacks=[ShowRates()])
    trainer.train()
    r = trainer.evaluate(sets["test"], metric_key_prefix="test")
    print("test macro F1 of the names %.3f (0 without knowledge), accuracy %.3f (%.3f of the words are no name)"
          % (r["test_macro_f1"], r["test_accuracy"], r["test_none_share"]))


if __name__ == "__main__":
    main()
