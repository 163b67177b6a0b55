"""Translate written dates into code words with a small BART (Seq2SeqTrainer)."""
import json
from dataclasses import dataclass
from pathlib import Path

from datasets import Dataset, DatasetDict
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
    data: Path = Path("data/dates")
    out: str = "out_e02"
    epochs: int = 12
    batch_size: int = 16
    lr: float = 1e-3
    max_source: int = 16
    max_target: int = 12
    seed: int = 3


def read_split(path):
    with open(path, encoding="utf-8") as f:
        return Dataset.from_list([json.loads(line) for line in f])


def main(cfg: Config):
    set_seed(cfg.seed)
    data = DatasetDict({s: read_split(cfg.data / f"{s}.jsonl") for s in ("train", "validation", "test")})
    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(cfg.checkpoint)

    def preprocess(batch):
        return tokenizer(
            batch["date"],
            text_target=batch["code"],
            max_length=cfg.max_source,
            truncation=True,
            padding=False,
        )

    data = data.map(preprocess, batched=True, remove_columns=["date", "code"])
    collator = DataCollatorForSeq2Seq(tokenizer, model=model)

    def compute_metrics(eval_preds):
        preds, labels = eval_preds
        if isinstance(preds, tuple):
            preds = preds[0]
        decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
        decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
        exact, words, right = 0, 0, 0
        for p, l in zip(decoded_preds, decoded_labels):
            p, l = p.split(), l.split()
            exact += p == l
            words += len(l)
            right += sum(a == b for a, b in zip(p, l))
        return {"exact_match": exact / len(decoded_labels), "word_accuracy": right / words}

    args = Seq2SeqTrainingArguments(
        output_dir=cfg.out,
        num_train_epochs=cfg.epochs,
        per_device_train_batch_size=cfg.batch_size,
        per_device_eval_batch_size=32,
        learning_rate=cfg.lr,
        lr_scheduler_type="cosine",
        warmup_ratio=0.05,
        label_smoothing_factor=0.05,
        predict_with_generate=True,
        generation_max_length=cfg.max_target,
        eval_strategy="steps",
        eval_steps=120,
        save_strategy="no",
        logging_steps=60,
        report_to=[],
        disable_tqdm=True,
        seed=cfg.seed,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=collator,
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    out = trainer.predict(data["test"])
    for key, value in out.metrics.items():
        if key in ("test_exact_match", "test_word_accuracy", "test_loss"):
            print(f"{key:20s} {value:.3f}")
    print(tokenizer.batch_decode(out.predictions[:3], skip_special_tokens=True))


if __name__ == "__main__":
    main(Config())
