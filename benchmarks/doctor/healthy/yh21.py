"""Training that can be cut off and taken up again. The proof is at the end: a run that was
interrupted after three epochs gives bit for bit the weights of one that was not."""
import json
import os
import random
import shutil

import numpy as np
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

CKPT, EPOCHS, DIR = "checkpoints/tickets", 8, "out/yh21"


class Run:
    def __init__(self, seed=6):
        random.seed(seed)
        np.random.seed(seed)
        torch.manual_seed(seed)
        self.tok = AutoTokenizer.from_pretrained(CKPT)
        self.model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
        self.shuffler = torch.Generator().manual_seed(seed)
        self.loader = DataLoader(self.rows("train"), batch_size=16, shuffle=True,
                                 generator=self.shuffler, collate_fn=self.collate)
        self.opt = torch.optim.AdamW(self.model.parameters(), lr=7e-4)
        total = EPOCHS * len(self.loader)
        self.sched = get_linear_schedule_with_warmup(self.opt, total // 10, total)
        self.epoch = 0

    @staticmethod
    def rows(split):
        with open(f"data/tickets/{split}.jsonl") as f:
            return [json.loads(l) for l in f]

    def collate(self, rows):
        enc = self.tok([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
        enc["labels"] = torch.tensor([r["desk_id"] for r in rows])
        return enc

    def save(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        state = {
            "model": self.model.state_dict(),
            "opt": self.opt.state_dict(),
            "sched": self.sched.state_dict(),
            "epoch": self.epoch,
            "shuffler": self.shuffler.get_state(),
            "torch_rng": torch.get_rng_state(),
        }
        torch.save(state, path + ".part")
        os.replace(path + ".part", path)      # a crash while writing never leaves half a file

    def load(self, path):
        state = torch.load(path, map_location="cpu", weights_only=True)
        self.model.load_state_dict(state["model"])
        self.opt.load_state_dict(state["opt"])
        self.sched.load_state_dict(state["sched"])
        self.epoch = state["epoch"]
        self.shuffler.set_state(state["shuffler"])
        torch.set_rng_state(state["torch_rng"])
        return self

    def train(self, until):
        while self.epoch < until:
            self.model.train()
            losses = []
            for batch in self.loader:
                self.opt.zero_grad()
                loss = self.model(**batch).loss
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.opt.step()
                self.sched.step()
                losses.append(loss.item())
            self.epoch += 1
            print(f"  epoch {self.epoch} loss {np.mean(losses):.4f} validation {self.accuracy('validation'):.4f}")
        return self

    @torch.no_grad()
    def accuracy(self, split):
        self.model.eval()
        rows, right = self.rows(split), 0
        for i in range(0, len(rows), 80):
            b = self.collate(rows[i:i + 80])
            y = b.pop("labels")
            right += (self.model(**b).logits.argmax(-1) == y).sum().item()
        return right / len(rows)


if __name__ == "__main__":
    shutil.rmtree(DIR, ignore_errors=True)
    print("in one go")
    whole = Run().train(EPOCHS)
    print("first part")
    Run().train(3).save(f"{DIR}/last.pt")
    print("taken up again")
    second = Run(seed=999).load(f"{DIR}/last.pt").train(EPOCHS)
    same = all(torch.equal(a, b) for a, b in zip(whole.model.state_dict().values(), second.model.state_dict().values()))
    print("same weights:", same, "| test accuracy:", whole.accuracy("test"), second.accuracy("test"))
