import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)

set_seed(3)
path = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(path)
model = AutoModelForSeq2SeqLM.from_pretrained(path)

raw = load_dataset("json", data_files={"train": "data/dates/train.jsonl",
                                       "validation": "data/dates/validation.jsonl",
                                       "test": "data/dates/test.jsonl"})


def preprocess(examples):
    return tokenizer(examples["date"], text_target=examples["code"], truncation=True, max_length=16)


tokenized = raw.map(preprocess, batched=True, remove_columns=["date", "code"])
collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    hyp = [t.strip() for t in tokenizer.batch_decode(preds, skip_special_tokens=True)]
    ref = [t.strip() for t in tokenizer.batch_decode(labels, skip_special_tokens=True)]
    exact = np.mean([h == r for h, r in zip(hyp, ref)])
    words = [a == b for h, r in zip(hyp, ref) for a, b in zip(h.split() + [""] * 5, r.split())]
    return {"exact": float(exact), "word_accuracy": float(np.mean(words))}


args = Seq2SeqTrainingArguments(
    output_dir="out/od04",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    learning_rate=2e-3,
    warmup_steps=50,
    num_train_epochs=25,
    eval_strategy="steps",
    eval_steps=150,
    logging_steps=150,
    save_strategy="no",
    predict_with_generate=True,
    generation_max_length=12,
    generation_num_beams=3,
    report_to="none",
)
trainer = Seq2SeqTrainer(model=model, args=args, train_dataset=tokenized["train"],
                         eval_dataset=tokenized["validation"], data_collator=collator,
                         processing_class=tokenizer, compute_metrics=compute_metrics)
trainer.train()

result = trainer.predict(tokenized["test"], metric_key_prefix="test")
print(result.metrics)
shown = np.where(result.predictions != -100, result.predictions, tokenizer.pad_token_id)
for i in range(5):
    print(raw["test"][i]["date"], "->", tokenizer.decode(shown[i], skip_special_tokens=True), "| wanted", raw["test"][i]["code"])
