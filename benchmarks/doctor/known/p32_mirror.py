import torch
from datasets import load_dataset
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(12)


class TicketClassifier(nn.Module):
    """DistilBERT, mean over the tokens, two linear layers."""

    def __init__(self, backbone, n_classes, dropout=0.1):
        super().__init__()
        self.backbone = backbone
        dim = backbone.config.dim
        self.head = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Dropout(dropout), nn.Linear(dim, n_classes))

    def forward(self, input_ids, attention_mask):
        hidden = self.backbone(input_ids=input_ids, attention_mask=attention_mask)[0]
        weight = attention_mask.unsqueeze(-1).to(hidden.dtype)
        return self.head((hidden * weight).sum(1) / weight.sum(1).clamp(min=1))


tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
# order numbers were replaced by this mark when the data were made anonymous
tokenizer.add_tokens(["[ORDER]"], special_tokens=True)

backbone = AutoModel.from_pretrained("checkpoints/tickets")
model = TicketClassifier(backbone, n_classes=4).to(DEVICE)


def collate(batch):
    enc = tokenizer([b["text"] for b in batch], truncation=True, padding=True, return_tensors="pt")
    return enc.to(DEVICE), torch.tensor([b["desk_id"] for b in batch], device=DEVICE)


tickets = load_dataset("data/tickets")
loaders = {s: DataLoader(tickets[s], batch_size=24, shuffle=s == "train", collate_fn=collate) for s in tickets}

optimizer = torch.optim.AdamW([
    {"params": model.backbone.parameters(), "lr": 5e-4},
    {"params": model.head.parameters(), "lr": 1e-3},
])
loss_fn = nn.CrossEntropyLoss(label_smoothing=0.05)

for epoch in range(6):
    model.train()
    for enc, y in loaders["train"]:
        optimizer.zero_grad()
        loss = loss_fn(model(**enc), y)
        loss.backward()
        optimizer.step()

    model.eval()
    with torch.no_grad():
        good = [(model(**enc).argmax(-1) == y).float() for enc, y in loaders["validation"]]
    print(f"epoch {epoch + 1} loss {loss.item():.3f} validation accuracy {torch.cat(good).mean().item():.3f}")
