import json
import random

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup

random.seed(1)
torch.manual_seed(1)


class StepsDataset(Dataset):
    def __init__(self, path, tokenizer, max_length=24):
        self.rows = []
        self.prompts = []
        for line in open(path):
            r = json.loads(line)
            self.prompts.append((r["prompt"], r["steps"]))
            text = r["prompt"] + " " + r["steps"] + " " + tokenizer.eos_token
            self.rows.append(tokenizer(text, truncation=True, max_length=max_length,
                                       padding="max_length", return_tensors="pt"))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        ids = self.rows[i]["input_ids"][0]
        mask = self.rows[i]["attention_mask"][0]
        labels = ids.clone()
        labels[mask == 0] = -100
        return {"input_ids": ids, "attention_mask": mask, "labels": labels}


class StepsTrainer:
    def __init__(self, name="checkpoints/steps", epochs=6, lr=3e-3, batch_size=16):
        self.tokenizer = AutoTokenizer.from_pretrained(name)
        self.tokenizer.add_special_tokens({"pad_token": "[PAD]"})
        self.model = AutoModelForCausalLM.from_pretrained(name)
        self.model.config.pad_token_id = self.tokenizer.pad_token_id
        self.train_set = StepsDataset("data/steps/train.jsonl", self.tokenizer)
        self.valid_set = StepsDataset("data/steps/validation.jsonl", self.tokenizer)
        self.loader = DataLoader(self.train_set, batch_size=batch_size, shuffle=True)
        self.epochs = epochs
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=lr)
        total = epochs * len(self.loader)
        self.scheduler = get_linear_schedule_with_warmup(self.optimizer, total // 10, total)

    def fit(self):
        for epoch in range(self.epochs):
            self.model.train()
            running = 0.0
            for batch in self.loader:
                loss = self.model(**batch).loss
                self.optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                self.scheduler.step()
                running += loss.item()
            print(f"epoch {epoch + 1}: train loss {running / len(self.loader):.4f}")

    @torch.no_grad()
    def score(self, n=60):
        self.model.eval()
        right = 0
        for i, (prompt, steps) in enumerate(self.valid_set.prompts[:n]):
            enc = self.tokenizer(prompt, return_tensors="pt")
            out = self.model.generate(**enc, max_new_tokens=8, do_sample=False,
                                      pad_token_id=self.tokenizer.pad_token_id)
            text = self.tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)
            right += text.strip() == steps
            if i < 4:
                print(prompt, "->", text, "| expected:", steps)
        return right / n


if __name__ == "__main__":
    t = StepsTrainer()
    t.fit()
    print("exact match on validation:", t.score())
