from dataclasses import dataclass
import math

from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
    pipeline,
    set_seed,
)


@dataclass
class Config:
    checkpoint: str = "checkpoints/steps"
    out: str = "out/yc08"
    epochs: int = 12
    lr: float = 2e-3
    batch: int = 16


class StepsModel:
    """Fine-tunes a small GPT-2 on the list of working steps."""

    def __init__(self, config):
        self.config = config
        self.tokenizer = AutoTokenizer.from_pretrained(config.checkpoint)
        self.tokenizer.add_special_tokens({"pad_token": "<pad>"})
        self.model = AutoModelForCausalLM.from_pretrained(config.checkpoint)
        self.model.resize_token_embeddings(len(self.tokenizer), mean_resizing=False)
        self.model.config.pad_token_id = self.tokenizer.pad_token_id

    def data(self):
        files = {s: f"data/steps/{s}.jsonl" for s in ("train", "validation", "test")}
        raw = load_dataset("json", data_files=files)

        def encode(row):
            return self.tokenizer(f"{row['prompt']} {row['steps']}{self.tokenizer.eos_token}")

        return raw, raw.map(encode, remove_columns=["prompt", "steps"])

    def fit(self, train, validation):
        c = self.config
        args = TrainingArguments(
            output_dir=c.out, num_train_epochs=c.epochs, learning_rate=c.lr,
            per_device_train_batch_size=c.batch, per_device_eval_batch_size=64,
            logging_strategy="epoch", save_strategy="no", report_to="none", disable_tqdm=True,
        )
        collator = DataCollatorForLanguageModeling(tokenizer=self.tokenizer, mlm=False)
        self.trainer = Trainer(
            model=self.model, args=args, data_collator=collator,
            train_dataset=train, eval_dataset=validation,
        )
        self.trainer.train()
        return math.exp(self.trainer.evaluate()["eval_loss"])

    def complete(self, prompts):
        generate = pipeline("text-generation", model=self.model, tokenizer=self.tokenizer, device="cpu")
        return [
            o[0]["generated_text"].strip()
            for o in generate(prompts, max_new_tokens=8, do_sample=False, return_full_text=False)
        ]


if __name__ == "__main__":
    set_seed(3)
    run = StepsModel(Config())
    raw, encoded = run.data()
    print("perplexity", run.fit(encoded["train"], encoded["validation"]))
    rows = raw["test"].select(range(60))
    answers = run.complete(list(rows["prompt"]))
    for prompt, want, got in list(zip(rows["prompt"], rows["steps"], answers))[:5]:
        print(prompt, "|", want, "|", got)
    print("exact", sum(a == w for a, w in zip(answers, rows["steps"])) / len(answers))
