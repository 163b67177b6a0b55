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

set_seed(5)

checkpoint = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)

dataset = load_dataset(
    "json",
    data_files={s: f"data/dates/{s}.jsonl" for s in ["train", "validation", "test"]},
)


def preprocess_function(examples):
    return tokenizer(examples["date"], text_target=examples["code"], max_length=32, truncation=True)


tokenized = dataset.map(preprocess_function, batched=True, remove_columns=["date", "code"])
data_collator = DataCollatorForSeq2Seq(tokenizer=tokenizer, model=model)


def postprocess_text(preds, labels):
    return [p.strip() for p in preds], [l.strip() for l in labels]


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    decoded_preds, decoded_labels = postprocess_text(decoded_preds, decoded_labels)

    exact = np.mean([p == l for p, l in zip(decoded_preds, decoded_labels)])
    prediction_lens = [np.count_nonzero(pred != tokenizer.pad_token_id) for pred in preds]
    return {"exact_match": round(float(exact), 4), "gen_len": float(np.mean(prediction_lens))}


training_args = Seq2SeqTrainingArguments(
    output_dir="/tmp/dates_s2s",
    eval_strategy="epoch",
    logging_strategy="epoch",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    weight_decay=0.01,
    save_strategy="no",
    num_train_epochs=12,
    predict_with_generate=True,
    generation_max_length=16,
    report_to="none",
    disable_tqdm=True,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=data_collator,
    compute_metrics=compute_metrics,
)

trainer.train()
print("test:", trainer.evaluate(tokenized["test"], metric_key_prefix="test"))
