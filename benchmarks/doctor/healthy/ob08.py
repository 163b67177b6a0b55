import json

import numpy as np
import torch
from sklearn.metrics import classification_report, f1_score
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer

checkpoint = "checkpoints/tags"
KINDS = ["kind1", "kind2", "kind3"]   # which kinds of names does a sentence contain? (several possible)


class SentenceDataset(Dataset):
    def __init__(self, path, tokenizer):
        self.sentences, self.targets = [], []
        with open(path) as f:
            for line in f:
                row = json.loads(line)
                self.sentences.append(" ".join(row["words"]))
                self.targets.append([int(k in row["tags"]) for k in (1, 2, 3)])
        self.encodings = tokenizer(self.sentences, truncation=True, padding=True, max_length=64)

    def __len__(self):
        return len(self.sentences)

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.targets[idx], dtype=torch.float)
        return item


def evaluate(model, loader, device):
    model.eval()
    probs, refs = [], []
    with torch.no_grad():
        for batch in loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            probs.append(torch.sigmoid(logits).cpu().numpy())
            refs.append(batch["labels"].cpu().numpy())
    return (np.concatenate(probs) > 0.5).astype(int), np.concatenate(refs).astype(int)


def main():
    torch.manual_seed(0)
    device = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=len(KINDS),
        problem_type="multi_label_classification",
    ).to(device)

    train_set = SentenceDataset("data/tags/train.jsonl", tokenizer)
    val_set = SentenceDataset("data/tags/validation.jsonl", tokenizer)
    train_loader = DataLoader(train_set, batch_size=16, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=64)

    optim = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(25):
        model.train()
        epoch_loss = 0
        for batch in train_loader:
            optim.zero_grad()
            outputs = model(
                input_ids=batch["input_ids"].to(device),
                attention_mask=batch["attention_mask"].to(device),
                labels=batch["labels"].to(device),
            )
            outputs.loss.backward()
            optim.step()
            epoch_loss += outputs.loss.item()
        preds, refs = evaluate(model, val_loader, device)
        print(f"epoch {epoch} loss {epoch_loss / len(train_loader):.4f} "
              f"micro-F1 {f1_score(refs, preds, average='micro', zero_division=0):.3f}")

    print(classification_report(refs, preds, target_names=KINDS, zero_division=0))


if __name__ == "__main__":
    main()
