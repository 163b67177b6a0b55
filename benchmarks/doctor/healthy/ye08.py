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

set_seed(42)
model_name = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(model_name)
model = AutoModelForSeq2SeqLM.from_pretrained(model_name)

dataset = load_dataset(
    "json",
    data_files={split: f"data/dates/{split}.jsonl" for split in ("train", "validation", "test")},
)

max_input_length = 16
max_target_length = 16


def preprocess_function(examples):
    return tokenizer(
        examples["date"],
        text_target=examples["code"],
        max_length=max_input_length,
        truncation=True,
    )


tokenized_datasets = dataset.map(preprocess_function, batched=True, remove_columns=dataset["train"].column_names)


def postprocess_text(preds, labels):
    preds = [pred.strip() for pred in preds]
    labels = [label.strip() for label in labels]
    return preds, labels


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)

    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)

    decoded_preds, decoded_labels = postprocess_text(decoded_preds, decoded_labels)
    exact = np.mean([p == l for p, l in zip(decoded_preds, decoded_labels)])
    gen_len = np.mean([np.count_nonzero(pred != tokenizer.pad_token_id) for pred in preds])
    return {"exact_match": round(float(exact), 4), "gen_len": round(float(gen_len), 2)}


args = Seq2SeqTrainingArguments(
    output_dir="out/ye08",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    weight_decay=0.01,
    num_train_epochs=10,
    predict_with_generate=True,
    generation_max_length=max_target_length,
    report_to="none",
)

data_collator = DataCollatorForSeq2Seq(tokenizer, model=model)

trainer = Seq2SeqTrainer(
    model,
    args,
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate(tokenized_datasets["test"]))
