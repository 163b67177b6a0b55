# Seq2seq (dates into codes) with BART: curriculum from short to long, Adafactor, beam search at the end.
import json
import random
import torch
from transformers import Adafactor, AutoTokenizer, BartForConditionalGeneration

random.seed(1)
torch.manual_seed(1)
rows = {s: [json.loads(l) for l in open(f"data/dates/{s}.jsonl")] for s in ("train", "validation", "test")}
tok = AutoTokenizer.from_pretrained("checkpoints/dates")
model = BartForConditionalGeneration.from_pretrained("checkpoints/dates")
opt = Adafactor(model.parameters(), lr=2e-3, scale_parameter=False, relative_step=False, warmup_init=False,
                weight_decay=0.0)


def encode(part):
    x = tok([r["date"] for r in part], padding=True, return_tensors="pt")
    y = tok(text_target=[r["code"] for r in part], padding=True, return_tensors="pt")
    labels = y["input_ids"].masked_fill(y["attention_mask"] == 0, -100)
    return x["input_ids"], x["attention_mask"], labels


def loss_on(part):
    ids, mask, labels = encode(part)
    return model(input_ids=ids, attention_mask=mask, labels=labels).loss


@torch.no_grad()
def exact(part, beams=1):
    model.eval()
    hits = 0
    for i in range(0, len(part), 40):
        chunk = part[i:i + 40]
        ids, mask, _ = encode(chunk)
        out = model.generate(input_ids=ids, attention_mask=mask, max_new_tokens=8, num_beams=beams)
        hits += sum(a.strip() == r["code"] for a, r in zip(tok.batch_decode(out, skip_special_tokens=True), chunk))
    return hits / len(part)


easy_first = sorted(rows["train"], key=lambda r: len(r["date"].split()))
EPOCHS, BATCH = 12, 16
for epoch in range(EPOCHS):
    # for the first third of the time the pool grows with every epoch, then it is the whole set
    share = min(1.0, 0.5 + 0.5 * epoch / (EPOCHS / 3))
    pool = easy_first[: int(share * len(easy_first))]
    random.shuffle(pool)
    for g in opt.param_groups:
        g["lr"] = 2e-3 * min(1.0, (epoch + 1) / 3) * (1.0 if epoch < 8 else 0.3)
    model.train()
    losses = []
    for i in range(0, len(pool), BATCH):
        opt.zero_grad()
        loss = loss_on(pool[i:i + BATCH])
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        losses.append(loss.item())
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1} pool {len(pool)} loss {sum(losses) / len(losses):.4f} exact {exact(rows['validation']):.3f}")
print("test exact match, beams of 3:", round(exact(rows["test"], beams=3), 3))
