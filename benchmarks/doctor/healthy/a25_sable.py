"""A DistilBERT of our own size, from random weights, on the tickets."""
import numpy as np
from datasets import load_dataset
from transformers import (AutoTokenizer, DataCollatorWithPadding, DistilBertConfig, DistilBertForSequenceClassification,
                          Trainer, TrainingArguments, set_seed)


def get_data(tokenizer):
    ds = load_dataset("data/tickets")
    ds = ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, desc="tokenizing")
    ds = ds.remove_columns(["text", "desk"])
    return ds.rename_column("desk_id", "labels")


def get_model(tokenizer):
    config = DistilBertConfig(
        vocab_size=len(tokenizer), dim=96, hidden_dim=192, n_layers=2, n_heads=6, max_position_embeddings=32,
        dropout=0.1, attention_dropout=0.1, seq_classif_dropout=0.1, pad_token_id=tokenizer.pad_token_id, num_labels=4,
    )
    return DistilBertForSequenceClassification(config)


def accuracy(eval_pred):
    return {"accuracy": float(np.mean(eval_pred.predictions.argmax(-1) == eval_pred.label_ids))}


set_seed(2024)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
ds = get_data(tokenizer)
model = get_model(tokenizer)
args = TrainingArguments(
    output_dir="runs/sable",
    learning_rate=2e-3,
    warmup_ratio=0.1,
    num_train_epochs=15,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    eval_strategy="steps",
    eval_steps=90,
    logging_steps=90,
    save_strategy="no",
    report_to="none",
)
trainer = Trainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                  data_collator=DataCollatorWithPadding(tokenizer), processing_class=tokenizer,
                  compute_metrics=accuracy)
trainer.train()
print(trainer.predict(ds["test"]).metrics)
