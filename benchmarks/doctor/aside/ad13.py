import json
import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    get_linear_schedule_with_warmup,
)


class DateTranslator:
    def __init__(self, path="checkpoints/dates", lr=2e-3, batch_size=16, epochs=12):
        torch.manual_seed(9)
        self.tokenizer = AutoTokenizer.from_pretrained(path)
        self.model = AutoModelForSeq2SeqLM.from_pretrained(path)
        self.lr, self.batch_size, self.epochs = lr, batch_size, epochs

    def _loader(self, rows, shuffle):
        feats = [dict(self.tokenizer(r["date"], text_target=r["code"])) for r in rows]
        collate = DataCollatorForSeq2Seq(self.tokenizer, model=self.model)
        return DataLoader(feats, batch_size=self.batch_size, shuffle=shuffle, collate_fn=collate)

    def fit(self, train, valid):
        train_loader, valid_loader = self._loader(train, True), self._loader(valid, False)
        optimizer = torch.optim.AdamW(self.model.parameters(), lr=self.lr)
        scheduler = get_linear_schedule_with_warmup(
            optimizer, num_warmup_steps=2, num_training_steps=self.epochs
        )
        for epoch in range(self.epochs):
            self.model.train()
            losses = []
            for batch in train_loader:
                loss = self.model(**batch).loss
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
                losses.append(loss.item())
            self.model.eval()
            with torch.no_grad():
                val = [self.model(**b).loss.item() for b in valid_loader]
            print(f"epoch {epoch + 1:2d} | train {sum(losses) / len(losses):.3f} | valid {sum(val) / len(val):.3f}")

    @torch.no_grad()
    def translate(self, dates):
        self.model.eval()
        enc = self.tokenizer(dates, padding=True, return_tensors="pt")
        out = self.model.generate(**enc, max_new_tokens=10, num_beams=1)
        return self.tokenizer.batch_decode(out, skip_special_tokens=True)


def load(name):
    with open(f"data/dates/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


if __name__ == "__main__":
    translator = DateTranslator()
    translator.fit(load("train"), load("validation"))
    test = load("test")
    outputs = translator.translate([r["date"] for r in test])
    for r, o in list(zip(test, outputs))[:5]:
        print(r["date"], "->", o, "| should be", r["code"])
    print("accuracy", sum(o == r["code"] for r, o in zip(test, outputs)) / len(test))
