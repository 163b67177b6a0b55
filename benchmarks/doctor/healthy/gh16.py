"""Layer-wise learning rates for a small DistilBERT; optimizer and schedule are handed to the Trainer ready made."""
import math
import os

import pandas as pd
import torch
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments,
                          get_cosine_schedule_with_warmup, set_seed)


class Tickets(torch.utils.data.Dataset):
    """Padded once to a fixed width: with 32 positions at most, that costs nothing."""

    def __init__(self, frame, tokenizer):
        enc = tokenizer(frame["text"].tolist(), padding="max_length", truncation=True, max_length=32, return_tensors="pt")
        self.ids, self.mask = enc["input_ids"], enc["attention_mask"]
        self.y = torch.tensor(frame["desk_id"].to_numpy())

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return {"input_ids": self.ids[i], "attention_mask": self.mask[i], "labels": self.y[i]}


def frames():
    f = {s: pd.read_json(f"data/tickets/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
    f["validation"] = f["validation"][~f["validation"].text.isin(f["test"].text)]
    f["train"] = f["train"][~f["train"].text.isin(pd.concat([f["validation"].text, f["test"].text]))]
    return f


def param_groups(model, top, decay, wd):
    """lr = top for the head, top*decay for the last block, and so on down to the embeddings."""
    depth = {}
    n = model.config.n_layers
    for name, p in model.named_parameters():
        if name.startswith("distilbert.embeddings"):
            below = n + 1
        elif name.startswith("distilbert.transformer.layer."):
            below = n - int(name.split(".")[3])
        else:
            below = 0
        no_wd = p.ndim == 1 or "LayerNorm" in name or "layer_norm" in name
        depth.setdefault((below, no_wd), []).append(p)
    groups = [{"params": ps, "lr": top * decay ** below, "weight_decay": 0.0 if no_wd else wd}
              for (below, no_wd), ps in sorted(depth.items())]
    assert sum(len(g["params"]) for g in groups) == len(list(model.parameters()))
    return groups


def accuracy(pred):
    logits, labels = pred
    return {"accuracy": float((logits.argmax(-1) == labels).mean())}


def main(epochs=20, batch=16, accumulate=2, seed=5):
    set_seed(seed)
    os.makedirs("out/gh16", exist_ok=True)
    tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
    data = {k: Tickets(v, tok) for k, v in frames().items()}
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

    per_epoch = math.ceil(math.ceil(len(data["train"]) / batch) / accumulate)
    total = per_epoch * epochs
    optimizer = torch.optim.AdamW(param_groups(model, top=2e-3, decay=0.7, wd=0.01), betas=(0.9, 0.98))
    schedule = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=total // 10, num_training_steps=total)

    args = TrainingArguments(
        output_dir="out/gh16", num_train_epochs=epochs, per_device_train_batch_size=batch, gradient_accumulation_steps=accumulate,
        per_device_eval_batch_size=80, eval_strategy="epoch", save_strategy="no", logging_strategy="epoch",
        report_to=[], use_cpu=True, seed=seed)
    trainer = Trainer(model, args, train_dataset=data["train"], eval_dataset=data["validation"],
                      optimizers=(optimizer, schedule), compute_metrics=accuracy)
    result = trainer.train()
    assert result.global_step == total, (result.global_step, total)
    print({k: round(v, 4) for k, v in trainer.evaluate(data["test"], metric_key_prefix="test").items()})


if __name__ == "__main__":
    main()
