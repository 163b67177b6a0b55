"""Dates -> code words with a small BART: Seq2SeqTrainer, generation during evaluation, exact match."""
import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments, set_seed)

CKPT = "checkpoints/dates"
OUT = "out/ka06"


def get_data():
    ds = load_dataset("json", data_files={k: f"data/dates/{k}.jsonl" for k in ("train", "validation", "test")},
                      cache_dir=OUT + "/cache")
    in_test = set(ds["test"]["date"])
    ds["validation"] = ds["validation"].filter(lambda r: r["date"] not in in_test)
    taken = in_test | set(ds["validation"]["date"])
    ds["train"] = ds["train"].filter(lambda r: r["date"] not in taken)
    return ds


def main():
    set_seed(11)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)
    raw = get_data()

    def encode(batch):
        # no padding here; the collator pads inputs with <pad> and labels with -100
        return tokenizer(batch["date"], text_target=batch["code"], truncation=True, max_length=32)

    data = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)

    def metrics(pred):
        ids = pred.predictions[0] if isinstance(pred.predictions, tuple) else pred.predictions
        ids = np.where(ids < 0, tokenizer.pad_token_id, ids)
        ref = np.where(pred.label_ids < 0, tokenizer.pad_token_id, pred.label_ids)
        guess = [s.split() for s in tokenizer.batch_decode(ids, skip_special_tokens=True)]
        truth = [s.split() for s in tokenizer.batch_decode(ref, skip_special_tokens=True)]
        return {
            "exact": float(np.mean([g == t for g, t in zip(guess, truth)])),
            "words": sum(a == b for g, t in zip(guess, truth) for a, b in zip(g, t)) / sum(map(len, truth)),
        }

    args = Seq2SeqTrainingArguments(
        output_dir=OUT,
        num_train_epochs=60,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=80,
        learning_rate=1.5e-3,
        warmup_steps=60,
        lr_scheduler_type="linear",
        max_grad_norm=1.0,
        predict_with_generate=True,
        generation_max_length=10,      # start, <s>, three words, </s> fit easily
        generation_num_beams=1,
        eval_strategy="steps", eval_steps=150,
        save_strategy="steps", save_steps=150, save_total_limit=1,
        load_best_model_at_end=True, metric_for_best_model="exact", greater_is_better=True,
        logging_steps=150, report_to="none", use_cpu=True,
    )
    trainer = Seq2SeqTrainer(
        model=model, args=args, train_dataset=data["train"], eval_dataset=data["validation"],
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model), processing_class=tokenizer,
        compute_metrics=metrics)
    trainer.train()

    result = trainer.predict(data["test"], metric_key_prefix="test")
    print({k: round(v, 3) for k, v in result.metrics.items() if k in ("test_exact", "test_words", "test_loss")})
    shown = np.where(result.predictions < 0, tokenizer.pad_token_id, result.predictions)[:5]
    for date, code, guess in zip(raw["test"]["date"], raw["test"]["code"],
                                 tokenizer.batch_decode(shown, skip_special_tokens=True)):
        print(f"{date:28s} {code:24s} {guess}")


if __name__ == "__main__":
    main()
