from accelerate import Accelerator
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, DataCollatorWithPadding, DistilBertForSequenceClassification, get_scheduler
import torch

checkpoint = "checkpoints/tickets"

class Experiment:

    def __init__(self, epochs=5, lr=1e-3):
        self.epochs, self.lr = epochs, lr
        self.accelerator = Accelerator()
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = DistilBertForSequenceClassification.from_pretrained(checkpoint, num_labels=4)

    def loaders(self):
        data = load_dataset("data/tickets")
        data = data.map(lambda b: self.tokenizer(b["text"], truncation=True), batched=True)
        data = data.remove_columns(["text", "desk"])
        data.set_format("torch")
        collate = DataCollatorWithPadding(self.tokenizer)
        train = DataLoader(data["train"], batch_size=16, shuffle=True, collate_fn=collate)
        test = DataLoader(data["test"], batch_size=32, collate_fn=collate)
        return train, test

    def run(self):
        torch.manual_seed(19)
        train, test = self.loaders()
        optimizer = AdamW(self.model.parameters(), lr=self.lr)
        train, test, model, optimizer = self.accelerator.prepare(train, test, self.model, optimizer)
        scheduler = get_scheduler("cosine", optimizer, num_warmup_steps=5, num_training_steps=self.epochs * len(train))
        for epoch in range(self.epochs):
            model.train()
            for batch in train:
                outputs = model(**batch)
                self.accelerator.backward(outputs.loss)
                self.accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            self.accelerator.print("epoch", epoch, "loss", float(outputs.loss))
        return self.test(model, test)

    @torch.no_grad()
    def test(self, model, loader):
        model.eval()
        right = []
        for batch in loader:
            pred = model(**batch).logits.argmax(-1)
            pred, gold = self.accelerator.gather_for_metrics((pred, batch["labels"]))
            right.append(pred == gold)
        return torch.cat(right).float().mean().item()

if __name__ == "__main__":
    print("test accuracy", Experiment().run())
