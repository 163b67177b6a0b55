import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, BartForConditionalGeneration


class DateTranslator:
    def __init__(self, path, frozen_epochs=4):
        self.tok = AutoTokenizer.from_pretrained(path)
        self.model = BartForConditionalGeneration.from_pretrained(path)
        self.frozen_epochs = frozen_epochs

    @staticmethod
    def read(split):
        with open(f"data/dates/{split}.jsonl") as f:
            return [json.loads(line) for line in f]

    def collate(self, rows):
        x = self.tok([r["date"] for r in rows], padding=True, return_tensors="pt")
        y = self.tok(text_target=[r["code"] for r in rows], padding=True, return_tensors="pt")["input_ids"]
        x["labels"] = y.masked_fill(y == self.tok.pad_token_id, -100)
        return x

    def freeze_encoder(self, frozen):
        for p in self.model.get_encoder().layers.parameters():
            p.requires_grad_(not frozen)

    def fit(self, epochs, lr=2e-3, batch_size=24):
        train = DataLoader(self.read("train"), batch_size=batch_size, shuffle=True, collate_fn=self.collate)
        val = self.read("validation")
        # all parameters are known to the optimizer; frozen ones have no gradient and are passed over
        opt = torch.optim.AdamW(self.model.parameters(), lr=lr, weight_decay=0.01)
        sched = torch.optim.lr_scheduler.SequentialLR(
            opt,
            [torch.optim.lr_scheduler.LinearLR(opt, 0.1, 1.0, total_iters=20),
             torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs * len(train) - 20)],
            milestones=[20],
        )
        for epoch in range(epochs):
            self.freeze_encoder(epoch < self.frozen_epochs)
            self.model.train()
            total = 0.0
            for batch in train:
                labels = batch.pop("labels")
                logits = self.model(**batch, labels=labels).logits
                loss = torch.nn.functional.cross_entropy(
                    logits.view(-1, logits.size(-1)), labels.view(-1), ignore_index=-100, label_smoothing=0.05)
                opt.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_([p for p in self.model.parameters() if p.requires_grad], 1.0)
                opt.step()
                sched.step()
                total += loss.item()
            if epoch % 4 == 3:
                print(f"epoch {epoch + 1:2d} loss {total / len(train):.4f} exact {self.exact(val):.3f}")

    @torch.no_grad()
    def translate(self, dates):
        self.model.eval()
        enc = self.tok(dates, padding=True, return_tensors="pt")
        out = self.model.generate(**enc, max_length=10, num_beams=1, do_sample=False)
        return [s.strip() for s in self.tok.batch_decode(out, skip_special_tokens=True)]

    def exact(self, rows):
        got = self.translate([r["date"] for r in rows])
        return sum(g == r["code"] for g, r in zip(got, rows)) / len(rows)


torch.manual_seed(0)
t = DateTranslator("checkpoints/dates")
t.fit(epochs=28)
print("exact on test", t.exact(t.read("test")))
t.model.save_pretrained("out/rf30")
t.tok.save_pretrained("out/rf30")
again = DateTranslator("out/rf30")
print(again.translate(["from 12 september", "since 25 october 2026"]))
