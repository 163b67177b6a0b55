"""BART on the dates: write the code of a date.  Exact match on the validation dates after every epoch."""
import json
import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)


class Config:
    checkpoint = "checkpoints/dates"
    out = "out/fe08"
    source, target = "date", "code"
    max_source, max_target = 16, 16
    epochs = 20
    batch = 16
    lr = 2e-3


def get_data(cfg, tok):
    def read(split):
        with open(f"data/dates/{split}.jsonl", encoding="utf-8") as fh:
            return [json.loads(line) for line in fh]

    train = read("train")
    known = {r[cfg.source] for r in train}
    valid = [r for r in read("validation") if r[cfg.source] not in known]

    def prep(batch):
        enc = tok(batch[cfg.source], max_length=cfg.max_source, truncation=True)
        enc["labels"] = tok(text_target=batch[cfg.target], max_length=cfg.max_target, truncation=True)["input_ids"]
        return enc

    cols = [cfg.source, cfg.target]
    return (
        Dataset.from_list(train).map(prep, batched=True, remove_columns=cols),
        Dataset.from_list(valid).map(prep, batched=True, remove_columns=cols),
    )


def make_metrics(tok):
    def compute_metrics(eval_preds):
        preds, labels = eval_preds
        if isinstance(preds, tuple):
            preds = preds[0]
        preds = np.where(preds != -100, preds, tok.pad_token_id)
        labels = np.where(labels != -100, labels, tok.pad_token_id)
        said = tok.batch_decode(preds, skip_special_tokens=True)
        gold = tok.batch_decode(labels, skip_special_tokens=True)
        hits = [a.strip() == b.strip() for a, b in zip(said, gold)]
        return {"exact": float(np.mean(hits))}

    return compute_metrics


def main():
    cfg = Config()
    set_seed(2)
    tok = AutoTokenizer.from_pretrained(cfg.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(cfg.checkpoint)
    train, valid = get_data(cfg, tok)

    args = Seq2SeqTrainingArguments(
        output_dir=cfg.out,
        num_train_epochs=cfg.epochs,
        per_device_train_batch_size=cfg.batch,
        per_device_eval_batch_size=64,
        learning_rate=cfg.lr,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        generation_max_length=cfg.max_target,
        report_to="none",
        use_cpu=True,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorForSeq2Seq(tok, model=model),
        processing_class=tok,
        compute_metrics=make_metrics(tok),
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
