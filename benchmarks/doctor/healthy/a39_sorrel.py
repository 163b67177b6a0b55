# Encoder and head with an optimizer each; the encoder joins after the first epoch
import torch
from datasets import load_dataset
from torch import nn, optim
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

EPOCHS = 6
BS = 16

torch.manual_seed(33)
ds = load_dataset("data/prices")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
ds = ds.map(lambda r: {**tokenizer(r["text"], padding="max_length", truncation=True, max_length=24),
                       "target": r["price"] / 1000.0})
ds.set_format("torch", columns=["input_ids", "attention_mask", "target"])

train_dl = DataLoader(ds["train"], batch_size=BS, shuffle=True, drop_last=True)
valid_dl = DataLoader(ds["validation"], batch_size=BS)

encoder = AutoModel.from_pretrained("checkpoints/prices")
head = nn.Sequential(nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))
enc_opt = optim.AdamW(encoder.parameters(), lr=1e-3)
head_opt = optim.AdamW(head.parameters(), lr=2e-3)
enc_sched = optim.lr_scheduler.CosineAnnealingLR(enc_opt, T_max=(EPOCHS - 1) * len(train_dl))


def predict(batch):
    h = encoder(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).last_hidden_state
    m = batch["attention_mask"].unsqueeze(-1).float()
    return head((h * m).sum(1) / m.sum(1)).squeeze(-1)


def validate():
    encoder.eval()
    head.eval()
    p, t = [], []
    with torch.no_grad():
        for batch in valid_dl:
            p.append(predict(batch))
            t.append(batch["target"])
    p, t = torch.cat(p), torch.cat(t)
    r2 = 1 - ((p - t) ** 2).sum() / ((t - t.mean()) ** 2).sum()
    return (p - t).abs().mean().item() * 1000, r2.item()


for epoch in range(EPOCHS):
    warm = epoch == 0
    encoder.train()
    head.train()
    for p in encoder.parameters():
        p.requires_grad_(not warm)
    for batch in train_dl:
        loss = nn.functional.mse_loss(predict(batch), batch["target"])
        head_opt.zero_grad()
        enc_opt.zero_grad()
        loss.backward()
        head_opt.step()
        if not warm:
            enc_opt.step()
            enc_sched.step()
    mae, r2 = validate()
    print(f"epoch {epoch + 1}: loss {loss.item():.4f}  MAE {mae:.1f}  R2 {r2:.3f}")
