"""Price of a small ad: encoder, mean pooling and a linear head, trained with Accelerate."""
import copy
import json
import math
from functools import partial

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_cosine_schedule_with_warmup

CKPT = "checkpoints/prices"
EPOCHS, BATCH, ACCUMULATE = 16, 8, 2


class PriceModel(nn.Module):
    def __init__(self, ckpt):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(ckpt)
        self.head = nn.Linear(self.encoder.config.dim, 1)

    def forward(self, input_ids, attention_mask):
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        pooled = (states * mask).sum(1) / mask.sum(1)
        return self.head(pooled).squeeze(-1)


def read(split, without=()):
    with open(f"data/prices/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["text"] not in without]


def collate(rows, tokenizer, mean, std):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    price = torch.tensor([float(r["price"]) for r in rows])
    return enc["input_ids"], enc["attention_mask"], (price - mean) / std


def param_groups(model, decay):
    plain = [p for p in model.parameters() if p.ndim < 2]
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    return [{"params": matrices, "weight_decay": decay}, {"params": plain, "weight_decay": 0.0}]


@torch.inference_mode()
def mean_abs_error(accelerator, model, loader, std):
    model.eval()
    errors = []
    for ids, mask, target in loader:
        pred = model(ids, mask)
        pred, target = accelerator.gather_for_metrics((pred, target))
        errors.append((pred - target).abs() * std)
    return torch.cat(errors).mean().item()


def main():
    set_seed(17)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUMULATE)

    train = read("train")
    known = {r["text"] for r in train}
    val = read("validation", without=known)
    test = read("test", without=known | {r["text"] for r in val})

    prices = torch.tensor([float(r["price"]) for r in train])
    mean, std = prices.mean().item(), prices.std().item()
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    fn = partial(collate, tokenizer=tokenizer, mean=mean, std=std)

    model = PriceModel(CKPT)
    optimizer = torch.optim.AdamW(param_groups(model, 0.01), lr=1e-3)
    train_dl = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=fn)
    val_dl = DataLoader(val, batch_size=64, collate_fn=fn)
    test_dl = DataLoader(test, batch_size=64, collate_fn=fn)
    model, optimizer, train_dl, val_dl, test_dl = accelerator.prepare(model, optimizer, train_dl, val_dl, test_dl)

    # left out of prepare() on purpose: it moves once per real update, below
    updates = EPOCHS * math.ceil(len(train_dl) / ACCUMULATE)
    scheduler = get_cosine_schedule_with_warmup(optimizer, updates // 20, updates)
    loss_fn = nn.SmoothL1Loss()

    best, best_state = float("inf"), None
    for epoch in range(EPOCHS):
        model.train()
        total = 0.0
        for ids, mask, target in train_dl:
            with accelerator.accumulate(model):
                loss = loss_fn(model(ids, mask), target)
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                if accelerator.sync_gradients:
                    scheduler.step()
                optimizer.zero_grad()
            total += loss.item()
        mae = mean_abs_error(accelerator, model, val_dl, std)
        accelerator.print(f"epoch {epoch + 1:2d}  loss {total / len(train_dl):.3f}  validation MAE {mae:.0f}")
        if mae < best:
            best, best_state = mae, copy.deepcopy(accelerator.unwrap_model(model).state_dict())

    accelerator.unwrap_model(model).load_state_dict(best_state)
    accelerator.print(f"best validation MAE {best:.0f}, test MAE {mean_abs_error(accelerator, model, test_dl, std):.0f}")


if __name__ == "__main__":
    main()
