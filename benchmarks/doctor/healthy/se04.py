import json
import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer
from transformers import DataCollatorForSeq2Seq


class DateDataset(Dataset):
    """Pairs of a written date and its code."""

    def __init__(self, path, tokenizer):
        self.rows = [json.loads(l) for l in open(path)]
        self.tokenizer = tokenizer

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        return dict(self.tokenizer(row["date"], text_target=row["code"], truncation=True, max_length=32))


class Finetuner:
    def __init__(self, checkpoint, lr=2e-3, batch_size=16):
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=lr)
        self.collator = DataCollatorForSeq2Seq(self.tokenizer, model=self.model)
        self.batch_size = batch_size

    def loader(self, split, shuffle=False):
        ds = DateDataset(f"data/dates/{split}.jsonl", self.tokenizer)
        return DataLoader(ds, batch_size=self.batch_size, shuffle=shuffle, collate_fn=self.collator)

    def fit(self, epochs):
        loader = self.loader("train", shuffle=True)
        for epoch in range(epochs):
            self.model.train()
            losses = []
            for batch in loader:
                out = self.model(**batch)
                out.loss.backward()
                self.optimizer.step()
                self.optimizer.zero_grad()
                losses.append(out.loss.item())
            print(f"[{epoch}] train loss {sum(losses) / len(losses):.4f}")

    @torch.no_grad()
    def exact_match(self, split):
        self.model.eval()
        rows = [json.loads(l) for l in open(f"data/dates/{split}.jsonl")]
        good = 0
        for k in range(0, len(rows), 32):
            part = rows[k : k + 32]
            enc = self.tokenizer([r["date"] for r in part], padding=True, return_tensors="pt")
            gen = self.model.generate(**enc, max_new_tokens=10, num_beams=1)
            texts = self.tokenizer.batch_decode(gen, skip_special_tokens=True)
            good += sum(t == r["code"] for t, r in zip(texts, part))
        return good / len(rows)


if __name__ == "__main__":
    torch.manual_seed(0)
    ft = Finetuner("checkpoints/dates")
    ft.fit(epochs=15)
    print("validation exact match:", ft.exact_match("validation"))
    print("test exact match:", ft.exact_match("test"))
