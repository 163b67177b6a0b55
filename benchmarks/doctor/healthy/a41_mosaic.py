import torch, numpy as np
from datasets import load_dataset
from torch.utils.data import DataLoader, WeightedRandomSampler
from transformers import AutoTokenizer, AutoModelForSequenceClassification, DataCollatorWithPadding

# ===================== CONFIG =====================
class CFG:
    model = "checkpoints/tickets"
    lr = 1e-3
    bs = 16
    epochs = 6
    seed = 7

torch.manual_seed(CFG.seed); np.random.seed(CFG.seed)

# ===================== DATA =====================
# unbalanced on purpose: only 20 of the north tickets are kept in training
ds = load_dataset("data/tickets")
y = np.array(ds["train"]["desk_id"][:])
keep = np.sort(np.concatenate([np.where(y != 0)[0], np.where(y == 0)[0][:20]]))
train = ds["train"].select(keep)

tok = AutoTokenizer.from_pretrained(CFG.model)
def prep(d):
    d = d.map(lambda b: tok(b["text"], truncation=True), batched=True)
    return d.rename_column("desk_id", "labels").remove_columns(["text", "desk"])
train, valid = prep(train), prep(ds["validation"])

y = np.array(train["labels"][:])
counts = np.bincount(y)
print("class counts:", counts)
sampler = WeightedRandomSampler(weights=torch.as_tensor(1.0 / counts[y]), num_samples=len(y), replacement=True)
collate = DataCollatorWithPadding(tok)
train_dl = DataLoader(train, batch_size=CFG.bs, sampler=sampler, collate_fn=collate)
valid_dl = DataLoader(valid, batch_size=64, shuffle=False, collate_fn=collate)

# ===================== MODEL =====================
model = AutoModelForSequenceClassification.from_pretrained(CFG.model, num_labels=4)
opt = torch.optim.AdamW(model.parameters(), lr=CFG.lr, weight_decay=1e-2)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=CFG.epochs * len(train_dl))

def valid_fn():
    model.eval()
    P, Y = [], []
    for b in valid_dl:
        with torch.no_grad():
            P.append(model(input_ids=b["input_ids"], attention_mask=b["attention_mask"]).logits.softmax(-1).numpy())
        Y.append(b["labels"].numpy())
    P, Y = np.concatenate(P), np.concatenate(Y)
    per_class = [(P.argmax(1)[Y == c] == c).mean() for c in range(4)]
    return (P.argmax(1) == Y).mean(), per_class

# ===================== TRAIN =====================
for ep in range(CFG.epochs):
    model.train()
    tl = []
    for b in train_dl:
        loss = model(**b).loss
        loss.backward()
        opt.step(); sched.step(); opt.zero_grad()
        tl.append(loss.item())
    acc, per_class = valid_fn()
    print(f"[{ep}] loss={np.mean(tl):.4f} acc={acc:.4f} recall={np.round(per_class, 2)}")
