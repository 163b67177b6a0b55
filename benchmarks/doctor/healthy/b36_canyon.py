"""Batches of texts of like length, so that little is padded; the order of the batches is drawn anew each epoch."""
import torch
from datasets import load_dataset
from torch.utils.data import DataLoader, Sampler
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding


class LengthBatches(Sampler):
    def __init__(self, lengths, batch_size, generator, chunk=8):
        self.lengths, self.batch_size, self.generator, self.chunk = lengths, batch_size, generator, chunk

    def __len__(self):
        return (len(self.lengths) + self.batch_size - 1) // self.batch_size

    def __iter__(self):
        order = torch.randperm(len(self.lengths), generator=self.generator).tolist()
        size = self.batch_size * self.chunk
        batches = []
        for start in range(0, len(order), size):
            pool = sorted(order[start : start + size], key=self.lengths.__getitem__)
            batches += [pool[i : i + self.batch_size] for i in range(0, len(pool), self.batch_size)]
        for i in torch.randperm(len(batches), generator=self.generator).tolist():
            yield batches[i]


def main():
    torch.manual_seed(2)
    generator = torch.Generator().manual_seed(2)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
    data = load_dataset("data/glue", "sst2")
    data = data.map(lambda b: tokenizer(b["sentence"], truncation=True, max_length=64), batched=True)
    data = data.remove_columns(["sentence", "idx"])
    collate = DataCollatorWithPadding(tokenizer)

    lengths = [len(x) for x in data["train"]["input_ids"]]
    train = DataLoader(data["train"], batch_sampler=LengthBatches(lengths, 32, generator), collate_fn=collate)
    # Evaluation may be sorted from long to short: nothing depends on the order
    by_length = sorted(range(len(data["validation"])), key=lambda i: -len(data["validation"][i]["input_ids"]))
    valid = DataLoader(data["validation"].select(by_length), batch_size=64, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-4)
    epochs = 2
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=1.0, end_factor=0.05, total_iters=epochs * len(train))
    for epoch in range(epochs):
        model.train()
        padded = tokens = 0
        for batch in train:
            padded += (batch["attention_mask"] == 0).sum().item()
            tokens += batch["attention_mask"].numel()
            optimizer.zero_grad()
            model(**batch).loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
        model.eval()
        with torch.no_grad():
            right = sum((model(**b).logits.argmax(-1) == b["labels"]).sum().item() for b in valid)
        print(f"epoch {epoch}: {padded / tokens:.1%} padding, accuracy {right / len(data['validation']):.3f}")


if __name__ == "__main__":
    main()
