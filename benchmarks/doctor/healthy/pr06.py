# Fine-tune a GPT-2 to continue prompts. Loss on the continuation only; left padding for generation.
import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer

torch.manual_seed(5)
torch.set_num_threads(1)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
# the tokenizer has no padding token: add a new one, so that </s> stays a real symbol
tok.add_special_tokens({"pad_token": "[PAD]"})
model.resize_token_embeddings(len(tok))
model.config.pad_token_id = tok.pad_token_id
model.generation_config.pad_token_id = tok.pad_token_id

train, val, test = (pd.read_json(f"data/steps/{s}.jsonl", lines=True) for s in ("train", "validation", "test"))
test = test[~test.prompt.isin(train.prompt)]          # only prompts that were never seen


def pad(seqs, value):
    n = max(map(len, seqs))
    return torch.tensor([s + [value] * (n - len(s)) for s in seqs])


def collate(rows):
    ids, labels = [], []
    for prompt, steps in rows:
        a, b = tok(prompt)["input_ids"], tok(" " + steps)["input_ids"] + [tok.eos_token_id]
        ids.append(a + b)
        labels.append([-100] * len(a) + b)
    x = pad(ids, tok.pad_token_id)
    return {"input_ids": x, "attention_mask": (x != tok.pad_token_id).long(), "labels": pad(labels, -100)}


dl = DataLoader(list(zip(train.prompt, train.steps)), batch_size=24, shuffle=True, collate_fn=collate)
val_dl = DataLoader(list(zip(val.prompt, val.steps)), batch_size=80, collate_fn=collate)


@torch.no_grad()
def val_loss():
    model.eval()
    total = n = 0
    for b in val_dl:
        k = (b["labels"][:, 1:] != -100).sum().item()
        total += model(**b).loss.item() * k
        n += k
    return total / n


@torch.no_grad()
def exact(frame):
    model.eval()
    tok.padding_side = "left"
    enc = tok(frame.prompt.tolist(), padding=True, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False)[:, enc["input_ids"].shape[1]:]
    answers = [a.strip() for a in tok.batch_decode(out, skip_special_tokens=True)]
    return sum(a == b for a, b in zip(answers, frame.steps)) / len(frame)


opt = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95), weight_decay=0.1)
EPOCHS = 16
sched = torch.optim.lr_scheduler.SequentialLR(
    opt, [torch.optim.lr_scheduler.LinearLR(opt, 0.05, total_iters=20),
          torch.optim.lr_scheduler.CosineAnnealingLR(opt, EPOCHS * len(dl) - 20)], milestones=[20])
print("before:", round(val_loss(), 3), exact(test))
for epoch in range(EPOCHS):
    model.train()
    for b in dl:
        loss = model(**b).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        opt.zero_grad()
        sched.step()
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1}: val loss {val_loss():.4f}")
print("most frequent answer:", round((test.steps == train.steps.mode()[0]).mean(), 3), " exact match:", round(exact(test), 3))
