import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, set_seed


class StepWriter:
    """GPT-2 that writes the steps for a task, fine-tuned with a plain PyTorch loop."""

    def __init__(self, path="checkpoints/steps", lr=3e-3):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.tokenizer = AutoTokenizer.from_pretrained(path)
        self.tokenizer.pad_token = self.tokenizer.eos_token
        self.model = AutoModelForCausalLM.from_pretrained(path).to(self.device)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=lr)

    def collate(self, rows):
        texts = [r["prompt"] + " " + r["steps"] + self.tokenizer.eos_token for r in rows]
        batch = self.tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
        batch["labels"] = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)
        return batch

    def fit(self, rows, epochs=8, batch_size=16):
        loader = DataLoader(rows, batch_size=batch_size, shuffle=True, collate_fn=self.collate)
        self.model.train()
        for epoch in range(epochs):
            total = 0.0
            for batch in loader:
                batch = batch.to(self.device)
                loss = self.model(**batch).loss
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                total += loss.item()
            print(f"epoch {epoch}: loss {total / len(loader):.4f}")

    @torch.no_grad()
    def write(self, prompts, batch_size=32):
        self.model.eval()
        answers = []
        for i in range(0, len(prompts), batch_size):
            enc = self.tokenizer(prompts[i:i + batch_size], padding=True, return_tensors="pt").to(self.device)
            out = self.model.generate(
                **enc, max_new_tokens=8, do_sample=False, pad_token_id=self.tokenizer.pad_token_id
            )
            new = out[:, enc["input_ids"].shape[1]:]
            answers += self.tokenizer.batch_decode(new, skip_special_tokens=True)
        return answers


def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


if __name__ == "__main__":
    set_seed(11)
    writer = StepWriter()
    writer.fit(read("data/steps/train.jsonl"))

    test = read("data/steps/test.jsonl")
    answers = writer.write([r["prompt"] for r in test])
    for r, a in list(zip(test, answers))[:8]:
        print(f"{r['prompt']:35s} | {a:35s} | {r['steps']}")
    hits = sum(a.strip() == r["steps"] for r, a in zip(test, answers))
    print(f"exact match {hits / len(test):.3f}")
