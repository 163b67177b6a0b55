import json
import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, GPT2LMHeadModel

# fine-tune a little GPT-2: given a task, write the list of work steps
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(42)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
model = GPT2LMHeadModel.from_pretrained("checkpoints/steps")
model.to(device)
eos = tokenizer.eos_token_id


class StepsDataset(torch.utils.data.Dataset):
    def __init__(self, file, limit=None):
        self.items = []
        for line in list(open(file))[:limit]:
            row = json.loads(line)
            prompt = tokenizer(row["prompt"])["input_ids"]
            full = tokenizer(row["prompt"] + " " + row["steps"])["input_ids"] + [eos]
            self.items.append({
                "input_ids": full,
                "prompt_ids": prompt,
                "prompt": row["prompt"],
                "steps": row["steps"],
            })

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def pad_batch(items):
    width = max(len(it["input_ids"]) for it in items)
    ids = torch.full((len(items), width), eos)
    mask = torch.zeros(len(items), width, dtype=torch.long)
    labels = torch.full((len(items), width), -100)
    for i, it in enumerate(items):
        n, p = len(it["input_ids"]), len(it["prompt_ids"])
        ids[i, :n] = torch.tensor(it["input_ids"])
        mask[i, :n] = 1
        labels[i, p:n] = torch.tensor(it["input_ids"][p:])     # learn the answer only
    return ids.to(device), mask.to(device), labels.to(device)


train = StepsDataset("data/steps/train.jsonl")
valid = StepsDataset("data/steps/validation.jsonl", limit=80)
loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=pad_batch)
optim = torch.optim.AdamW(model.parameters(), lr=1e-3)


def evaluate(show=0):
    model.eval()
    hits = 0
    for k, item in enumerate(valid):
        x = torch.tensor([item["input_ids"]], device=device)
        with torch.no_grad():
            y = model.generate(x, attention_mask=torch.ones_like(x), max_new_tokens=8,
                               do_sample=False, pad_token_id=eos)
        text = tokenizer.decode(y[0]).split("</s>")[0].strip()
        hits += text == item["prompt"] + " " + item["steps"]
        if k < show:
            print("   ", text)
    model.train()
    return hits / len(valid)


print("before training: exact match", evaluate())
model.train()
for epoch in range(12):
    losses = []
    for ids, mask, labels in loader:
        loss = model(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        optim.step()
        optim.zero_grad()
        losses.append(loss.item())
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}  exact match {evaluate():.3f}")
evaluate(show=3)
