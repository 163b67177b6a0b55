"""Fine-tune the small GPT-2 to write the steps after a prompt; loss on the answer only, greedy decoding to check."""
import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup

random.seed(2)
torch.manual_seed(2)

CKPT = "checkpoints/steps"
EPOCHS, BATCH, LR = 20, 16, 1e-3

tok = AutoTokenizer.from_pretrained(CKPT)
tok.pad_token = tok.eos_token  # padding is told apart by the attention mask and the labels, not by its id
model = AutoModelForCausalLM.from_pretrained(CKPT)


def load(split, skip):
    rows = [json.loads(line) for line in open(f"data/steps/{split}.jsonl")]
    return [r for r in rows if r["prompt"] not in skip]


def collate(rows):
    ids, labels = [], []
    for r in rows:
        p = tok(r["prompt"])["input_ids"]
        a = tok(" " + r["steps"])["input_ids"] + [tok.eos_token_id]  # the end is to be learnt as well
        ids.append(p + a)
        labels.append([-100] * len(p) + a)
    width = max(map(len, ids))
    return {
        "input_ids": torch.tensor([i + [tok.pad_token_id] * (width - len(i)) for i in ids]),
        "attention_mask": torch.tensor([[1] * len(i) + [0] * (width - len(i)) for i in ids]),
        "labels": torch.tensor([l + [-100] * (width - len(l)) for l in labels]),  # shifted inside the model
    }


def answer_loss(loader):
    model.eval()
    total = count = 0
    with torch.no_grad():
        for batch in loader:
            n = (batch["labels"][:, 1:] != -100).sum().item()
            total += model(**batch).loss.item() * n
            count += n
    return total / count


def exact_match(rows, size=64):
    model.eval()
    tok.padding_side = "left"  # new tokens are written at the right end
    right = 0
    for i in range(0, len(rows), size):
        part = rows[i:i + size]
        enc = tok([r["prompt"] for r in part], padding=True, return_tensors="pt")
        out = model.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], max_new_tokens=8,
                             do_sample=False, pad_token_id=tok.pad_token_id)
        texts = tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        right += sum(t.split() == r["steps"].split() for t, r in zip(texts, part))
    return right / len(rows)


train = load("train", set())
known = {r["prompt"] for r in train}
val = load("validation", known)
known |= {r["prompt"] for r in val}
test = load("test", known)

train_loader = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val, batch_size=64, collate_fn=collate)

opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
total_steps = EPOCHS * len(train_loader)
sched = get_linear_schedule_with_warmup(opt, int(0.05 * total_steps), total_steps)

for epoch in range(1, EPOCHS + 1):
    model.train()
    for batch in train_loader:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  answer loss {answer_loss(val_loader):.4f}  exact {exact_match(val):.3f}")

print("test exact match", round(exact_match(test), 4), "on", len(test), "prompts")
