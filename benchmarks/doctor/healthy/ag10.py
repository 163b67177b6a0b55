import json
import math

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

# gpt2 comes without a padding token
if tokenizer.pad_token is None:
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    model.resize_token_embeddings(len(tokenizer))
model.config.pad_token_id = tokenizer.pad_token_id
model.to(device)
print("vocabulary:", len(tokenizer), "pad id:", tokenizer.pad_token_id)


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def collate(rows):
    texts = [r["prompt"] + " " + r["steps"] + tokenizer.eos_token for r in rows]
    batch = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    labels = batch["input_ids"].clone()
    labels[batch["attention_mask"] == 0] = -100
    batch["labels"] = labels
    return batch.to(device)


train_dl = DataLoader(read("train"), batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(read("validation"), batch_size=32, collate_fn=collate)

epochs = 6
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
schedule = get_cosine_schedule_with_warmup(optimizer, 20, epochs * len(train_dl))


@torch.no_grad()
def perplexity():
    model.eval()
    losses = [model(**b).loss.item() for b in valid_dl]
    return math.exp(sum(losses) / len(losses))


for epoch in range(1, epochs + 1):
    model.train()
    running = 0.0
    for batch in train_dl:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        running += loss.item()
    print(f"epoch {epoch} loss {running / len(train_dl):.3f} val ppl {perplexity():.2f}")

model.eval()
for row in read("test")[:4]:
    enc = tokenizer(row["prompt"], return_tensors="pt").to(device)
    out = model.generate(**enc, max_new_tokens=10, do_sample=False)
    answer = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    print(repr(row["prompt"]), "->", repr(answer), "| expected", repr(row["steps"]))
