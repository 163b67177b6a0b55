# Finding the answer in a sentence: tiny BERT, made sentences, hand-written loop, spans from offsets.
import random

import torch
from torch.utils.data import DataLoader
from transformers import BertForQuestionAnswering, BertTokenizerFast, get_linear_schedule_with_warmup

SEED, MAX_LEN, BATCH, EPOCHS = 6, 64, 32, 10
random.seed(SEED)
torch.manual_seed(SEED)
torch.set_num_threads(2)

PEOPLE = ["anna", "boris", "clara", "david", "emma", "felix", "greta", "henry"]
THINGS = ["bench", "door", "table", "fence", "window", "roof", "clock", "mirror"]
PLACES = ["garden", "office", "library", "school", "museum", "station"]
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
FORMS = [
    "{who} repaired the {what} in the {where} on {when} .",
    "on {when} {who} repaired the {what} in the {where} .",
    "in the {where} , on {when} , the {what} was repaired by {who} .",
]
ASK = {"who": "who did it ?", "what": "what was repaired ?", "where": "where was it ?", "when": "on which day ?"}

facts = [(a, b, c, d) for a in PEOPLE for b in THINGS for c in PLACES for d in DAYS]
facts = random.sample(facts, 480)          # all different, so the parts below share no fact
parts = {"train": facts[:320], "validation": facts[320:400], "test": facts[400:]}


def write(some):
    rows = []
    for fact in some:
        named = dict(zip(("who", "what", "where", "when"), fact))
        context = random.choice(FORMS).format(**named)
        for kind, question in ASK.items():
            at = context.index(named[kind])
            rows.append((question, context, at, at + len(named[kind])))
    return rows


data = {k: write(v) for k, v in parts.items()}
tok = BertTokenizerFast.from_pretrained("checkpoints/bert")
model = BertForQuestionAnswering.from_pretrained("checkpoints/bert")


def collate(rows):
    enc = tok([r[0] for r in rows], [r[1] for r in rows], truncation="only_second", max_length=MAX_LEN,
              padding=True, return_tensors="pt")
    first = [enc.char_to_token(i, r[2], sequence_index=1) for i, r in enumerate(rows)]
    last = [enc.char_to_token(i, r[3] - 1, sequence_index=1) for i, r in enumerate(rows)]
    in_context = torch.tensor([[s == 1 for s in enc.sequence_ids(i)] for i in range(len(rows))])
    char_spans = [
        [enc.token_to_chars(i, t) if s == 1 else None for t, s in enumerate(enc.sequence_ids(i))]
        for i in range(len(rows))
    ]
    return dict(enc), torch.tensor(first), torch.tensor(last), in_context, char_spans, rows


def loader(name):
    return DataLoader(data[name], batch_size=BATCH, shuffle=name == "train", collate_fn=collate)


@torch.no_grad()
def exact_match(name):
    was_training = model.training
    model.eval()
    good = 0
    for inputs, _, _, in_context, char_spans, rows in loader(name):
        out = model(**inputs)
        start = out.start_logits.masked_fill(~in_context, -1e4)
        end = out.end_logits.masked_fill(~in_context, -1e4)
        pair = start[:, :, None] + end[:, None, :]
        width = pair.size(1)
        allowed = torch.ones(width, width, dtype=torch.bool).triu().tril(7)   # start <= end, at most 8 tokens
        flat = pair.masked_fill(~allowed, -1e9).flatten(1).argmax(-1)
        for i, f in enumerate(flat.tolist()):
            s, e = divmod(f, width)
            said = rows[i][1][char_spans[i][s].start: char_spans[i][e].end]
            good += said == rows[i][1][rows[i][2]: rows[i][3]]
    model.train(was_training)
    return good / len(data[name])


train_loader = loader("train")
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
total = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=total // 10, num_training_steps=total)

model.train()
for epoch in range(EPOCHS):
    running = 0.0
    for inputs, first, last, *_ in train_loader:
        optimizer.zero_grad()
        loss = model(**inputs, start_positions=first, end_positions=last).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item()
    print(f"epoch {epoch + 1}: loss {running / len(train_loader):.3f}, validation EM {exact_match('validation'):.3f}")
print(f"test EM {exact_match('test'):.3f}")
