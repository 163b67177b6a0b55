"""Fine-tune BART on date codes with a hand-written loop."""
import json
import time

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoTokenizer, BartForConditionalGeneration, get_linear_schedule_with_warmup
from transformers.models.bart.modeling_bart import shift_tokens_right

CKPT = "checkpoints/dates"
EPOCHS = 12
BATCH = 24
LR = 1e-3


class DateCodes(Dataset):
    def __init__(self, split):
        with open(f"data/dates/{split}.jsonl") as f:
            self.rows = [json.loads(line) for line in f]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        row = self.rows[index]
        return row["date"], row["code"]


class Collator:
    def __init__(self, tokenizer, config):
        self.tokenizer = tokenizer
        self.config = config

    def __call__(self, pairs):
        sources, targets = zip(*pairs)
        src = self.tokenizer(list(sources), padding=True, return_tensors="pt")
        target_ids = self.tokenizer(text_target=list(targets), padding=True, return_tensors="pt")["input_ids"]
        pad = self.config.pad_token_id
        labels = target_ids.clone()
        labels[labels == pad] = -100
        return {
            "input_ids": src["input_ids"],
            "attention_mask": src["attention_mask"],
            "decoder_input_ids": shift_tokens_right(target_ids, pad, self.config.decoder_start_token_id),
            "labels": labels,
        }


def train_epoch(model, loader, optimizer, scheduler):
    model.train()
    losses = []
    for batch in loader:
        optimizer.zero_grad(set_to_none=True)
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


@torch.inference_mode()
def validation_loss(model, loader):
    model.eval()
    return sum(model(**b).loss.item() for b in loader) / len(loader)


@torch.inference_mode()
def exact_match(model, tokenizer, dataset, show=3):
    model.eval()
    hits = 0
    for start in range(0, len(dataset), 40):
        pairs = [dataset[i] for i in range(start, min(start + 40, len(dataset)))]
        enc = tokenizer([d for d, _ in pairs], padding=True, return_tensors="pt")
        out = model.generate(**enc, max_length=10, num_beams=2)
        texts = tokenizer.batch_decode(out, skip_special_tokens=True)
        for (date, code), text in zip(pairs, texts):
            hits += text.strip() == code
            if show:
                print(f"  {date!r}: {text!r} (true {code!r})")
                show -= 1
    return hits / len(dataset)


def main():
    torch.manual_seed(13)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = BartForConditionalGeneration.from_pretrained(CKPT)
    collate = Collator(tokenizer, model.config)
    train_loader = DataLoader(DateCodes("train"), BATCH, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(DateCodes("validation"), 80, collate_fn=collate)
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
    total = EPOCHS * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, total // 20, total)
    start = time.time()
    for epoch in range(EPOCHS):
        train = train_epoch(model, train_loader, optimizer, scheduler)
        valid = validation_loss(model, valid_loader)
        print(f"[{time.time() - start:5.1f}s] epoch {epoch + 1}: train {train:.4f} valid {valid:.4f}")
    print(f"test exact match: {exact_match(model, tokenizer, DateCodes('test')):.3f}")


if __name__ == "__main__":
    main()
