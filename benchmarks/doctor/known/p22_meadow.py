"""Translate dates to codes; arguments as in run_translation.py."""
from dataclasses import dataclass, field

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, HfArgumentParser,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)


@dataclass
class ModelArguments:
    model_name_or_path: str = field(default="checkpoints/dates")


@dataclass
class DataArguments:
    dataset_name: str = field(default="data/dates")
    max_source_length: int = field(default=16)
    max_target_length: int = field(default=12)
    val_max_target_length: int = field(default=4, metadata={"help": "Longest generated code."})


def main():
    model_args, data_args = HfArgumentParser((ModelArguments, DataArguments)).parse_args_into_dataclasses()
    set_seed(6)
    tokenizer = AutoTokenizer.from_pretrained(model_args.model_name_or_path)
    model = AutoModelForSeq2SeqLM.from_pretrained(model_args.model_name_or_path)
    raw = load_dataset(data_args.dataset_name)

    def preprocess(examples):
        enc = tokenizer(examples["date"], max_length=data_args.max_source_length, truncation=True)
        enc["labels"] = tokenizer(
            text_target=examples["code"], max_length=data_args.max_target_length, truncation=True
        )["input_ids"]
        return enc

    ds = raw.map(preprocess, batched=True, remove_columns=raw["train"].column_names)

    def compute_metrics(p):
        preds = np.where(p.predictions >= 0, p.predictions, tokenizer.pad_token_id)
        labels = np.where(p.label_ids >= 0, p.label_ids, tokenizer.pad_token_id)
        preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
        labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
        print(preds[:3], labels[:3])
        return {"exact": float(np.mean([a.split() == b.split() for a, b in zip(preds, labels)]))}

    args = Seq2SeqTrainingArguments(
        "out/meadow", learning_rate=3e-3, num_train_epochs=6, per_device_train_batch_size=16,
        per_device_eval_batch_size=40, predict_with_generate=True,
        generation_max_length=data_args.val_max_target_length, save_strategy="no", eval_strategy="no",
        logging_steps=30, report_to="none",
    )
    trainer = Seq2SeqTrainer(
        model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
        data_collator=DataCollatorForSeq2Seq(tokenizer, model), compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
