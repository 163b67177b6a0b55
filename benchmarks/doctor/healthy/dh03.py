"""GPT-2 goes on writing: "soap in school : soak" -> "wrap grind melt roll". Loop by hand, loss on the answer only."""
import json
import random

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

random.seed(4)
torch.manual_seed(4)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
END = tok.eos_token_id


def read(name):
    return [json.loads(line) for line in open(f"data/steps/{name}.jsonl")]


test = list({r["prompt"]: r for r in read("test")}.values())
names = {r["prompt"] for r in test}
train = list({r["prompt"]: r for r in read("train") if r["prompt"] not in names}.values())
assert not names & {r["prompt"] for r in train}


def collate(batch):
    """Right padding. The end sign is also the filling, so what counts is told by lengths, never by the id."""
    ids, labels = [], []
    for r in batch:
        p = tok(r["prompt"])["input_ids"]
        a = tok(r["steps"])["input_ids"] + [END]
        ids.append(p + a)
        labels.append([-100] * len(p) + a)       # the real end sign is learned, the filling is not
    n = max(map(len, ids))
    return {
        "input_ids": torch.tensor([i + [END] * (n - len(i)) for i in ids]),
        "attention_mask": torch.tensor([[1] * len(i) + [0] * (n - len(i)) for i in ids]),
        "labels": torch.tensor([l + [-100] * (n - len(l)) for l in labels]),
    }


EPOCHS, SIZE = 20, 16
loader = torch.utils.data.DataLoader(train, batch_size=SIZE, shuffle=True, collate_fn=collate)
opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
sched = get_cosine_schedule_with_warmup(opt, 30, EPOCHS * len(loader))

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in loader:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
        running += loss.item()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1} loss {running / len(loader):.4f}")


@torch.no_grad()
def answer(prompt):
    enc = tok(prompt, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=END)
    return tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)


model.eval()
right = sum(answer(r["prompt"]).split() == r["steps"].split() for r in test)
print(f"exact answers on unseen prompts: {right}/{len(test)}")
