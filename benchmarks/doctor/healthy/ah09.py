from __future__ import annotations

import json
from dataclasses import dataclass

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer


@dataclass
class Config:
    checkpoint: str = "checkpoints/steps"
    data: str = "data/steps"
    lr: float = 2e-3
    epochs: int = 10
    batch_size: int = 24
    max_length: int = 32
    seed: int = 5


class StepsFinetuner:
    def __init__(self, cfg: Config):
        self.cfg = cfg
        torch.manual_seed(cfg.seed)
        self.tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
        self.tokenizer.add_special_tokens({"pad_token": "[PAD]"})
        self.model = AutoModelForCausalLM.from_pretrained(cfg.checkpoint)
        self.model.resize_token_embeddings(len(self.tokenizer))
        self.model.config.pad_token_id = self.tokenizer.pad_token_id
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=cfg.lr)

    def rows(self, split):
        with open(f"{self.cfg.data}/{split}.jsonl") as f:
            return [json.loads(line) for line in f]

    def collate(self, rows):
        eos = self.tokenizer.eos_token
        texts = [f"{r['prompt']} {r['steps']} {eos}" for r in rows]
        batch = self.tokenizer(texts, padding=True, truncation=True, max_length=self.cfg.max_length,
                               return_tensors="pt")
        labels = batch["input_ids"].clone()
        labels[batch["attention_mask"] == 0] = -100
        for i, r in enumerate(rows):
            n_prompt = len(self.tokenizer(r["prompt"])["input_ids"])
            labels[i, :n_prompt] = -100
        batch["labels"] = labels
        return batch

    def fit(self):
        loader = DataLoader(self.rows("train"), batch_size=self.cfg.batch_size, shuffle=True,
                            collate_fn=self.collate)
        for epoch in range(self.cfg.epochs):
            self.model.train()
            total = 0.0
            for batch in loader:
                loss = self.model(**batch).loss
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                total += loss.item()
            print(f"epoch {epoch + 1}: loss {total / len(loader):.4f}")

    @torch.no_grad()
    def exact_match(self, split, limit=60):
        self.model.eval()
        rows = self.rows(split)[:limit]
        hits = 0
        for r in rows:
            enc = self.tokenizer(r["prompt"], return_tensors="pt")
            out = self.model.generate(**enc, max_new_tokens=10, do_sample=False,
                                      pad_token_id=self.tokenizer.pad_token_id)
            new = out[0, enc["input_ids"].shape[1]:]
            answer = self.tokenizer.decode(new, skip_special_tokens=True).strip()
            hits += answer == r["steps"]
        print("last one:", r["prompt"], "->", answer, "| wanted:", r["steps"])
        return hits / len(rows)


if __name__ == "__main__":
    tuner = StepsFinetuner(Config())
    tuner.fit()
    print("exact match:", tuner.exact_match("validation"))
