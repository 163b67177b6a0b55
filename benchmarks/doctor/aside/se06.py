import json
import re

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForQuestionAnswering, AutoTokenizer

torch.manual_seed(5)
checkpoint = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForQuestionAnswering.from_pretrained(checkpoint)


def make_squad(split):
    """SQuAD-like records out of the tickets."""
    records = []
    for line in open(f"data/tickets/{split}.jsonl"):
        context = json.loads(line)["text"]
        m = re.search(r"\bmy (\w+) (.+?) \. order", context)
        if m is None:
            continue
        for group, question in ((1, "what is it about ?"), (2, "what happened to the product ?")):
            records.append(
                {
                    "question": question,
                    "context": context,
                    "answers": {"text": [m.group(group)], "answer_start": [m.start(group)]},
                }
            )
    return records


train, valid = make_squad("train"), make_squad("validation")
print(len(train), "train /", len(valid), "validation questions")
print(train[1])


def collate(records):
    enc = tokenizer(
        [r["question"] for r in records],
        [r["context"] for r in records],
        padding=True,
        truncation="only_second",
        max_length=96,
        return_tensors="pt",
    )
    starts, ends = [], []
    for i, r in enumerate(records):
        start_char = r["answers"]["answer_start"][0]
        end_char = start_char + len(r["answers"]["text"][0])
        starts.append(start_char)
        ends.append(end_char)
    enc["start_positions"] = torch.tensor(starts)
    enc["end_positions"] = torch.tensor(ends)
    return enc


loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)

model.train()
for epoch in range(5):
    running = 0.0
    for batch in loader:
        optimizer.zero_grad()
        out = model(**batch)
        out.loss.backward()
        optimizer.step()
        running += out.loss.item()
    print(f"epoch {epoch}: {running / len(loader):.3f}")

model.eval()
em = 0
for k, r in enumerate(valid):
    enc = tokenizer(r["question"], r["context"], return_tensors="pt")
    with torch.no_grad():
        out = model(**enc)
    s, e = out.start_logits.argmax().item(), out.end_logits.argmax().item()
    pred = tokenizer.decode(enc["input_ids"][0, s : e + 1])
    gold = r["answers"]["text"][0]
    em += pred == gold
    if k < 6:
        print(f"{r['question']:32s} gold={gold!r} pred={pred!r}")
print("exact match", round(100 * em / len(valid), 1))
