"""Extractive QA over short shipping notes, plain PyTorch loop."""
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForQuestionAnswering, AutoTokenizer, get_linear_schedule_with_warmup

random.seed(4)
torch.manual_seed(4)

drivers = ["anna", "boris", "clara", "david", "emma", "felix", "greta", "henry"]
goods = ["lamps", "chairs", "apples", "books", "carpets", "pianos"]
towns = ["hamburg", "vienna", "oslo", "madrid", "lisbon", "krakow"]
days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
templates = [
    "{who} drove a lorry with {what} to {where} on {when} .",
    "on {when} a lorry with {what} went to {where} , the driver was {who} .",
    "the lorry to {where} was loaded with {what} ; {who} took it on {when} .",
]
questions = {
    "who": "who was the driver ?",
    "what": "what was in the lorry ?",
    "where": "where did it go ?",
    "when": "when was it ?",
}

notes = set()
while len(notes) < 500:
    notes.add((random.choice(drivers), random.choice(goods), random.choice(towns), random.choice(days), random.randrange(3)))
notes = sorted(notes)
random.shuffle(notes)


def build(some):
    out = []
    for who, what, where, when, t in some:
        facts = {"who": who, "what": what, "where": where, "when": when}
        context = templates[t].format(**facts)
        for kind, q in questions.items():
            out.append(
                {"question": q, "context": context, "answer": facts[kind], "answer_start": context.index(facts[kind])}
            )
    return out


train, valid = build(notes[:400]), build(notes[400:])

tok = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/bert")


def collate(rows):
    enc = tok(
        [r["question"] for r in rows],
        [r["context"] for r in rows],
        truncation="only_second",
        max_length=96,
        padding="max_length",
        return_tensors="pt",
    )
    starts = [r["answer_start"] for r in rows]
    ends = [r["answer_start"] + len(r["answer"]) - 1 for r in rows]
    enc["start_positions"] = torch.tensor(starts)
    enc["end_positions"] = torch.tensor(ends)
    return enc, rows


train_dl = DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid, batch_size=64, collate_fn=collate)

epochs = 6
opt = torch.optim.AdamW(model.parameters(), lr=5e-4)
sched = get_linear_schedule_with_warmup(opt, 20, epochs * len(train_dl))


def exact_match():
    model.eval()
    hits = 0
    with torch.no_grad():
        for enc, rows in valid_dl:
            out = model(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"],
                        token_type_ids=enc["token_type_ids"])
            s, e = out.start_logits.argmax(-1), out.end_logits.argmax(-1)
            for i, r in enumerate(rows):
                text = tok.decode(enc["input_ids"][i][s[i]: e[i] + 1], skip_special_tokens=True)
                hits += text.strip() == r["answer"]
    return hits / len(valid)


for epoch in range(epochs):
    model.train()
    total = 0.0
    for enc, _ in train_dl:
        loss = model(**enc).loss
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        total += loss.item()
    print(f"epoch {epoch + 1} loss {total / len(train_dl):.3f} exact match {exact_match():.3f}")
