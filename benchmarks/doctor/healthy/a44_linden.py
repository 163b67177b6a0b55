"""Seq2seq with Accelerate: accumulate(), clipping, generate on the unwrapped model."""
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          get_linear_schedule_with_warmup)

EPOCHS = 8


def build(tokenizer):
    raw = load_dataset("data/dates")

    def encode(batch):
        return tokenizer(batch["date"], text_target=batch["code"], truncation=True)

    return raw.map(encode, batched=True, remove_columns=["date", "code"])


def main():
    set_seed(3)
    accelerator = Accelerator(gradient_accumulation_steps=2)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
    model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
    ds = build(tokenizer)
    collate = DataCollatorForSeq2Seq(tokenizer, model=model)
    train_loader = DataLoader(ds["train"], batch_size=8, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(ds["validation"], batch_size=40, collate_fn=collate)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    updates = EPOCHS * len(train_loader) // accelerator.gradient_accumulation_steps
    scheduler = get_linear_schedule_with_warmup(optimizer, 10, updates)

    model, optimizer, train_loader, valid_loader, scheduler = accelerator.prepare(
        model, optimizer, train_loader, valid_loader, scheduler)

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
        accelerator.print(f"epoch {epoch}: loss {loss.item():.4f}")

    model.eval()
    good = total = 0
    for batch in valid_loader:
        with torch.no_grad():
            out = accelerator.unwrap_model(model).generate(
                input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], max_new_tokens=8)
        out = accelerator.pad_across_processes(out, dim=1, pad_index=tokenizer.pad_token_id)
        labels = accelerator.pad_across_processes(batch["labels"], dim=1, pad_index=-100)
        out, labels = accelerator.gather_for_metrics((out, labels))
        labels = labels.masked_fill(labels == -100, tokenizer.pad_token_id)
        pred = tokenizer.batch_decode(out, skip_special_tokens=True)
        gold = tokenizer.batch_decode(labels, skip_special_tokens=True)
        good += sum(p == g for p, g in zip(pred, gold))
        total += len(gold)
    accelerator.print(f"exact match {good / total:.3f}")


if __name__ == "__main__":
    main()
