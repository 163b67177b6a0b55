# Extractive QA on little reports: who / what / when
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForQuestionAnswering, AutoTokenizer

random.seed(0)
torch.manual_seed(0)
torch.set_num_threads(1)

people = ["dentist", "teacher", "baker", "sailor", "captain", "engineer", "diver", "juggler"]
things = ["microscope", "bench", "suitcase", "chair", "sack", "barrel", "spotlight", "letter"]
verbs = ["adjusted", "cleaned", "moved", "opened", "checked", "photographed"]
times = ["at sunrise", "on Monday", "in February", "after noon"]


def make_example():
    p, t, v, w = (random.choice(x) for x in (people, things, verbs, times))
    context = random.choice([f"The {p} {v} the {t} {w}.", f"The {t} was {v} by the {p} {w}.",
                             f"We were told that {w} the {p} {v} the {t}."])
    kind = random.choice(["who", "what", "when"])
    question = {"who": f"Who {v} it?", "what": f"What was {v}?", "when": f"When was it {v}?"}[kind]
    answer = {"who": p, "what": t, "when": w}[kind]
    return {"question": question, "context": context, "answer": answer, "answer_start": context.index(answer)}


tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/bert")


def collate(batch):
    enc = tokenizer([b["question"] for b in batch], [b["context"] for b in batch], padding=True,
                    truncation="only_second", return_tensors="pt")
    starts, ends = [], []
    for i, b in enumerate(batch):
        start_char = b["answer_start"]
        end_char = start_char + len(b["answer"])
        starts.append(enc.char_to_token(i, start_char, sequence_index=1))
        ends.append(enc.char_to_token(i, end_char - 1, sequence_index=1))
    enc["start_positions"] = torch.tensor(starts)
    enc["end_positions"] = torch.tensor(ends)
    return enc


train = DataLoader([make_example() for _ in range(1920)], batch_size=32, shuffle=True, collate_fn=collate)
test = [make_example() for _ in range(300)]
opt = torch.optim.AdamW(model.parameters(), lr=5e-4)

for epoch in range(4):
    model.train()
    for step, batch in enumerate(train):
        loss = model(**batch).loss
        loss.backward()
        opt.step()
        opt.zero_grad()
        if step % 20 == 0:
            print(f"epoch {epoch} step {step:3d} loss {loss.item():.3f}")

model.eval()
em = 0
for n, ex in enumerate(test):
    enc = tokenizer(ex["question"], ex["context"], return_tensors="pt")
    with torch.no_grad():
        out = model(**enc)
    s, e = out.start_logits.argmax().item(), out.end_logits.argmax().item()
    guess = tokenizer.decode(enc.input_ids[0, s:e + 1])
    em += guess == ex["answer"].lower()
    if n < 5:
        print(ex["question"], "|", ex["context"], "|", ex["answer"], "| predicted:", repr(guess))
print("exact match", em / len(test))
