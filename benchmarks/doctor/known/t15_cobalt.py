"""One encoder, two questions about a ticket: which desk, and which product."""
import re
from pathlib import Path

import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

CHECKPOINT = "checkpoints/tickets"
SAVE_TO = Path("/tmp/ticket_multitask.pt")
torch.manual_seed(31)
torch.set_num_threads(1)


class MultiTaskModel(nn.Module):
    def __init__(self, checkpoint, task_sizes):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        width = self.encoder.config.hidden_size
        self.dropout = nn.Dropout(0.1)
        self.heads = [nn.Linear(width, n) for n in task_sizes]

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        cls = self.dropout(hidden[:, 0])
        return [head(cls) for head in self.heads]


def load(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    df["product"] = df.text.apply(lambda t: re.search(r"\bmy (\w+)", t).group(1))
    return df


train_df, val_df = load("train"), load("validation")
products = sorted(train_df["product"].unique())
product_id = {p: i for i, p in enumerate(products)}
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def collate(rows):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    targets = [
        torch.tensor([r["desk_id"] for r in rows]),
        torch.tensor([product_id[r["product"]] for r in rows]),
    ]
    return enc, targets


train_loader = DataLoader(train_df.to_dict("records"), batch_size=16, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_df.to_dict("records"), batch_size=32, collate_fn=collate)


@torch.no_grad()
def evaluate(model):
    model.eval()
    good = torch.zeros(2)
    for enc, targets in val_loader:
        for k, (logits, y) in enumerate(zip(model(enc["input_ids"], enc["attention_mask"]), targets)):
            good[k] += (logits.argmax(-1) == y).sum()
    return (good / len(val_df)).tolist()


sizes = [4, len(products)]
model = MultiTaskModel(CHECKPOINT, sizes)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
epochs, best = 8, -1.0
total = epochs * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * total), total)

for epoch in range(epochs):
    model.train()
    for enc, targets in train_loader:
        outputs = model(enc["input_ids"], enc["attention_mask"])
        loss = sum(nn.functional.cross_entropy(o, t) for o, t in zip(outputs, targets))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
    desk, product = evaluate(model)
    print(f"epoch {epoch}: desk {desk:.3f} product {product:.3f}")
    if desk + product > best:
        best = desk + product
        torch.save(model.state_dict(), SAVE_TO)

restored = MultiTaskModel(CHECKPOINT, sizes)
restored.load_state_dict(torch.load(SAVE_TO))
SAVE_TO.unlink()
print("best model, reloaded: desk %.3f product %.3f" % tuple(evaluate(restored)))
