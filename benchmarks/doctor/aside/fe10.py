import json
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import BartForConditionalGeneration, PreTrainedTokenizerFast

torch.manual_seed(31)
device = "cuda" if torch.cuda.is_available() else "cpu"


class Pairs(Dataset):
    def __init__(self, split, skip=frozenset()):
        with open(f"data/dates/{split}.jsonl") as f:
            rows = map(json.loads, f)
            self.rows = [(r["date"], r["code"]) for r in rows if r["date"] not in skip]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, k):
        return self.rows[k]

    @property
    def dates(self):
        return {d for d, _ in self.rows}


class Learner:
    def __init__(self, path, lr=1e-3, epochs=20, batch=16):
        self.tok = PreTrainedTokenizerFast.from_pretrained(path)
        self.model = BartForConditionalGeneration.from_pretrained(path).to(device)
        self.epochs, self.batch, self.lr = epochs, batch, lr

    def collate(self, pairs):
        dates, codes = zip(*pairs)
        src = self.tok(list(dates), padding=True, return_tensors="pt")
        tgt = self.tok(list(codes), padding=True, return_tensors="pt")
        labels = tgt["input_ids"].masked_fill(tgt["attention_mask"] == 0, -100)
        return {
            "input_ids": src["input_ids"],
            "attention_mask": src["attention_mask"],
            "decoder_input_ids": tgt["input_ids"],
            "decoder_attention_mask": tgt["attention_mask"],
            "labels": labels,
        }

    def fit(self, train, valid):
        loader = DataLoader(train, self.batch, shuffle=True, collate_fn=self.collate)
        opt = torch.optim.AdamW(self.model.parameters(), lr=self.lr)
        sched = torch.optim.lr_scheduler.LinearLR(opt, 1.0, 0.05, total_iters=self.epochs * len(loader))
        for epoch in range(self.epochs):
            self.model.train()
            running = 0.0
            for batch in loader:
                batch = {k: v.to(device) for k, v in batch.items()}
                opt.zero_grad()
                loss = self.model(**batch).loss
                loss.backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                opt.step()
                sched.step()
                running += loss.item()
            if epoch % 5 == 4:
                print(f"{epoch + 1:3d}: loss {running / len(loader):.4f}, exact {self.exact(valid):.3f}")

    @torch.no_grad()
    def exact(self, data):
        self.model.eval()
        good = 0
        for i in range(0, len(data), 64):
            pairs = [data[k] for k in range(i, min(i + 64, len(data)))]
            src = self.tok([d for d, _ in pairs], padding=True, return_tensors="pt").to(device)
            out = self.model.generate(
                input_ids=src["input_ids"],
                attention_mask=src["attention_mask"],
                max_new_tokens=8,
                num_beams=1,
                do_sample=False,
            )
            texts = self.tok.batch_decode(out, skip_special_tokens=True)
            good += sum(t.strip() == c for t, (_, c) in zip(texts, pairs))
        return good / len(data)


train = Pairs("train")
valid = Pairs("validation", skip=train.dates)
test = Pairs("test", skip=train.dates | valid.dates)

learner = Learner("checkpoints/dates")
learner.fit(train, valid)
print("test exact match", round(learner.exact(test), 3))
