import pandas as pd
import torch
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModelForCausalLM, AutoTokenizer

torch.manual_seed(0)
CKPT = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(CKPT)
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained(CKPT)

train_df = pd.read_json("data/steps/train.jsonl", lines=True)
val_df = pd.read_json("data/steps/validation.jsonl", lines=True)


def tensors(df):
    texts = (df["prompt"] + " " + df["steps"] + " " + tok.eos_token).tolist()
    enc = tok(texts, padding=True, return_tensors="pt")
    return TensorDataset(enc["input_ids"], enc["attention_mask"])


train_dl = DataLoader(tensors(train_df), batch_size=16, shuffle=True)
val_dl = DataLoader(tensors(val_df), batch_size=64)


def step(ids, mask):
    targets = ids.masked_fill(mask == 0, -100)
    inputs, targets = ids[:, :-1], targets[:, 1:]
    return model(input_ids=inputs, attention_mask=mask[:, :-1], labels=targets).loss


optim = torch.optim.AdamW(model.parameters(), lr=2e-3)
for epoch in range(8):
    model.train()
    train_loss = 0
    for ids, mask in train_dl:
        optim.zero_grad()
        loss = step(ids, mask)
        loss.backward()
        optim.step()
        train_loss += loss.item() / len(train_dl)
    model.eval()
    with torch.no_grad():
        val_loss = sum(step(ids, mask).item() for ids, mask in val_dl) / len(val_dl)
    print(f"{epoch}  train {train_loss:.3f}  val {val_loss:.3f}")

answers = []
for prompt in val_df["prompt"][:60]:
    enc = tok(prompt, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tok.eos_token_id)
    answers.append(tok.decode(out[0, enc.input_ids.shape[1]:], skip_special_tokens=True))

result = val_df.head(60).assign(answer=answers)
print(result.head(10).to_string())
print("exact match", (result["answer"] == result["steps"]).mean())
