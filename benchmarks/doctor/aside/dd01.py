# Paraphrase detection on our MRPC-like sentences.
# Two thirds of the pairs are paraphrases, so the loss gets class weights.
import numpy as np
import torch
from torch import nn
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(42)
checkpoint = "checkpoints/bert"

raw_datasets = load_dataset(
    "parquet",
    data_files={
        "train": "data/glue/mrpc/train-00000-of-00001.parquet",
        "validation": "data/glue/mrpc/validation-00000-of-00001.parquet",
    },
    cache_dir="out/dd01/cache",
)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_function(example):
    return tokenizer(example["sentence1"], example["sentence2"], truncation=True)


tokenized_datasets = raw_datasets.map(
    tokenize_function, batched=True, remove_columns=["sentence1", "sentence2", "idx"]
)

counts = np.bincount(tokenized_datasets["train"]["label"][:], minlength=2)
class_weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float32)
print("class weights:", class_weights.tolist())


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.get("labels")
        outputs = model(**inputs)
        loss_fct = nn.CrossEntropyLoss(weight=class_weights.to(outputs.logits.device))
        loss = loss_fct(outputs.logits, labels)
        return (loss, outputs) if return_outputs else loss


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    recalls = [(predictions[labels == c] == c).mean() for c in (0, 1)]
    return {
        "accuracy": float((predictions == labels).mean()),
        "balanced_accuracy": float(np.mean(recalls)),
    }


model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)

training_args = TrainingArguments(
    output_dir="out/dd01",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=2e-4,
    num_train_epochs=3,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    report_to="none",
    use_cpu=True,
)

trainer = WeightedTrainer(
    model=model,
    args=training_args,
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["validation"],
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
