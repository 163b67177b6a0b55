"""Extractive QA on our ticket texts: which thing is the customer writing about?"""
import json
import re

import torch
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModelForQuestionAnswering, AutoTokenizer, set_seed

set_seed(1)
MODEL = "checkpoints/tickets"
MAX_LEN = 32
QUESTION = "my order"

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def load(split):
    examples = []
    for line in open(f"data/tickets/{split}.jsonl"):
        text = json.loads(line)["text"]
        m = re.search(r"\bmy (\w+)", text)
        if m is None:
            continue
        examples.append({"context": text, "answer": m.group(1), "answer_start": m.start(1)})
    return examples


def prepare(examples):
    enc = tokenizer(
        [QUESTION] * len(examples),
        [e["context"] for e in examples],
        truncation="only_second",
        padding="max_length",
        max_length=MAX_LEN,
        return_offsets_mapping=True,
        return_tensors="pt",
    )
    starts, ends = [], []
    for i, e in enumerate(examples):
        start_char = e["answer_start"]
        end_char = start_char + len(e["answer"])
        starts.append(start_char)
        ends.append(end_char)
    data = TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(starts), torch.tensor(ends))
    return data, enc["offset_mapping"]


train_examples, val_examples = load("train"), load("validation")
print(len(train_examples), "train /", len(val_examples), "validation")
train_data, _ = prepare(train_examples)
val_data, val_offsets = prepare(val_examples)

model = AutoModelForQuestionAnswering.from_pretrained(MODEL)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
loader = DataLoader(train_data, batch_size=16, shuffle=True)


def exact_match():
    model.eval()
    hits, shown = 0, []
    with torch.no_grad():
        out = model(input_ids=val_data.tensors[0], attention_mask=val_data.tensors[1])
    starts = out.start_logits.argmax(-1).tolist()
    ends = out.end_logits.argmax(-1).tolist()
    for i, (s, e) in enumerate(zip(starts, ends)):
        a, b = val_offsets[i][s][0].item(), val_offsets[i][e][1].item()
        text = val_examples[i]["context"][a:b]
        hits += text == val_examples[i]["answer"]
        shown.append((text, val_examples[i]["answer"]))
    return hits / len(starts), shown[:4]


for epoch in range(5):
    model.train()
    total = 0.0
    for ids, mask, s, e in loader:
        out = model(input_ids=ids, attention_mask=mask, start_positions=s, end_positions=e)
        out.loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total += out.loss.item()
    em, shown = exact_match()
    print(f"epoch {epoch + 1}: loss {total / len(loader):.3f}  exact match {em:.3f}")

for pred, gold in shown:
    print(f"predicted {pred!r:40} gold {gold!r}")
