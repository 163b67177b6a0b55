"""A class around Accelerate: binary tickets (south or not), logging, unwrap and save_pretrained, load again."""
import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding


class Finetuner:
    def __init__(self, checkpoint, lr=1e-3, batch_size=16, pos_weight=None):
        self.accelerator = Accelerator()
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.batch_size = batch_size
        model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=1)
        optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
        self.model, self.optimizer = self.accelerator.prepare(model, optimizer)
        self.criterion = torch.nn.BCEWithLogitsLoss(pos_weight=pos_weight).to(self.accelerator.device)

    def loader(self, split, shuffle=False):
        enc = split.map(lambda r: {**self.tokenizer(r["text"], truncation=True), "labels": float(r["desk"] == "south")},
                        remove_columns=split.column_names)
        dl = DataLoader(enc, batch_size=self.batch_size, shuffle=shuffle,
                        collate_fn=DataCollatorWithPadding(self.tokenizer))
        return self.accelerator.prepare(dl)

    def logits(self, batch):
        return self.model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.squeeze(-1)

    def fit(self, train, valid, epochs):
        for epoch in range(epochs):
            self.model.train()
            total = 0.0
            for batch in train:
                loss = self.criterion(self.logits(batch), batch["labels"])
                self.accelerator.backward(loss)
                self.optimizer.step()
                self.optimizer.zero_grad()
                total += loss.detach().item()
            self.accelerator.print(f"epoch {epoch + 1}: loss {total / len(train):.3f}, F1 {self.f1(valid):.3f}")

    @torch.no_grad()
    def f1(self, loader):
        self.model.eval()
        tp = wrong = 0
        for batch in loader:
            guess, gold = self.accelerator.gather_for_metrics((self.logits(batch) > 0, batch["labels"] > 0.5))
            tp += (guess & gold).sum().item()
            wrong += (guess != gold).sum().item()
        return 2 * tp / (2 * tp + wrong) if tp else 0.0

    def save(self, folder):
        self.accelerator.wait_for_everyone()
        self.accelerator.unwrap_model(self.model).save_pretrained(
            folder, is_main_process=self.accelerator.is_main_process, save_function=self.accelerator.save)
        if self.accelerator.is_main_process:
            self.tokenizer.save_pretrained(folder)


torch.manual_seed(0)
data = load_dataset("data/tickets")
positive = sum(d == "south" for d in data["train"]["desk"])
tuner = Finetuner("checkpoints/tickets", pos_weight=torch.tensor((len(data["train"]) - positive) / positive))
tuner.fit(tuner.loader(data["train"], shuffle=True), tuner.loader(data["validation"]), epochs=6)
tuner.save("runs/puffin")

tokenizer = AutoTokenizer.from_pretrained("runs/puffin")
model = AutoModelForSequenceClassification.from_pretrained("runs/puffin").eval()
test = data["test"][:]
with torch.no_grad():
    p = model(**tokenizer(test["text"], padding=True, truncation=True, return_tensors="pt")).logits.squeeze(-1) > 0
gold = torch.tensor([d == "south" for d in test["desk"]])
print("reloaded, test accuracy:", (p == gold).float().mean().item(), "share of south:", gold.float().mean().item())
