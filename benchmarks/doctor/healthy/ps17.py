"""Tickets to desks with a hand-written loop: encoder frozen while the head warms up, then fine-tuned as a whole."""
import copy

import torch
from datasets import load_dataset
from sklearn.metrics import classification_report, f1_score
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, DataCollatorWithPadding, get_scheduler, set_seed

set_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"
data = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
later = {*data["validation"]["text"], *data["test"]["text"]}
data["train"] = data["train"].filter(lambda row: row["text"] not in later)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
data = data.map(lambda rows: tokenizer(rows["text"], truncation=True), batched=True)
data = data.rename_column("desk_id", "labels").remove_columns(["text", "desk"])
loaders = {s: DataLoader(data[s], batch_size=16 if s == "train" else 80, shuffle=s == "train",
                         collate_fn=DataCollatorWithPadding(tokenizer)) for s in data}


class MeanPooled(nn.Module):
    def __init__(self, name, n_classes):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(self.encoder.config.dim, n_classes))

    def forward(self, input_ids, attention_mask):
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).to(states.dtype)
        return self.head((states * m).sum(1) / m.sum(1))


@torch.no_grad()
def predict(split):
    model.eval()
    ys, ps = [], []
    for batch in loaders[split]:
        ys += batch.pop("labels").tolist()
        ps += model(**batch.to(device)).argmax(-1).tolist()
    return ys, ps


def run_epoch(optimizer, scheduler=None):
    model.train()
    model.encoder.train(next(model.encoder.parameters()).requires_grad)  # frozen: no dropout inside it either
    for batch in loaders["train"]:
        batch = batch.to(device)
        labels = batch.pop("labels")
        criterion(model(**batch), labels).backward()
        torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 1.0)
        optimizer.step()
        if scheduler:
            scheduler.step()
        optimizer.zero_grad()


model = MeanPooled("checkpoints/tickets", 4).to(device)
counts = torch.bincount(torch.tensor(data["train"]["labels"][:]), minlength=4)
criterion = nn.CrossEntropyLoss(weight=(counts.sum() / (4 * counts)).to(device))
model.encoder.requires_grad_(False)
run_epoch(torch.optim.AdamW(model.head.parameters(), lr=5e-3))
model.encoder.requires_grad_(True)

EPOCHS, best = 8, -1.0
steps = EPOCHS * len(loaders["train"])
optimizer = torch.optim.AdamW([
    {"params": [p for p in model.encoder.parameters() if p.ndim >= 2], "weight_decay": 0.01},
    {"params": [p for p in model.encoder.parameters() if p.ndim < 2], "weight_decay": 0.0},
    {"params": model.head.parameters(), "lr": 3e-3, "weight_decay": 0.0}], lr=1e-3)
scheduler = get_scheduler("linear", optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)
for epoch in range(EPOCHS):
    run_epoch(optimizer, scheduler)
    score = f1_score(*predict("validation"), average="macro")
    if score > best:
        best, best_state = score, copy.deepcopy(model.state_dict())
    print(f"epoch {epoch:2d}  validation macro F1 {score:.3f}")
model.load_state_dict(best_state)
print(classification_report(*predict("test"), digits=3))
