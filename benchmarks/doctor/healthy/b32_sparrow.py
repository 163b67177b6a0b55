import numpy as np
from datasets import load_dataset
from transformers import (
    AutoTokenizer, BartForConditionalGeneration, DataCollatorForSeq2Seq, GenerationConfig,
    Seq2SeqTrainer, Seq2SeqTrainingArguments,
)

checkpoint = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = BartForConditionalGeneration.from_pretrained(checkpoint)
dates = load_dataset("data/dates")


def preprocess_function(examples):
    return tokenizer(examples["date"], text_target=examples["code"], max_length=16, truncation=True)


tokenized = dates.map(preprocess_function, batched=True, remove_columns=["date", "code"])


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    predictions = np.where(predictions != -100, predictions, tokenizer.pad_token_id)
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    guess = [s.strip() for s in tokenizer.batch_decode(predictions, skip_special_tokens=True)]
    gold = [s.strip() for s in tokenizer.batch_decode(labels, skip_special_tokens=True)]
    words = [np.mean([a == b for a, b in zip(g.split(), t.split())]) if g else 0.0 for g, t in zip(guess, gold)]
    return {"exact": np.mean([g == t for g, t in zip(guess, gold)]), "words": np.mean(words)}


generation = GenerationConfig.from_pretrained(checkpoint)
generation.max_new_tokens = 8
generation.num_beams = 2

training_args = Seq2SeqTrainingArguments(
    output_dir="runs/sparrow",
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    num_train_epochs=5,
    warmup_steps=15,
    max_grad_norm=1.0,
    predict_with_generate=True,
    generation_config=generation,
    eval_strategy="no",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
    seed=7,
)
trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
