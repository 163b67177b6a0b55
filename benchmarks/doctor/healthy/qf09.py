"""Instruction tuning in miniature: a GPT-2 with 2 layers learns to write the steps after a prompt."""
import json

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed

PATH = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(PATH)
EOS = tok.eos_token_id
MAX = 32


class Steps(Dataset):
    """No separator is needed: the verb ends the prompt, the steps follow at once."""

    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        p = tok(self.rows[i]["prompt"], add_special_tokens=False)["input_ids"]
        s = tok(self.rows[i]["steps"], add_special_tokens=False)["input_ids"] + [EOS]
        ids = p + s
        assert len(ids) <= MAX
        # the loss is for the answer and its end only
        return ids, [-100] * len(p) + s


def pad_right(items):
    # There is no pad token. EOS fills up, the mask hides it, and its labels are -100,
    # while the one EOS that ends the answer keeps its label.
    longest = max(len(ids) for ids, _ in items)
    ids = torch.full((len(items), longest), EOS)
    labels = torch.full((len(items), longest), -100)
    mask = torch.zeros(len(items), longest, dtype=torch.long)
    for r, (i, l) in enumerate(items):
        ids[r, : len(i)] = torch.tensor(i)
        labels[r, : len(l)] = torch.tensor(l)
        mask[r, : len(i)] = 1
    return dict(input_ids=ids, attention_mask=mask, labels=labels)


@torch.no_grad()
def answers(model, prompts):
    model.eval()
    out = []
    for prompt in prompts:  # one by one: nothing to pad
        enc = tok(prompt, add_special_tokens=False, return_tensors="pt")
        gen = model.generate(
            input_ids=enc["input_ids"],
            attention_mask=enc["attention_mask"],
            max_new_tokens=8,
            do_sample=False,
            pad_token_id=EOS,
        )
        out.append(tok.decode(gen[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip())
    return out


def exact_match(model, rows):
    return sum(a == r["steps"] for a, r in zip(answers(model, [r["prompt"] for r in rows]), rows)) / len(rows)


def load(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(x) for x in f]


set_seed(5)
test = load("test")
taken = {r["prompt"] for r in test}
val = [r for r in load("validation") if r["prompt"] not in taken]
taken.update(r["prompt"] for r in val)
train = [r for r in load("train") if r["prompt"] not in taken]
print(len(train), len(val), len(test))

model = AutoModelForCausalLM.from_pretrained(PATH)
loader = DataLoader(Steps(train), batch_size=16, shuffle=True, collate_fn=pad_right)
epochs = 20
optim = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
n_steps = epochs * len(loader)
lr = get_cosine_schedule_with_warmup(optim, num_warmup_steps=n_steps // 20, num_training_steps=n_steps)

best, weights = -1.0, None
for epoch in range(epochs):
    model.train()
    losses = []
    for batch in loader:
        loss = model(**batch).loss
        optim.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optim.step()
        lr.step()
        losses.append(loss.item())
    if (epoch + 1) % 4 == 0:
        em = exact_match(model, val)
        print(f"epoch {epoch + 1:2d}  mean batch loss {sum(losses) / len(losses):.4f}  validation exact match {em:.3f}")
        if em > best:
            best, weights = em, {k: v.clone() for k, v in model.state_dict().items()}

model.load_state_dict(weights)
all_steps = [r["steps"] for r in train]
common = max(set(all_steps), key=all_steps.count)
print(f"test exact match {exact_match(model, test):.3f}; always '{common}': "
      f"{sum(r['steps'] == common for r in test) / len(test):.3f}")
