from dataclasses import dataclass

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)


@dataclass
class Config:
    checkpoint: str = "checkpoints/dates"
    train_file: str = "data/dates/train.jsonl"
    valid_file: str = "data/dates/validation.jsonl"
    output_dir: str = "out/oa05"
    lr: float = 2e-3
    epochs: int = 12
    batch_size: int = 16


class DateTranslator:
    """Translates dates such as 'since 25 october 2026' into the code of the archive."""

    def __init__(self, cfg):
        self.cfg = cfg
        self.tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
        self.model = AutoModelForSeq2SeqLM.from_pretrained(cfg.checkpoint)
        raw = load_dataset("json", data_files={"train": cfg.train_file, "validation": cfg.valid_file})
        self.raw = raw
        self.data = raw.map(self.encode, batched=True, remove_columns=["date", "code"])

    def encode(self, batch):
        return self.tokenizer(batch["date"], text_target=batch["code"], truncation=True, max_length=16)

    def score(self, eval_preds):
        preds, labels = eval_preds
        preds = np.where(preds != -100, preds, self.tokenizer.pad_token_id)
        said = self.tokenizer.batch_decode(preds, skip_special_tokens=True)
        labels = np.where(labels != -100, labels, self.tokenizer.pad_token_id)
        want = self.tokenizer.batch_decode(labels, skip_special_tokens=True)
        hits = [a.strip() == b.strip() for a, b in zip(said, want)]
        return {"exact_match": float(np.mean(hits))}

    def train(self):
        args = Seq2SeqTrainingArguments(
            output_dir=self.cfg.output_dir,
            learning_rate=self.cfg.lr,
            num_train_epochs=self.cfg.epochs,
            per_device_train_batch_size=self.cfg.batch_size,
            per_device_eval_batch_size=40,
            predict_with_generate=True,
            generation_max_length=10,
            eval_strategy="epoch",
            save_strategy="no",
            logging_strategy="epoch",
            report_to="none",
        )
        self.trainer = Seq2SeqTrainer(
            model=self.model,
            args=args,
            train_dataset=self.data["train"],
            eval_dataset=self.data["validation"],
            data_collator=DataCollatorForSeq2Seq(self.tokenizer, model=self.model),
            compute_metrics=self.score,
        )
        self.trainer.train()
        return self.trainer.evaluate()

    def translate(self, texts):
        enc = self.tokenizer(texts, padding=True, return_tensors="pt")
        ids = self.model.generate(**enc, max_length=10)
        return self.tokenizer.batch_decode(ids, skip_special_tokens=True)


if __name__ == "__main__":
    set_seed(3)
    job = DateTranslator(Config())
    print(job.train())
    few = job.raw["validation"].select(range(5))
    for d, c, g in zip(few["date"], few["code"], job.translate(list(few["date"]))):
        print(f"{d:28s} {c:24s} {g}")
