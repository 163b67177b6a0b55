from typing import List

import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, PreTrainedTokenizerBase, get_linear_schedule_with_warmup


def build_loader(split, tokenizer: PreTrainedTokenizerBase, batch_size: int, shuffle: bool) -> DataLoader:
    def tok(batch):
        return tokenizer(batch["text"], truncation=True, max_length=32, padding="max_length")

    columns = ["input_ids", "attention_mask", "desk_id"]
    return DataLoader(split.map(tok, batched=True).with_format("torch", columns=columns), batch_size=batch_size, shuffle=shuffle)


def train_one_epoch(model, loader, optimizer, scheduler) -> float:
    model.train()
    total = 0.0
    for batch in loader:
        out = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], labels=batch["desk_id"])
        out.loss.backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        total += out.loss.item()
    return total / len(loader)


@torch.no_grad()
def predict(model, loader) -> List[int]:
    model.eval()
    answers: List[int] = []
    for batch in loader:
        logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
        answers.extend(logits.argmax(dim=-1).tolist())
    return answers


def main(epochs: int = 5, lr: float = 1e-3, batch_size: int = 16) -> None:
    torch.manual_seed(100)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    data = load_dataset("data/tickets")
    train_loader = build_loader(data["train"], tokenizer, batch_size, shuffle=True)
    val_loader = build_loader(data["validation"], tokenizer, batch_size, shuffle=True)
    gold = list(data["validation"]["desk_id"])

    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    steps = epochs * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, steps // 10, steps)
    for epoch in range(epochs):
        loss = train_one_epoch(model, train_loader, optimizer, scheduler)
        answers = predict(model, val_loader)
        accuracy = sum(a == g for a, g in zip(answers, gold)) / len(gold)
        print(f"[{epoch}] loss={loss:.4f} accuracy={accuracy:.4f}")


if __name__ == "__main__":
    main()
