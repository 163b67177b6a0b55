# Extractive QA over small ads. Every ad reads "opening , thing and its state , closing words",
# so questions and answer spans can be made from the text itself.
import json
import os
import random

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForQuestionAnswering, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed

set_seed(11)
CKPT, OUT = "checkpoints/bert", "out/ih07"
MAX_LEN, MAX_ANSWER, BATCH, EPOCHS, LR = 48, 30, 32, 8, 5e-4
os.makedirs(OUT, exist_ok=True)

Q_THING = "what is for sale ?"
Q_STATE = "in which state is it ?"
Q_EXTRA = "what else does the seller say ?"


def ads(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return list(dict.fromkeys(json.loads(l)["text"] for l in f))


def to_questions(texts):
    rows = []
    for text in texts:
        opening, middle, closing = text.split(" , ")
        thing, state = middle.split(" ", 1)
        start = len(opening) + 3
        for question, answer, pos in (
            (Q_THING, thing, start),
            (Q_STATE, state, start + len(thing) + 1),
            (Q_EXTRA, closing, start + len(middle) + 3),
        ):
            assert text[pos:pos + len(answer)] == answer
            rows.append({"question": question, "context": text, "answer": answer, "start": pos})
    return rows


class QADataset(Dataset):
    def __init__(self, rows, tokenizer):
        self.rows = rows
        self.enc = tokenizer([r["question"] for r in rows], [r["context"] for r in rows],
                             truncation="only_second", max_length=MAX_LEN, padding="max_length",
                             return_offsets_mapping=True)
        self.starts, self.ends = [], []
        for i, r in enumerate(rows):
            s = self.enc.char_to_token(i, r["start"], sequence_index=1)
            e = self.enc.char_to_token(i, r["start"] + len(r["answer"]) - 1, sequence_index=1)
            # an answer that was cut away points to [CLS], like in SQuAD 2 (does not happen here)
            self.starts.append(0 if s is None or e is None else s)
            self.ends.append(0 if s is None or e is None else e)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        item = {k: torch.tensor(self.enc[k][i]) for k in ("input_ids", "token_type_ids", "attention_mask")}
        item["start_positions"] = torch.tensor(self.starts[i])
        item["end_positions"] = torch.tensor(self.ends[i])
        return item


def best_span(start, end, in_context):
    """Highest start+end score with start <= end, inside the context, not too long."""
    start = start.masked_fill(~in_context, -1e4)
    end = end.masked_fill(~in_context, -1e4)
    scores = start[:, None] + end[None, :]
    allowed = torch.ones_like(scores).triu().tril(MAX_ANSWER - 1).bool()
    flat = scores.masked_fill(~allowed, -1e9).argmax().item()
    return divmod(flat, scores.shape[1])


@torch.no_grad()
def exact_match(model, ds):
    model.eval()
    hits, n = 0, 0
    for batch in DataLoader(ds, batch_size=64):
        out = model(input_ids=batch["input_ids"], token_type_ids=batch["token_type_ids"],
                    attention_mask=batch["attention_mask"])
        for s_log, e_log in zip(out.start_logits, out.end_logits):
            in_context = torch.tensor([x == 1 for x in ds.enc.sequence_ids(n)])
            s, e = best_span(s_log, e_log, in_context)
            offsets, row = ds.enc["offset_mapping"][n], ds.rows[n]
            hits += row["context"][offsets[s][0]:offsets[e][1]] == row["answer"]
            n += 1
    return hits / n


test_ads = ads("test")
val_ads = [a for a in ads("validation") if a not in set(test_ads)]
train_ads = [a for a in ads("train") if a not in set(test_ads) | set(val_ads)]

tokenizer = AutoTokenizer.from_pretrained(CKPT)
train_ds = QADataset(to_questions(train_ads), tokenizer)
val_ds = QADataset(to_questions(val_ads), tokenizer)
test_ds = QADataset(to_questions(test_ads), tokenizer)
print("questions:", len(train_ds), len(val_ds), len(test_ds))
print("for example:", random.choice(train_ds.rows))

model = AutoModelForQuestionAnswering.from_pretrained(CKPT)
loader = DataLoader(train_ds, batch_size=BATCH, shuffle=True)
opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
sched = get_cosine_schedule_with_warmup(opt, num_warmup_steps=20, num_training_steps=EPOCHS * len(loader))

for epoch in range(EPOCHS):
    model.train()
    losses = []
    for batch in loader:
        opt.zero_grad(set_to_none=True)
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        losses.append(loss.item())
    print(f"epoch {epoch + 1}  loss {sum(losses) / len(losses):.3f}  val EM {exact_match(model, val_ds):.3f}")

print(f"test EM {exact_match(model, test_ds):.3f}")
model.save_pretrained(OUT)
tokenizer.save_pretrained(OUT)
