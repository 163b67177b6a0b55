"""Extractive question answering on little biographies, own training loop."""
import random

import torch
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModelForQuestionAnswering, AutoTokenizer, get_linear_schedule_with_warmup

random.seed(3)
torch.manual_seed(3)

NAMES = "anna peter julia martin clara simon helen oscar maria david".split()
FACTS = {
    "city": ("{n} lives in {v}.", "can you tell me in which city {n} lives at the moment?",
             "london paris boston madrid vienna berlin dublin".split()),
    "job": ("{n} works as a {v}.", "do you happen to know what kind of work {n} does all day?",
            "teacher baker driver doctor painter farmer waiter".split()),
    "drink": ("{n} likes {v} best.", "what should i put on the table if {n} is thirsty tonight?",
              "coffee water milk juice cocoa cider lemonade".split()),
}


def make(n):
    rows = []
    for _ in range(n):
        name = random.choice(NAMES)
        values = {k: random.choice(f[2]) for k, f in FACTS.items()}
        order = random.sample(list(FACTS), 3)
        context = " ".join(FACTS[k][0].format(n=name, v=values[k]) for k in order)
        asked = random.choice(order)
        rows.append({
            "question": FACTS[asked][1].format(n=name),
            "context": context,
            "answer": values[asked],
            "start": context.index(f" {values[asked]}") + 1,
        })
    return rows


tok = AutoTokenizer.from_pretrained("checkpoints/bert")


def features(rows):
    enc = tok([r["question"] for r in rows], [r["context"] for r in rows], truncation="only_second",
              max_length=96, padding="max_length", return_offsets_mapping=True)
    starts, ends = [], []
    for row, offsets in zip(rows, enc["offset_mapping"]):
        first, last = row["start"], row["start"] + len(row["answer"])
        s = next(k for k, (a, b) in enumerate(offsets) if a <= first < b)
        e = next(k for k, (a, b) in enumerate(offsets) if a < last <= b)
        starts.append(s)
        ends.append(e)
    return TensorDataset(torch.tensor(enc["input_ids"]), torch.tensor(enc["attention_mask"]),
                         torch.tensor(enc["token_type_ids"]), torch.tensor(starts), torch.tensor(ends))


everything = {(r["question"], r["context"]): r for r in make(1500)}  # each pair once
everything = list(everything.values())
train_rows, val_rows = everything[200:], everything[:200]
train_loader = DataLoader(features(train_rows), batch_size=32, shuffle=True)
val_loader = DataLoader(features(val_rows), batch_size=64)

model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/bert")
EPOCHS = 6
opt = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
total = EPOCHS * len(train_loader)
sched = get_linear_schedule_with_warmup(opt, total // 10, total)


def exact_match():
    model.eval()
    texts = []
    with torch.no_grad():
        for ids, mask, types, _, _ in val_loader:
            out = model(input_ids=ids, attention_mask=mask, token_type_ids=types)
            for row, s, e in zip(ids, out.start_logits.argmax(-1), out.end_logits.argmax(-1)):
                texts.append(tok.decode(row[s:e + 1], skip_special_tokens=True).strip())
    hits = [t == r["answer"] for t, r in zip(texts, val_rows)]
    for t, r in list(zip(texts, val_rows))[:4]:
        print("   ", repr(t), "| wanted", repr(r["answer"]))
    return sum(hits) / len(hits)


for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for ids, mask, types, s, e in train_loader:
        opt.zero_grad()
        loss = model(input_ids=ids, attention_mask=mask, token_type_ids=types,
                     start_positions=s, end_positions=e).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        running += loss.item()
    print(f"epoch {epoch + 1} loss {running / len(train_loader):.3f} exact match {exact_match():.3f}")
