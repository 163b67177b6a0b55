import torch
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

torch.manual_seed(55)
path = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(path)
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained(path)
ds = load_dataset("data/steps")


def collate_train(rows):
    """Prompt + answer + end token; the loss is taken over the answer and the end token only."""
    full, labels = [], []
    for r in rows:
        p = tokenizer(r["prompt"])["input_ids"]
        a = tokenizer(r["steps"])["input_ids"] + [tokenizer.eos_token_id]
        full.append(p + a)
        labels.append([-100] * len(p) + a)
    width = max(map(len, full))
    ids = torch.tensor([x + [tokenizer.pad_token_id] * (width - len(x)) for x in full])
    mask = torch.tensor([[1] * len(x) + [0] * (width - len(x)) for x in full])
    labels = torch.tensor([x + [-100] * (width - len(x)) for x in labels])
    return ids, mask, labels


loader = DataLoader(ds["train"], batch_size=16, shuffle=True, collate_fn=collate_train)
EPOCHS = 8
optim = AdamW(model.parameters(), lr=3e-3)
sched = get_cosine_schedule_with_warmup(optim, 20, EPOCHS * len(loader))

model.train()
for epoch in range(EPOCHS):
    for ids, mask, labels in loader:
        loss = model(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optim.step()
        sched.step()
        optim.zero_grad()
    print(f"epoch {epoch} loss {loss.item():.3f}")

# ---------------------------------------------------------------- generation, in batches
model.eval()
exact = 0
test = ds["test"]
for i in range(0, len(test), 32):
    rows = test[i:i + 32]
    enc = tokenizer(rows["prompt"], padding=True, return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=8, pad_token_id=tokenizer.pad_token_id)
    texts = tokenizer.batch_decode(out[:, enc["input_ids"].size(1):], skip_special_tokens=True)
    exact += sum(t.strip() == s for t, s in zip(texts, rows["steps"]))
    if i == 0:
        for p, t, s in list(zip(rows["prompt"], texts, rows["steps"]))[:4]:
            print(f"{p} | {t} | {s}")
print("exact match", exact / len(test))
