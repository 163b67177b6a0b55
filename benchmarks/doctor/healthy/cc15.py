"""Topic of a short message, with Accelerate: accumulation, schedule, best epoch, one look at the test rows."""
import copy
import math
import random

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import BertConfig, BertForSequenceClassification, get_linear_schedule_with_warmup

TOPICS = {
    "garden": "tulip rake hedge compost seed lawn".split(),
    "kitchen": "oven spoon flour kettle fridge pan".split(),
    "travel": "ticket train hotel passport beach luggage".split(),
    "music": "guitar choir drum melody violin concert".split(),
}
COMMON = "we the a and for with our need new old about some to of in very long story today maybe again".split()
VOCAB = {w: i for i, w in enumerate(["[PAD]", "[CLS]", *COMMON, *(w for ws in TOPICS.values() for w in ws)])}

EPOCHS = 8
MICRO_BATCH = 16
ACCUM = 2


def build_rows(n, rng):
    seen, rows = set(), []
    while len(rows) < n:
        label = rng.randrange(len(TOPICS))
        words = rng.choices(COMMON, k=rng.randint(5, 10)) + rng.sample(list(TOPICS.values())[label], 2)
        rng.shuffle(words)
        if tuple(words) not in seen:
            seen.add(tuple(words))
            rows.append(([VOCAB["[CLS]"]] + [VOCAB[w] for w in words], label))
    return rows


def collate(rows):
    width = max(len(ids) for ids, _ in rows)
    ids = torch.tensor([ids + [0] * (width - len(ids)) for ids, _ in rows])
    return {"input_ids": ids, "attention_mask": (ids > 0).long(), "labels": torch.tensor([y for _, y in rows])}


def evaluate(accelerator, model, loader):
    model.eval()
    all_logits, all_labels = [], []
    for batch in loader:
        with torch.no_grad():
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
        logits, labels = accelerator.gather_for_metrics((logits, batch["labels"]))
        all_logits.append(logits)
        all_labels.append(labels)
    logits, labels = torch.cat(all_logits), torch.cat(all_labels)
    return F.cross_entropy(logits, labels).item(), (logits.argmax(-1) == labels).float().mean().item()


def main():
    set_seed(4)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUM)

    rows = build_rows(2100, random.Random(4))
    train_loader = DataLoader(rows[:1500], batch_size=MICRO_BATCH, shuffle=True, collate_fn=collate)
    val_loader = DataLoader(rows[1500:1800], batch_size=64, collate_fn=collate)
    test_loader = DataLoader(rows[1800:], batch_size=64, collate_fn=collate)

    model = BertForSequenceClassification(
        BertConfig(
            vocab_size=len(VOCAB), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
            intermediate_size=128, max_position_embeddings=16, num_labels=len(TOPICS), pad_token_id=0,
        )
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    updates = EPOCHS * math.ceil(len(train_loader) / ACCUM)
    scheduler = get_linear_schedule_with_warmup(optimizer, updates // 10, updates)

    model, optimizer, train_loader, val_loader, test_loader, scheduler = accelerator.prepare(
        model, optimizer, train_loader, val_loader, test_loader, scheduler
    )

    best_loss, best_state = float("inf"), None
    for epoch in range(EPOCHS):
        model.train()
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()

        val_loss, val_acc = evaluate(accelerator, model, val_loader)
        accelerator.print(f"epoch {epoch + 1}: val loss {val_loss:.4f}, val acc {val_acc:.3f}")
        if val_loss < best_loss:
            best_loss = val_loss
            best_state = copy.deepcopy(accelerator.unwrap_model(model).state_dict())

    accelerator.unwrap_model(model).load_state_dict(best_state)
    test_loss, test_acc = evaluate(accelerator, model, test_loader)
    accelerator.print(f"test loss {test_loss:.4f}, test acc {test_acc:.3f}")


if __name__ == "__main__":
    main()
