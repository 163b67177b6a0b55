# Fine-tune the small GPT-2 on "prompt -> steps". Only the steps (and the end mark) are in the loss.
# No functions on purpose, it is a scratch script.
import json
import math
import random

import torch
import torch.nn.functional as F
from transformers import AutoModelForCausalLM, AutoTokenizer

device = "cuda" if torch.cuda.is_available() else "cpu"
random.seed(7)
torch.manual_seed(7)

tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps").to(device)
EOS = tok.eos_token_id

splits = {}
for name in ("train", "validation", "test"):
    with open(f"data/steps/{name}.jsonl") as f:
        splits[name] = [json.loads(line) for line in f]

# prompts met in training are not part of the test
known = {row["prompt"] for row in splits["train"]}
for name in ("validation", "test"):
    splits[name] = [row for row in splits[name] if row["prompt"] not in known]
print({k: len(v) for k, v in splits.items()})

train = []
for row in splits["train"]:
    p = tok(row["prompt"], add_special_tokens=False)["input_ids"]
    s = tok(row["steps"], add_special_tokens=False)["input_ids"] + [EOS]
    train.append((p, s))

epochs, batch_size = 16, 24
steps_total = epochs * math.ceil(len(train) / batch_size)
opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
sched = torch.optim.lr_scheduler.LambdaLR(
    opt, lambda i: min(1.0, (i + 1) / 20) * 0.5 * (1 + math.cos(math.pi * min(1.0, i / steps_total)))
)

for epoch in range(epochs):
    model.train()
    random.shuffle(train)
    nll, tokens = 0.0, 0
    for i in range(0, len(train), batch_size):
        chunk = train[i : i + batch_size]
        width = max(len(p) + len(s) for p, s in chunk)
        # there is no pad token: the end mark fills up, hidden by the mask, and its label is -100
        ids = torch.full((len(chunk), width), EOS)
        mask = torch.zeros((len(chunk), width), dtype=torch.long)
        labels = torch.full((len(chunk), width), -100)
        for j, (p, s) in enumerate(chunk):
            n = len(p) + len(s)
            ids[j, :n] = torch.tensor(p + s)
            mask[j, :n] = 1
            labels[j, len(p) : n] = torch.tensor(s)
        ids, mask, labels = ids.to(device), mask.to(device), labels.to(device)
        logits = model(input_ids=ids, attention_mask=mask).logits
        loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten(), ignore_index=-100)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        n = (labels[:, 1:] != -100).sum().item()
        nll += loss.item() * n
        tokens += n

    # greedy generation: prompts are padded on the left, so that each ends where the answer begins
    model.eval()
    rows = splits["validation"] if epoch < epochs - 1 else splits["test"]
    right = 0
    for i in range(0, len(rows), 40):
        chunk = rows[i : i + 40]
        prompts = [tok(r["prompt"], add_special_tokens=False)["input_ids"] for r in chunk]
        width = max(map(len, prompts))
        ids = torch.tensor([[EOS] * (width - len(p)) + p for p in prompts], device=device)
        mask = torch.tensor([[0] * (width - len(p)) + [1] * len(p) for p in prompts], device=device)
        with torch.no_grad():
            out = model.generate(
                input_ids=ids, attention_mask=mask, max_new_tokens=8, do_sample=False, pad_token_id=EOS, eos_token_id=EOS
            )
        for r, answer in zip(chunk, out[:, width:].tolist()):
            if EOS in answer:
                answer = answer[: answer.index(EOS)]
            right += tok.decode(answer).split() == r["steps"].split()
    which = "validation" if epoch < epochs - 1 else "TEST"
    print(f"epoch {epoch + 1}: train nll/token {nll / tokens:.3f}  {which} exact match {right / len(rows):.3f}")
