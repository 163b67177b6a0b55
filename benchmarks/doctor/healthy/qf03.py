"""Token classification with a hand-written loop: find the made-up names and their kind."""
from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, get_linear_schedule_with_warmup

ROOT = Path("data/tags")
CHECKPOINT = "checkpoints/tags"
IGNORE = -100
EPOCHS, BATCH, LR = 25, 16, 8e-4

tok = AutoTokenizer.from_pretrained(CHECKPOINT)


def load(name: str) -> list[dict]:
    return [json.loads(l) for l in (ROOT / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def key(row: dict) -> str:
    return " ".join(row["words"])


def collate(rows: list[dict]) -> dict[str, torch.Tensor]:
    enc = tok(
        [r["words"] for r in rows],
        is_split_into_words=True,
        truncation=True,
        max_length=64,
        padding=True,
        return_tensors="pt",
    )
    labels = torch.full_like(enc["input_ids"], IGNORE)
    for i, row in enumerate(rows):
        previous = None
        for j, w in enumerate(enc.word_ids(i)):
            # only the first piece of a word carries its tag
            if w is not None and w != previous:
                labels[i, j] = row["tags"][w]
            previous = w
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


@torch.no_grad()
def scores(model, loader) -> dict[str, float]:
    """Micro F1 over the words that are (or are said to be) a name; 0 means 'no name'."""
    was_training = model.training
    model.eval()
    count = Counter()
    for batch in loader:
        guess = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        keep = batch["labels"] != IGNORE
        g, t = guess[keep], batch["labels"][keep]
        count["tp"] += int(((g == t) & (t != 0)).sum())
        count["said"] += int((g != 0).sum())
        count["there"] += int((t != 0).sum())
        count["right"] += int((g == t).sum())
        count["zeros"] += int((t == 0).sum())
        count["words"] += t.numel()
    model.train(was_training)
    p = count["tp"] / max(count["said"], 1)
    r = count["tp"] / max(count["there"], 1)
    return {
        "precision": p,
        "recall": r,
        "f1": 2 * p * r / (p + r) if p + r else 0.0,
        "accuracy": count["right"] / count["words"],
        "all_zero_accuracy": count["zeros"] / count["words"],
    }


def main() -> None:
    torch.manual_seed(0)
    test = load("test")
    in_test = {key(r) for r in test}
    val = [r for r in load("validation") if key(r) not in in_test]
    held_out = in_test | {key(r) for r in val}
    train = [r for r in load("train") if key(r) not in held_out]
    print(f"{len(train)} / {len(val)} / {len(test)} sentences, none in two parts")

    model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=4)
    train_dl = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=collate)
    val_dl = DataLoader(val, batch_size=64, collate_fn=collate)
    test_dl = DataLoader(test, batch_size=64, collate_fn=collate)

    total = EPOCHS * len(train_dl)
    opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=total // 10, num_training_steps=total)

    best, best_weights = -1.0, None
    for epoch in range(EPOCHS):
        model.train()
        for batch in train_dl:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad(set_to_none=True)
        f1 = scores(model, val_dl)["f1"]
        if f1 > best:
            best, best_weights = f1, {k: v.clone() for k, v in model.state_dict().items()}
        print(f"epoch {epoch + 1}: validation F1 {f1:.3f}")

    model.load_state_dict(best_weights)
    print("test", {k: round(v, 3) for k, v in scores(model, test_dl).items()})


if __name__ == "__main__":
    main()
