import json
import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (
    AutoTokenizer, BartForConditionalGeneration, Seq2SeqTrainer, Seq2SeqTrainingArguments, default_data_collator,
)

MODEL = "checkpoints/dates"
MAX_SOURCE, MAX_TARGET = 8, 8

tokenizer = AutoTokenizer.from_pretrained(MODEL)
model = BartForConditionalGeneration.from_pretrained(MODEL)


def load_split(name):
    with open(f"data/dates/{name}.jsonl") as f:
        return Dataset.from_list([json.loads(line) for line in f])


def preprocess(batch):
    model_inputs = tokenizer(batch["date"], max_length=MAX_SOURCE, padding="max_length", truncation=True)
    targets = tokenizer(batch["code"], max_length=MAX_TARGET, padding="max_length", truncation=True)
    model_inputs["decoder_input_ids"] = targets["input_ids"]
    model_inputs["labels"] = [
        [t if t != tokenizer.pad_token_id else -100 for t in ids] for ids in targets["input_ids"]
    ]
    return model_inputs


def compute_metrics(eval_pred):
    preds, labels = eval_pred
    preds = np.where(preds < 0, tokenizer.pad_token_id, preds)
    labels = np.where(labels < 0, tokenizer.pad_token_id, labels)
    preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    for p, l in list(zip(preds, labels))[:3]:
        print(f"   {p!r}   expected {l!r}")
    return {"exact_match": np.mean([p.strip() == l.strip() for p, l in zip(preds, labels)])}


raw = DatasetDict({s: load_split(s) for s in ("train", "validation", "test")})
data = raw.map(preprocess, batched=True, remove_columns=["date", "code"])

args = Seq2SeqTrainingArguments(
    output_dir="out/hg04",
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    num_train_epochs=14,
    logging_steps=100,
    predict_with_generate=True,
    generation_max_length=MAX_TARGET,
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)
trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=default_data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
print(trainer.evaluate(data["test"], metric_key_prefix="test"))
