# Teach a small GPT-2 to write the steps that follow a prompt, then count exact answers.
import json

import torch
from datasets import Dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer,
                          TrainingArguments, set_seed)


class StepWriter:
    def __init__(self, checkpoint="checkpoints/steps", out="out/gb05"):
        self.out = out
        self.tok = AutoTokenizer.from_pretrained(checkpoint)
        self.tok.pad_token = self.tok.eos_token
        self.model = AutoModelForCausalLM.from_pretrained(checkpoint)
        self.model.config.pad_token_id = self.tok.pad_token_id

    @staticmethod
    def rows(split):
        with open(f"data/steps/{split}.jsonl") as f:
            return [json.loads(x) for x in f]

    def dataset(self, split):
        def enc(batch):
            texts = [p + " " + s + " " + self.tok.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
            return self.tok(texts, truncation=True, max_length=32)

        ds = Dataset.from_list(self.rows(split))
        return ds.map(enc, batched=True, remove_columns=ds.column_names)

    def fit(self, epochs=15):
        args = TrainingArguments(
            output_dir=self.out,
            num_train_epochs=epochs,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=32,
            learning_rate=2e-3,
            lr_scheduler_type="cosine",
            warmup_ratio=0.05,
            eval_strategy="epoch",
            save_strategy="no",
            logging_strategy="epoch",
            report_to="none",
            use_cpu=True,
        )
        trainer = Trainer(
            model=self.model,
            args=args,
            train_dataset=self.dataset("train"),
            eval_dataset=self.dataset("validation"),
            data_collator=DataCollatorForLanguageModeling(self.tok, mlm=False),
            processing_class=self.tok,
        )
        trainer.train()

    @torch.no_grad()
    def write(self, prompt):
        self.model.eval()
        x = self.tok(prompt, return_tensors="pt")
        y = self.model.generate(**x, max_new_tokens=12, do_sample=False, pad_token_id=self.tok.pad_token_id)
        new = y[0, x["input_ids"].shape[1]:]
        return self.tok.decode(new, skip_special_tokens=True).strip()

    def score(self, split="test", show=5):
        good = 0
        rows = self.rows(split)
        for i, r in enumerate(rows):
            got = self.write(r["prompt"])
            good += got == r["steps"]
            if i < show:
                print(f"{r['prompt']!r} -> {got!r} (wanted {r['steps']!r})")
        return good / len(rows)


if __name__ == "__main__":
    set_seed(1)
    writer = StepWriter()
    writer.fit()
    print("exact answers on test:", writer.score())
