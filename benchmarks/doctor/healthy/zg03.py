# Date codes: fine-tune a small BART and watch token accuracy on the validation part
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(7)
model_name = "checkpoints/dates"

raw = load_dataset(
    "json",
    data_files={
        "train": "data/dates/train.jsonl",
        "validation": "data/dates/validation.jsonl",
        "test": "data/dates/test.jsonl",
    },
)
print(raw)
print(raw["train"][0])

tokenizer = AutoTokenizer.from_pretrained(model_name)
model = AutoModelForSeq2SeqLM.from_pretrained(model_name)


def preprocess(batch):
    model_inputs = tokenizer(batch["date"], max_length=32, truncation=True)
    targets = tokenizer(text_target=batch["code"], max_length=32, truncation=True)
    model_inputs["labels"] = targets["input_ids"]
    return model_inputs


tokenized = raw.map(preprocess, batched=True, remove_columns=raw["train"].column_names)
collator = DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100)


def compute_metrics(eval_preds):
    logits, labels = eval_preds
    predictions = np.argmax(logits[0], axis=-1)
    mask = labels != -100
    token_accuracy = (predictions == labels)[mask].mean()
    exact = ((predictions == labels) | ~mask).all(axis=1).mean()
    return {"token_accuracy": float(token_accuracy), "exact": float(exact)}


args = TrainingArguments(
    output_dir="out/zg03",
    learning_rate=3e-3,
    lr_scheduler_type="cosine",
    warmup_steps=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=12,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()
metrics = trainer.evaluate(tokenized["test"], metric_key_prefix="test")
print(metrics)

model.eval()
for row in raw["test"].select(range(5)):
    batch = tokenizer(row["date"], return_tensors="pt").to(model.device)
    out = model.generate(**batch, max_new_tokens=24, num_beams=1)
    print(row["date"], "->", tokenizer.decode(out[0], skip_special_tokens=True), "| gold:", row["code"])
