"""Causal LM: prompt -> steps. Short answers first (curriculum), loss on the answer only."""
import json
import random

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup, set_seed

CKPT = "checkpoints/steps"
BATCH = 16
# (share of the rows, shortest answers first; epochs over that share)
STAGES = [(0.4, 4), (0.7, 4), (1.0, 16)]


def read(split, seen):
    rows = []
    with open(f"data/steps/{split}.jsonl") as f:
        for line in f:
            r = json.loads(line)
            if r["prompt"] not in seen:
                seen.add(r["prompt"])
                rows.append(r)
    return rows


def example(tok, row):
    prompt = tok(row["prompt"], add_special_tokens=False)["input_ids"]
    answer = tok(row["steps"], add_special_tokens=False)["input_ids"] + [tok.eos_token_id]
    return prompt + answer, [-100] * len(prompt) + answer


def pad(batch, pad_id):
    width = max(len(ids) for ids, _ in batch)
    ids = torch.full((len(batch), width), pad_id)
    labels = torch.full((len(batch), width), -100)
    mask = torch.zeros(len(batch), width, dtype=torch.long)
    for i, (a, b) in enumerate(batch):
        ids[i, :len(a)] = torch.tensor(a)
        labels[i, :len(b)] = torch.tensor(b)
        mask[i, :len(a)] = 1
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}


def curriculum(examples, rng, pad_id):
    """examples come sorted, easy first; yields (stage, batch)"""
    for stage, (share, epochs) in enumerate(STAGES):
        pool = examples[: int(share * len(examples))]
        for _ in range(epochs):
            order = rng.sample(range(len(pool)), len(pool))
            for s in range(0, len(order), BATCH):
                yield stage, pad([pool[i] for i in order[s:s + BATCH]], pad_id)


def length(n):
    return sum(epochs * -(-int(share * n) // BATCH) for share, epochs in STAGES)


@torch.inference_mode()
def exact(model, tok, rows):
    model.eval()
    right = 0
    for s in range(0, len(rows), 64):
        part = rows[s:s + 64]
        enc = tok([r["prompt"] for r in part], padding=True, add_special_tokens=False, return_tensors="pt")
        out = model.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], do_sample=False,
                             max_new_tokens=10, pad_token_id=tok.pad_token_id)
        new = out[:, enc["input_ids"].shape[1]:]
        said = tok.batch_decode(new, skip_special_tokens=True)
        right += sum(a.split() == r["steps"].split() for a, r in zip(said, part))
    return right / len(rows)


def main():
    set_seed(31)
    torch.set_num_threads(2)
    tok = AutoTokenizer.from_pretrained(CKPT)
    tok.pad_token = tok.eos_token
    tok.padding_side = "left"            # for generate(); the training batches are padded by hand
    model = AutoModelForCausalLM.from_pretrained(CKPT)

    seen = set()
    train, val, test = (read(s, seen) for s in ("train", "validation", "test"))
    train.sort(key=lambda r: len(r["steps"].split()))
    examples = [example(tok, r) for r in train]

    total = length(len(examples))
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=total // 20, num_training_steps=total)

    stage, losses, done = 0, [], 0
    for now, batch in curriculum(examples, random.Random(31), tok.pad_token_id):
        if now != stage:
            print(f"stage {stage}: last losses {sum(losses[-10:]) / 10:.3f}, validation {exact(model, tok, val):.3f}")
            stage = now
        model.train()
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad(set_to_none=True)
        losses.append(loss.item())
        done += 1
    assert done == total
    print(f"stage {stage}: last losses {sum(losses[-10:]) / 10:.3f}, validation {exact(model, tok, val):.3f}")
    print(f"test exact match {exact(model, tok, test):.3f}")


if __name__ == "__main__":
    main()
