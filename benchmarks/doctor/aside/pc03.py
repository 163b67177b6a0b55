import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
)

checkpoint = "checkpoints/dates"
max_length = 16

dataset = load_dataset("json", data_files={s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")})
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)


def preprocess_function(examples):
    return tokenizer(
        examples["date"],
        text_target=examples["code"],
        max_length=max_length,
        truncation=True,
    )


tokenized_datasets = dataset.map(
    preprocess_function, batched=True, remove_columns=dataset["train"].column_names
)
data_collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def postprocess_text(texts):
    return [" ".join(text.split()) for text in texts]


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = postprocess_text(tokenizer.batch_decode(preds, skip_special_tokens=True))
    decoded_labels = postprocess_text(tokenizer.batch_decode(labels, skip_special_tokens=True))

    exact = np.mean([p == l for p, l in zip(decoded_preds, decoded_labels)])
    gen_len = np.mean([np.count_nonzero(p != tokenizer.pad_token_id) for p in preds])
    return {"exact_match": round(float(exact), 4), "gen_len": round(float(gen_len), 2)}


training_args = Seq2SeqTrainingArguments(
    output_dir="bart-dates",
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    num_train_epochs=12,
    weight_decay=0.01,
    predict_with_generate=True,
    generation_max_length=max_length,
    report_to="none",
    disable_tqdm=True,
    use_cpu=True,
    seed=13,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

results = trainer.predict(tokenized_datasets["test"])
print(results.metrics)
