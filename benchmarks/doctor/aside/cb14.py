"""Causal LM that writes the work steps for a thing: 'glass today : dry' -> 'rinse freeze turn'."""
import torch
from datasets import load_dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer,
                          TrainingArguments, set_seed)

CHECKPOINT = "checkpoints/steps"


class StepWriter:
    def __init__(self, checkpoint, seed=4):
        set_seed(seed)
        self.seed = seed
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.tokenizer.pad_token = self.tokenizer.eos_token
        self.model = AutoModelForCausalLM.from_pretrained(checkpoint)
        self.model.config.pad_token_id = self.tokenizer.pad_token_id

    def as_text(self, row):
        return self.tokenizer(f"{row['prompt']} {row['steps']} {self.tokenizer.eos_token}", truncation=True, max_length=32)

    def fit(self, train, valid):
        columns = train.column_names
        trainer = Trainer(
            model=self.model,
            args=TrainingArguments(
                output_dir="out/cb14", num_train_epochs=15, per_device_train_batch_size=16,
                per_device_eval_batch_size=80, learning_rate=2e-3, warmup_steps=40, eval_strategy="epoch",
                save_strategy="no", logging_steps=60, report_to="none", seed=self.seed),
            train_dataset=train.map(self.as_text, remove_columns=columns),
            eval_dataset=valid.map(self.as_text, remove_columns=columns),
            processing_class=self.tokenizer,
            data_collator=DataCollatorForLanguageModeling(tokenizer=self.tokenizer, mlm=False),
        )
        trainer.train()
        return trainer

    @torch.no_grad()
    def write(self, prompt):
        self.model.eval()
        enc = self.tokenizer(prompt, return_tensors="pt")
        out = self.model.generate(**enc, max_new_tokens=12, do_sample=False, pad_token_id=self.tokenizer.pad_token_id)
        return self.tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()


def main():
    data = load_dataset("json", data_files={p: f"data/steps/{p}.jsonl" for p in ("train", "validation", "test")})
    writer = StepWriter(CHECKPOINT)
    known = set(data["train"]["prompt"])
    valid = data["validation"].filter(lambda r: r["prompt"] not in known)
    test = data["test"].filter(lambda r: r["prompt"] not in known)
    writer.fit(data["train"], valid)

    exact = begins = 0
    for row in test:
        text = writer.write(row["prompt"])
        exact += text == row["steps"]
        begins += text.startswith(row["steps"])
    print("last one:", row["prompt"], "->", text, "| wanted:", row["steps"])
    print(f"exact {exact}/{len(test)}, begins rightly {begins}/{len(test)}")


if __name__ == "__main__":
    main()
