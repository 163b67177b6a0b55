# BART: natural language date -> internal code, without the Trainer
import pandas as pd
import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoTokenizer, BartForConditionalGeneration, get_linear_schedule_with_warmup


class Config:
    name = "checkpoints/dates"
    src_len = 10
    tgt_len = 8
    batch_size = 16
    epochs = 10
    lr = 2e-3
    seed = 3


class DateDataset(Dataset):
    def __init__(self, path, tokenizer):
        self.df = pd.read_json(path, lines=True)
        self.tok = tokenizer

    def __len__(self):
        return len(self.df)

    def __getitem__(self, i):
        row = self.df.iloc[i]
        src = self.tok(row["date"], max_length=Config.src_len, padding="max_length", truncation=True, return_tensors="pt")
        tgt = self.tok(row["code"], max_length=Config.tgt_len, padding="max_length", truncation=True, return_tensors="pt")
        return {
            "source_ids": src["input_ids"].squeeze(0),
            "source_mask": src["attention_mask"].squeeze(0),
            "target_ids": tgt["input_ids"].squeeze(0),
        }


def train(epoch, tokenizer, model, device, loader, optimizer, scheduler):
    model.train()
    losses = []
    for data in loader:
        y = data["target_ids"].to(device)
        lm_labels = y.clone()
        lm_labels[y == tokenizer.pad_token_id] = -100
        ids = data["source_ids"].to(device)
        mask = data["source_mask"].to(device)

        outputs = model(input_ids=ids, attention_mask=mask, decoder_input_ids=y, labels=lm_labels)
        loss = outputs[0]
        losses.append(loss.item())

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
    print(f"Epoch: {epoch}, Loss: {sum(losses) / len(losses):.4f}")


def validate(tokenizer, model, device, loader):
    model.eval()
    predictions, actuals = [], []
    with torch.no_grad():
        for data in loader:
            generated_ids = model.generate(
                input_ids=data["source_ids"].to(device),
                attention_mask=data["source_mask"].to(device),
                max_length=Config.tgt_len,
                num_beams=2,
            )
            predictions += tokenizer.batch_decode(generated_ids, skip_special_tokens=True)
            actuals += tokenizer.batch_decode(data["target_ids"], skip_special_tokens=True)
    return predictions, actuals


def main():
    torch.manual_seed(Config.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokenizer = AutoTokenizer.from_pretrained(Config.name)
    model = BartForConditionalGeneration.from_pretrained(Config.name).to(device)
    train_loader = DataLoader(DateDataset("data/dates/train.jsonl", tokenizer), batch_size=Config.batch_size, shuffle=True)
    val_loader = DataLoader(DateDataset("data/dates/validation.jsonl", tokenizer), batch_size=32)
    optimizer = torch.optim.Adam(params=model.parameters(), lr=Config.lr)
    scheduler = get_linear_schedule_with_warmup(optimizer, 20, Config.epochs * len(train_loader))

    for epoch in range(Config.epochs):
        train(epoch, tokenizer, model, device, train_loader, optimizer, scheduler)
    predictions, actuals = validate(tokenizer, model, device, val_loader)
    print(pd.DataFrame({"Generated": predictions, "Actual": actuals}).head(8))
    print("exact match:", sum(p == a for p, a in zip(predictions, actuals)) / len(actuals))


if __name__ == "__main__":
    main()
