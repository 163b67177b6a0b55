import json

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset
from tqdm.auto import tqdm
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

torch.manual_seed(0)

MODEL = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(MODEL)
model = AutoModelForCausalLM.from_pretrained(MODEL)
EOS = tokenizer.eos_token_id


class StepsDataset(Dataset):
    def __init__(self, path):
        with open(path) as f:
            self.rows = [json.loads(line) for line in f]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        ids = tokenizer(row["prompt"] + " " + row["steps"])["input_ids"] + [EOS]
        return torch.tensor(ids)


def collate(batch):
    input_ids = pad_sequence(batch, batch_first=True, padding_value=EOS)
    labels = pad_sequence(batch, batch_first=True, padding_value=-100)
    mask = pad_sequence([torch.ones_like(x) for x in batch], batch_first=True, padding_value=0)
    return input_ids, mask, labels


loader = DataLoader(StepsDataset("data/steps/train.jsonl"), batch_size=16, shuffle=True, collate_fn=collate)
test = StepsDataset("data/steps/test.jsonl").rows

epochs = 12
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
scheduler = get_cosine_schedule_with_warmup(optimizer, 20, epochs * len(loader))

model.train()
for epoch in range(epochs):
    total = 0
    for input_ids, mask, labels in tqdm(loader, disable=True):
        outputs = model(
            input_ids=input_ids,
            attention_mask=mask,
            labels=labels,
        )
        outputs.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        total += outputs.loss.item()
    print(f"epoch {epoch + 1:2d} loss {total / len(loader):.4f}")

model.eval()
hits = 0
for i, row in enumerate(test[:80]):
    enc = tokenizer(row["prompt"], return_tensors="pt")
    out = model.generate(
        input_ids=enc["input_ids"],
        attention_mask=enc["attention_mask"],
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=EOS,
    )
    answer = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    hits += answer == row["steps"]
    if i < 5:
        print(repr(row["prompt"]), "->", repr(answer), "| expected:", repr(row["steps"]))
print("exact match:", hits / 80)
