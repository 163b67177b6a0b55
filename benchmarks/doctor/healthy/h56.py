import json, os, tempfile
import torch, torch.nn as nn, torch.nn.functional as F
from torch.utils.data import TensorDataset, DataLoader
from transformers import AutoModel, AutoTokenizer

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(3)
CKPT = "checkpoints/tickets"
BEST = os.path.join(tempfile.mkdtemp(), "best_desk.pt")


class DeskClassifier(nn.Module):
    """Encoder + [CLS] head."""

    def __init__(self):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(CKPT)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(self.encoder.config.dim, 4)

    def forward(self, ids, mask):
        cls = self.encoder(ids, attention_mask=mask).last_hidden_state[:, 0]
        return self.out(self.drop(cls))


tokenizer = AutoTokenizer.from_pretrained(CKPT)


def make_set(split):
    texts, desks = [], []
    for line in open(f"data/tickets/{split}.jsonl"):
        row = json.loads(line)
        texts.append(row["text"])
        desks.append(row["desk_id"])
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=32, return_tensors="pt")
    return TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(desks))


train_dl = DataLoader(make_set("train"), batch_size=32, shuffle=True)
valid_dl = DataLoader(make_set("validation"), batch_size=64)
test_dl = DataLoader(make_set("test"), batch_size=64)


def accuracy(m, dl):
    m.eval()
    ok = n = 0
    with torch.no_grad():
        for ids, mask, y in dl:
            pred = m(ids.to(device), mask.to(device)).argmax(1).cpu()
            ok += (pred == y).sum().item()
            n += len(y)
    return ok / n


# use all GPUs of the machine
model = nn.DataParallel(DeskClassifier()).to(device)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)

best = 0.0
for epoch in range(10):
    model.train()
    for ids, mask, y in train_dl:
        ids, mask, y = ids.to(device), mask.to(device), y.to(device)
        loss = F.cross_entropy(model(ids, mask), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    acc = accuracy(model, valid_dl)
    note = ""
    if acc > best:
        best = acc
        torch.save(model.module.state_dict(), BEST)
        note = " (saved)"
    print(f"epoch {epoch}: loss of the last batch {loss.item():.3f}, val acc {acc:.3f}{note}")

print(f"best val acc {best:.3f}, now testing that checkpoint")
final = DeskClassifier()
final.load_state_dict(torch.load(BEST, map_location="cpu"))
final.to(device)
print(f"test acc {accuracy(final, test_dl):.3f}")
