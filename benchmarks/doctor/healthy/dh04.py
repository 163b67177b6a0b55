import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          get_linear_schedule_with_warmup)

NAMES = ["O", "PERSON", "PLACE", "FIRM"]
CHECKPOINT = "checkpoints/tags"


def encode(tok, row):
    enc = tok(row["words"], is_split_into_words=True, truncation=True)
    labels, before = [], None
    for w in enc.word_ids():
        # one vote per word: its first piece carries the tag, the other pieces and [CLS]/[SEP] do not count
        labels.append(row["tags"][w] if w is not None and w != before else -100)
        before = w
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


def main():
    set_seed(23)
    acc = Accelerator(cpu=True, gradient_accumulation_steps=2)
    tok = AutoTokenizer.from_pretrained(CHECKPOINT)

    def read(split):
        return [json.loads(line) for line in open(f"data/tags/{split}.jsonl")]

    valid = read("validation")
    known = {tuple(r["words"]) for r in valid}
    train = [r for r in read("train") if tuple(r["words"]) not in known]
    collate = DataCollatorForTokenClassification(tok)
    train_dl = DataLoader([encode(tok, r) for r in train], batch_size=8, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader([encode(tok, r) for r in valid], batch_size=32, collate_fn=collate)

    model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=len(NAMES))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    epochs = 5
    updates = epochs * -(-len(train_dl) // acc.gradient_accumulation_steps)
    scheduler = get_linear_schedule_with_warmup(optimizer, updates // 10, updates)
    model, optimizer, train_dl, valid_dl, scheduler = acc.prepare(model, optimizer, train_dl, valid_dl, scheduler)

    for epoch in range(epochs):
        model.train()
        for batch in train_dl:
            with acc.accumulate(model):
                loss = model(**batch).loss
                acc.backward(loss)
                if acc.sync_gradients:
                    acc.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()          # the prepared scheduler only moves when the optimizer has
                optimizer.zero_grad()

        if epoch > 0:
            model.eval()
            hit = said = there = 0
            for batch in valid_dl:
                with torch.no_grad():
                    guess = model(**batch).logits.argmax(-1)
                guess = acc.pad_across_processes(guess, dim=1, pad_index=0)
                gold = acc.pad_across_processes(batch["labels"], dim=1, pad_index=-100)
                guess, gold = acc.gather_for_metrics((guess, gold))
                counts = gold != -100
                hit += (counts & (gold > 0) & (guess == gold)).sum().item()
                said += (counts & (guess > 0)).sum().item()
                there += (counts & (gold > 0)).sum().item()
            acc.print(f"epoch {epoch + 1} loss {loss.item():.3f} micro F1 of the names {2 * hit / (said + there):.3f}")


if __name__ == "__main__":
    main()
