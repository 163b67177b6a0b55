"""Find names of people, places and things in short sentences (data/tags), plain PyTorch."""
import json
import os

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, get_linear_schedule_with_warmup

CHECKPOINT = "checkpoints/tags"
TAGS = 4
IGNORE = -100


def read_rows(split):
    with open(os.path.join("data", "tags", split + ".jsonl")) as f:
        return [json.loads(line) for line in f]


def encode(rows, tokenizer):
    items = []
    for row in rows:
        enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
        labels, before = [], None
        for word in enc.word_ids():
            # only the first piece of a word carries its tag
            labels.append(row["tags"][word] if word is not None and word != before else IGNORE)
            before = word
        items.append({"input_ids": torch.tensor(enc["input_ids"]), "labels": torch.tensor(labels)})
    return items


def make_collate(pad_id):
    def collate(items):
        ids = pad_sequence([x["input_ids"] for x in items], batch_first=True, padding_value=pad_id)
        labels = pad_sequence([x["labels"] for x in items], batch_first=True)
        return {"input_ids": ids, "attention_mask": (ids != pad_id).long(), "labels": labels}

    return collate


def evaluate(model, loader):
    model.eval()
    right = words = 0
    loss_sum = 0.0
    with torch.no_grad():
        for batch in loader:
            out = model(**batch)
            mask = batch["labels"] != IGNORE
            right += (out.logits.argmax(-1) == batch["labels"])[mask].sum().item()
            words += mask.sum().item()
            loss_sum += out.loss.item() * mask.sum().item()
    return loss_sum / words, right / words


def main():
    torch.manual_seed(21)
    torch.set_num_threads(2)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=TAGS)

    val_rows = read_rows("validation")
    val_sentences = {tuple(r["words"]) for r in val_rows}
    train_rows = [r for r in read_rows("train") if tuple(r["words"]) not in val_sentences]
    collate = make_collate(tokenizer.pad_token_id)
    train_loader = DataLoader(encode(train_rows, tokenizer), batch_size=16, shuffle=True, collate_fn=collate)
    val_loader = DataLoader(encode(val_rows, tokenizer), batch_size=32, collate_fn=collate)

    epochs = 10
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    total_steps = epochs * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, total_steps // 20, total_steps)

    for epoch in range(1, epochs + 1):
        model.train()
        for batch in train_loader:
            optimizer.zero_grad()
            model(**batch).loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
        val_loss, val_acc = evaluate(model, val_loader)
        print(f"epoch {epoch:2d}  val loss {val_loss:.3f}  val accuracy per word {val_acc:.3f}")

    model.save_pretrained("out/ff10")
    tokenizer.save_pretrained("out/ff10")


if __name__ == "__main__":
    main()
