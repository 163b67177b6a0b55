"""Extractive question answering: 'what broke?' / 'when?' / 'where?' over made-up reports, spans through offsets."""
import random
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForQuestionAnswering, AutoTokenizer

torch.set_num_threads(1)
random.seed(21); torch.manual_seed(21)
tok = AutoTokenizer.from_pretrained("checkpoints/bert")
THINGS = ["the old bench", "the chair", "a red boat", "the microscope", "the chandelier", "the heavy sack", "a clean barrel", "the bridge"]
PEOPLE = ["the teacher", "a rich captain", "the sailor", "the baker", "the juggler", "the young dentist", "the guide", "the scholar"]
TIMES = ["on monday", "in summer", "at sunrise", "in february", "after noon", "in august", "on friday"]
PLACES = ["in the foyer", "on the pier", "on the stage", "in the town", "near the mill", "in the school"]


def example():
    thing, who, when, where = (random.choice(l) for l in (THINGS, PEOPLE, TIMES, PLACES))
    text = random.choice(["{who} moved {thing} {where} {when} .", "{when} , {who} cleaned {thing} {where} .",
                          "{where} {thing} was stolen by {who} {when} .", "{thing} , said {who} , was sold {when} {where} ."])
    text = text.format(who=who, thing=thing, when=when, where=where)
    q, a = random.choice([("who was it ?", who), ("what was it ?", thing), ("when was it ?", when), ("where was it ?", where)])
    s = text.index(a)
    return {"question": q, "context": text, "start": s, "end": s + len(a), "answer": a}


pool, seen = [], set()
while len(pool) < 1500:
    e = example()
    if (e["question"], e["context"]) not in seen:        # no question twice
        seen.add((e["question"], e["context"]))
        pool.append(e)
train, test = pool[:1200], pool[1200:]


def collate(rows):
    enc = tok([r["question"] for r in rows], [r["context"] for r in rows], padding=True, truncation="only_second",
              max_length=64, return_offsets_mapping=True, return_tensors="pt")
    offsets = enc.pop("offset_mapping").tolist()
    starts, ends = [], []
    for i, r in enumerate(rows):
        inside = [j for j, s in enumerate(enc.sequence_ids(i)) if s == 1]
        starts.append(next(j for j in inside if offsets[i][j][0] == r["start"]))
        ends.append(next(j for j in inside if offsets[i][j][1] == r["end"]))
    enc["start_positions"], enc["end_positions"] = torch.tensor(starts), torch.tensor(ends)
    return enc, offsets, rows


def best_span(s, e, ids, longest=8):
    inside = [j for j, k in enumerate(ids) if k == 1]
    return max(((i, j) for i in inside for j in inside if i <= j < i + longest), key=lambda ij: s[ij[0]] + e[ij[1]])


@torch.no_grad()
def exact():
    model.eval()
    hits = 0
    for enc, offsets, rows in DataLoader(test, 100, collate_fn=collate):
        out = model(**enc)
        for n, r in enumerate(rows):
            i, j = best_span(out.start_logits[n].tolist(), out.end_logits[n].tolist(), enc.sequence_ids(n))
            hits += r["context"][offsets[n][i][0]:offsets[n][j][1]] == r["answer"]
    return hits / len(test)


model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/bert")
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
dl = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
EPOCHS = 6
total = EPOCHS * len(dl)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / 20, max(0.0, (total - s) / (total - 20))))
print("before: exact match %.3f" % exact())
for epoch in range(EPOCHS):
    model.train()
    losses = []
    for enc, _, _ in dl:
        loss = model(**enc).loss
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        losses.append(loss.item())
    print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}" + (f" exact match {exact():.3f}" if epoch % 2 else ""))
