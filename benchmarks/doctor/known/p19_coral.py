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
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
dates = load_dataset("data/dates")


def preprocess_function(examples):
    model_inputs = tokenizer(examples["date"], max_length=16, truncation=True)
    model_inputs["labels"] = model_inputs["input_ids"].copy()
    return model_inputs


tokenized = dates.map(preprocess_function, batched=True)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)

training_args = Seq2SeqTrainingArguments(
    output_dir="out/dates_model",
    eval_strategy="epoch",
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=6,
    predict_with_generate=True,
    save_strategy="no",
    report_to="none",
)
trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorForSeq2Seq(tokenizer=tokenizer, model=model),
)
trainer.train()

# compare with the true codes of the test set
result = trainer.predict(tokenized["test"], max_new_tokens=10)
ids = np.where(result.predictions < 0, tokenizer.pad_token_id, result.predictions)
guesses = [g.strip() for g in tokenizer.batch_decode(ids, skip_special_tokens=True)]
codes = dates["test"]["code"]
for d, g, c in list(zip(dates["test"]["date"], guesses, codes))[:5]:
    print(f"{d:28s} {g:22s} {c}")
print("exact match:", sum(g == c for g, c in zip(guesses, codes)) / len(guesses))
