import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments, set_seed)

set_seed(0)
ckpt = "checkpoints/dates"
ds = load_dataset("json", data_files={s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")})
known = set(ds["validation"]["date"]) | set(ds["test"]["date"])
ds["train"] = ds["train"].filter(lambda r: r["date"] not in known)

tok = AutoTokenizer.from_pretrained(ckpt)
model = AutoModelForSeq2SeqLM.from_pretrained(ckpt)


def prepare(batch):
    return tok(batch["date"], text_target=batch["code"], truncation=True, max_length=32)


tokenized = ds.map(prepare, batched=True, remove_columns=ds["train"].column_names)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    preds = np.where(preds != -100, preds, tok.pad_token_id)
    labels = np.where(labels != -100, labels, tok.pad_token_id)
    guess = [s.split() for s in tok.batch_decode(preds, skip_special_tokens=True)]
    gold = [s.split() for s in tok.batch_decode(labels, skip_special_tokens=True)]
    words = [g == p for gs, ps in zip(gold, guess) for g, p in zip(gs, ps + [""] * len(gs))]
    return {"exact": float(np.mean([g == p for g, p in zip(gold, guess)])), "word_accuracy": float(np.mean(words))}


args = Seq2SeqTrainingArguments(
    output_dir="runs/r07",
    num_train_epochs=20,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=80,
    learning_rate=2e-3,
    lr_scheduler_type="linear",
    warmup_ratio=0.1,
    weight_decay=0.01,
    predict_with_generate=True,
    generation_max_length=8,
    generation_num_beams=1,
    eval_strategy="steps",
    eval_steps=100,
    save_strategy="no",
    logging_steps=100,
    report_to="none",
    disable_tqdm=True,
)
trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DataCollatorForSeq2Seq(tok, model=model),
    processing_class=tok,
    compute_metrics=compute_metrics,
)
trainer.train()
result = trainer.predict(tokenized["test"], num_beams=3)
print({k: round(v, 3) for k, v in result.metrics.items()})
for i in range(3):
    ids = np.where(result.predictions[i] != -100, result.predictions[i], tok.pad_token_id)
    print(ds["test"][i]["date"], "->", tok.decode(ids, skip_special_tokens=True), "| gold:", ds["test"][i]["code"])
