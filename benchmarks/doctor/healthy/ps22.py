"""LoRA by hand on a frozen transformer, trained with Accelerate (gradient accumulation, gather_for_metrics)."""
import math

import torch
import torch.nn as nn
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_cosine_schedule_with_warmup)


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, r: int = 8, alpha: int = 16, dropout: float = 0.05):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.A = nn.Parameter(torch.empty(r, base.in_features))
        self.B = nn.Parameter(torch.zeros(base.out_features, r))
        self.scale, self.dropout = alpha / r, nn.Dropout(dropout)
        nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))

    def forward(self, x):
        return self.base(x) + self.dropout(x) @ self.A.T @ self.B.T * self.scale


def add_lora(model, names=("q_lin", "k_lin", "v_lin", "lin1", "lin2")):
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, nn.Linear) and name in names:
                setattr(module, name, LoRALinear(child))
    return model


def main():
    accelerator = Accelerator(gradient_accumulation_steps=2)
    set_seed(123)
    tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
    ds = load_dataset("json", data_files={"train": "data/tickets/train.jsonl", "test": "data/tickets/test.jsonl"})
    test_texts = set(ds["test"]["text"])
    ds["train"] = ds["train"].filter(lambda ex: ex["text"] not in test_texts)
    ds = ds.map(lambda ex: tok(ex["text"], truncation=True) | {"labels": ex["desk_id"]}, batched=True,
                remove_columns=["text", "desk", "desk_id"])
    train_dl = DataLoader(ds["train"], shuffle=True, batch_size=16, collate_fn=DataCollatorWithPadding(tok))
    test_dl = DataLoader(ds["test"], batch_size=64, collate_fn=DataCollatorWithPadding(tok))

    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    model.distilbert.requires_grad_(False)
    add_lora(model.distilbert)
    trainable = [p for p in model.parameters() if p.requires_grad]
    accelerator.print("trainable:", sum(p.numel() for p in trainable), "of", sum(p.numel() for p in model.parameters()))

    epochs = 14
    optimizer = torch.optim.AdamW(trainable, lr=4e-3, weight_decay=0.0)
    updates = epochs * math.ceil(len(train_dl) / accelerator.gradient_accumulation_steps)
    scheduler = get_cosine_schedule_with_warmup(optimizer, updates // 20, updates)
    model, optimizer, train_dl, test_dl, scheduler = accelerator.prepare(model, optimizer, train_dl, test_dl, scheduler)

    for epoch in range(epochs):
        model.train()
        for batch in train_dl:
            with accelerator.accumulate(model):
                accelerator.backward(model(**batch).loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(trainable, 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
    model.eval()
    correct = total = 0
    for batch in test_dl:
        with torch.no_grad():
            predictions = model(**batch).logits.argmax(dim=-1)
        predictions, references = accelerator.gather_for_metrics((predictions, batch["labels"]))
        correct, total = correct + (predictions == references).sum().item(), total + len(references)
    accelerator.print(f"accuracy on {total} unseen tickets {correct / total:.3f}")


if __name__ == "__main__":
    main()
