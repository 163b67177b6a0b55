# GPT-2 on the recipes: "clay at home : cut" -> "hang shake stretch"
import json, copy
import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, AutoModelForCausalLM

torch.manual_seed(1)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

def rows(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl")]

def collate(batch):
    full = [tok(r["prompt"] + " " + r["steps"])["input_ids"] + [tok.eos_token_id] for r in batch]
    cut = [len(tok(r["prompt"])["input_ids"]) for r in batch]
    n = max(map(len, full))
    ids = torch.full((len(batch), n), tok.pad_token_id)
    mask = torch.zeros(len(batch), n, dtype=torch.long)
    labels = torch.full((len(batch), n), -100)
    for i, (f, c) in enumerate(zip(full, cut)):
        ids[i, :len(f)] = torch.tensor(f)
        mask[i, :len(f)] = 1
        labels[i, c:len(f)] = torch.tensor(f[c:])        # the prompt is not learnt
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}

train = DataLoader(rows("train"), batch_size=16, shuffle=True, collate_fn=collate)
valid = DataLoader(rows("validation"), batch_size=80, collate_fn=collate)

@torch.no_grad()
def evaluate():
    model.eval()
    right = count = 0
    loss = 0.0
    for b in valid:
        out = model(**b)
        pred = out.logits.argmax(-1)
        gold = b["labels"]
        keep = gold != -100
        right += (pred[keep] == gold[keep]).sum().item()
        count += keep.sum().item()
        loss += out.loss.item() / len(valid)
    return loss, right / count

opt = torch.optim.AdamW(model.parameters(), lr=5e-4)
best, best_weights, waited = -1.0, None, 0
for epoch in range(20):
    model.train()
    for b in train:
        loss = model(**b).loss
        opt.zero_grad()
        loss.backward()
        opt.step()
    v, acc = evaluate()
    print(f"epoch {epoch}: valid loss {v:.3f}, accuracy of the next token {acc:.3f}")
    if acc > best:
        best, best_weights, waited = acc, copy.deepcopy(model.state_dict()), 0
    else:
        waited += 1
        if waited == 3:
            print("no better for three epochs, stop")
            break
model.load_state_dict(best_weights)

model.eval()
ok = 0
for r in rows("test"):
    enc = tok(r["prompt"], return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tok.pad_token_id)
    ok += tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip() == r["steps"]
print(f"kept: accuracy {best:.3f}; whole recipes right on test: {ok}/160")
