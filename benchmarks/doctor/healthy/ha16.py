"""A head of our own on the encoder, learning rate by plateau, best weights kept."""
import copy
import json
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer


@dataclass
class Config:
    checkpoint: str = "checkpoints/tickets"
    batch_size: int = 16
    epochs: int = 25
    encoder_lr: float = 1e-3
    head_lr: float = 3e-3
    patience: int = 8
    seed: int = 17


class Tickets(Dataset):
    def __init__(self, split, desk_ids=None, exclude=()):
        with open(f"data/tickets/{split}.jsonl") as f:
            rows = [json.loads(line) for line in f]
        for r in rows:
            r["text"] = r["text"].replace("order [ORDER] . ", "")
        self.rows = [r for r in rows if r["text"] not in exclude]
        self.desk_ids = desk_ids or {d: i for i, d in enumerate(sorted({r["desk"] for r in rows}))}

    def texts(self):
        return {r["text"] for r in self.rows}

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]["text"], self.desk_ids[self.rows[i]["desk"]]


class Router(nn.Module):
    def __init__(self, checkpoint, n_desks):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        width = self.encoder.config.hidden_size
        self.head = nn.Sequential(nn.LayerNorm(width), nn.Dropout(0.1), nn.Linear(width, n_desks))

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        return self.head((hidden * mask).sum(1) / mask.sum(1))


@torch.inference_mode()
def check(model, loader):
    model.eval()
    loss = hits = n = 0.0
    for enc, y in loader:
        logits = model(**enc)
        loss += nn.functional.cross_entropy(logits, y, reduction="sum").item()
        hits += (logits.argmax(-1) == y).sum().item()
        n += len(y)
    return loss / n, hits / n


def main(cfg):
    torch.manual_seed(cfg.seed)
    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)

    def collate(items):
        texts, desks = zip(*items)
        enc = tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
        return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}, torch.tensor(desks)

    train = Tickets("train")
    valid = Tickets("validation", train.desk_ids, train.texts())
    test = Tickets("test", train.desk_ids, train.texts() | valid.texts())
    train_dl = DataLoader(train, cfg.batch_size, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(valid, 64, collate_fn=collate)

    model = Router(cfg.checkpoint, len(train.desk_ids))
    optimizer = torch.optim.AdamW([
        {"params": model.encoder.parameters(), "lr": cfg.encoder_lr},
        {"params": model.head.parameters(), "lr": cfg.head_lr},
    ])
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=2)
    criterion = nn.CrossEntropyLoss(label_smoothing=0.05)

    best_loss, best_state, waited = float("inf"), None, 0
    for epoch in range(cfg.epochs):
        model.train()
        for enc, y in train_dl:
            loss = criterion(model(**enc), y)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        valid_loss, valid_acc = check(model, valid_dl)
        plateau.step(valid_loss)
        print(f"{epoch:2d}  valid loss {valid_loss:.4f}  acc {valid_acc:.3f}  lr {optimizer.param_groups[0]['lr']:.1e}")
        if valid_loss < best_loss:
            best_loss, best_state, waited = valid_loss, copy.deepcopy(model.state_dict()), 0
        else:
            waited += 1
            if waited > cfg.patience:
                break

    model.load_state_dict(best_state)
    print("test loss %.4f, accuracy %.3f" % check(model, DataLoader(test, 64, collate_fn=collate)))


if __name__ == "__main__":
    main(Config())
