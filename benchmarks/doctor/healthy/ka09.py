"""DistilBERT with an own head (attention pooling), slower learning in the lower layers, early stopping."""
import copy
import json

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer

CKPT = "checkpoints/distilbert"
torch.manual_seed(42)
torch.set_num_threads(2)


class Tickets(Dataset):
    def __init__(self, split: str, without: set = frozenset()):
        with open(f"data/tickets/{split}.jsonl") as f:
            rows = [json.loads(line) for line in f]
        self.rows = [r for r in rows if r["text"] not in without]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]["text"], self.rows[i]["desk_id"]

    @property
    def texts(self) -> set:
        return {r["text"] for r in self.rows}

class AttentionPooling(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(dim, dim // 2), nn.Tanh(), nn.Linear(dim // 2, 1))

    def forward(self, hidden, mask):
        s = self.score(hidden).squeeze(-1).masked_fill(mask == 0, torch.finfo(hidden.dtype).min)
        return torch.einsum("bt,btd->bd", s.softmax(-1), hidden)


class TicketNet(nn.Module):
    def __init__(self, n_classes: int):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(CKPT)
        dim = self.encoder.config.dim
        self.pool = AttentionPooling(dim)
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Dropout(0.1), nn.Linear(dim, n_classes))

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.head(self.pool(hidden, attention_mask))     # logits; the softmax is in the loss

    def parameter_groups(self, lr: float, decay: float) -> list[dict]:
        """Every layer below the head learns `decay` times as fast as the one above it."""
        groups = [{"params": [*self.pool.parameters(), *self.head.parameters()], "lr": lr * 2}]
        for layer in [*reversed(self.encoder.transformer.layer), self.encoder.embeddings]:
            groups.append({"params": list(layer.parameters()), "lr": lr})
            lr *= decay
        return groups


class EarlyStopping:
    def __init__(self, patience: int):
        self.patience, self.left, self.best, self.state = patience, patience, float("inf"), None

    def __call__(self, value: float, model: nn.Module) -> bool:
        if value < self.best:
            self.best, self.left, self.state = value, self.patience, copy.deepcopy(model.state_dict())
        else:
            self.left -= 1
        return self.left <= 0


tokenizer = AutoTokenizer.from_pretrained(CKPT)


def collate(batch):
    texts, labels = zip(*batch)
    # the product stands right after the greeting, so 48 tokens are plenty (and much faster)
    enc = tokenizer(list(texts), padding=True, truncation=True, max_length=48, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor(labels)


def evaluate(model, loader, criterion):
    model.eval()
    loss = hits = n = 0
    with torch.no_grad():
        for ids, mask, y in loader:
            out = model(ids, mask)
            loss += criterion(out, y).item() * len(y)
            hits += (out.argmax(1) == y).sum().item()
            n += len(y)
    return loss / n, hits / n


def main():
    test = Tickets("test")
    valid = Tickets("validation", without=test.texts)
    train = Tickets("train", without=test.texts | valid.texts)
    train_loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(valid, batch_size=32, collate_fn=collate)

    model = TicketNet(n_classes=4)
    optimizer = torch.optim.AdamW(model.parameter_groups(lr=3e-4, decay=0.8), weight_decay=0.01)
    warmup = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 20))
    criterion = nn.CrossEntropyLoss()
    stopper = EarlyStopping(patience=2)

    for epoch in range(7):
        model.train()
        for ids, mask, y in train_loader:
            loss = criterion(model(ids, mask), y)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            warmup.step()
        val_loss, val_acc = evaluate(model, valid_loader, criterion)
        print(f"epoch {epoch}: validation loss {val_loss:.4f}, accuracy {val_acc:.3f}")
        if stopper(val_loss, model):
            break

    model.load_state_dict(stopper.state)
    _, acc = evaluate(model, DataLoader(test, batch_size=32, collate_fn=collate), criterion)
    print(f"test accuracy {acc:.3f} (chance about 0.25)")


if __name__ == "__main__":
    main()
