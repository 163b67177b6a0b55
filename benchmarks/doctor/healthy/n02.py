"""Pair classification with BERT: choose the procedure from the action and its circumstances."""
import json
import time

import torch
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup, set_seed

MODEL_NAME = "checkpoints/bert"
MAX_LEN = 24
BATCH_SIZE = 16
N_EPOCHS = 10
LEARNING_RATE = 3e-4


def read_orders(path):
    """'glass in school : dry' becomes the pair ('dry', 'glass in school')."""
    actions, circumstances, procedures = [], [], []
    with open(path, encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            circumstance, action = row["prompt"].split(" : ")
            actions.append(action)
            circumstances.append(circumstance)
            procedures.append(row["steps"])
    return actions, circumstances, procedures


def encode(path, tokenizer, label2id):
    actions, circumstances, procedures = read_orders(path)
    enc = tokenizer(
        actions,
        circumstances,
        padding="max_length",
        truncation=True,
        max_length=MAX_LEN,
        return_tensors="pt",
    )
    labels = torch.tensor([label2id[p] for p in procedures])
    return TensorDataset(enc["input_ids"], enc["attention_mask"], enc["token_type_ids"], labels)


def run_epoch(model, loader, optimizer, scheduler, device):
    model.train()
    total_loss = 0.0
    for batch in loader:
        ids, mask, types, labels = (t.to(device) for t in batch)
        optimizer.zero_grad()
        out = model(ids, attention_mask=mask, token_type_ids=types, labels=labels)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        total_loss += out.loss.item()
    return total_loss / len(loader)


@torch.no_grad()
def evaluate(model, loader, device):
    model.eval()
    correct = 0
    for batch in loader:
        ids, mask, types, labels = (t.to(device) for t in batch)
        logits = model(ids, attention_mask=mask, token_type_ids=types).logits
        correct += (logits.argmax(-1) == labels).sum().item()
    return correct / len(loader.dataset)


def main():
    set_seed(42)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)
    label2id = {p: i for i, p in enumerate(sorted(set(read_orders("data/steps/train.jsonl")[2])))}
    train_set = encode("data/steps/train.jsonl", tokenizer, label2id)
    dev_set = encode("data/steps/validation.jsonl", tokenizer, label2id)
    test_set = encode("data/steps/test.jsonl", tokenizer, label2id)
    train_loader = DataLoader(train_set, batch_size=BATCH_SIZE, shuffle=True)
    dev_loader = DataLoader(dev_set, batch_size=128)
    test_loader = DataLoader(test_set, batch_size=128)

    model = AutoModelForSequenceClassification.from_pretrained(MODEL_NAME, num_labels=len(label2id)).to(device)

    no_decay = ("bias", "LayerNorm.weight")
    groups = [
        {
            "params": [p for n, p in model.named_parameters() if not any(k in n for k in no_decay)],
            "weight_decay": 0.01,
        },
        {
            "params": [p for n, p in model.named_parameters() if any(k in n for k in no_decay)],
            "weight_decay": 0.0,
        },
    ]
    optimizer = torch.optim.AdamW(groups, lr=LEARNING_RATE)
    total_steps = len(train_loader) * N_EPOCHS
    scheduler = get_linear_schedule_with_warmup(optimizer, int(0.06 * total_steps), total_steps)

    start = time.time()
    for epoch in range(1, N_EPOCHS + 1):
        loss = run_epoch(model, train_loader, optimizer, scheduler, device)
        acc = evaluate(model, dev_loader, device)
        print(f"epoch {epoch}: train loss {loss:.4f}, validation accuracy {acc:.4f} ({time.time() - start:.0f} s)")

    print(f"test accuracy: {evaluate(model, test_loader, device):.4f}")


if __name__ == "__main__":
    main()
