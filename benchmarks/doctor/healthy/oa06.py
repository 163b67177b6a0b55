import evaluate
import numpy as np
import torch
from datasets import load_dataset
from torch import nn
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

checkpoint = "checkpoints/bert"
raw = load_dataset("data/glue", "mrpc")
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_function(example):
    return tokenizer(example["sentence1"], example["sentence2"], truncation=True, max_length=96)


tokenized = raw.map(tokenize_function, batched=True)

# about two thirds of the pairs are paraphrases, so weight the classes
counts = np.bincount(raw["train"]["label"])
weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float)
print("class weights", weights)


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss_fct = nn.CrossEntropyLoss(weight=weights.to(outputs.logits.device))
        loss = loss_fct(outputs.logits.view(-1, 2), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


metric = evaluate.load("data/metrics/glue", "mrpc")


def compute_metrics(eval_preds):
    logits, labels = eval_preds
    return metric.compute(predictions=np.argmax(logits, axis=-1), references=labels)


model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)

training_args = TrainingArguments(
    "out/oa06",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=1,
    weight_decay=0.01,
    logging_steps=25,
    report_to="none",
)

trainer = WeightedTrainer(
    model,
    training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

predictions = trainer.predict(tokenized["test"])
print(predictions.metrics)
