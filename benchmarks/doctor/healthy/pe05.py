# MRPC has about two paraphrases for one non-paraphrase, so the loss is weighted.
import torch
from torch import nn
import evaluate
from datasets import load_dataset
from transformers import (AutoTokenizer, BertForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)

set_seed(3)
checkpoint = "checkpoints/bert"
raw_datasets = load_dataset("parquet", data_files={
    "train": "data/glue/mrpc/train-00000-of-00001.parquet",
    "validation": "data/glue/mrpc/validation-00000-of-00001.parquet",
})
raw_datasets["train"] = raw_datasets["train"].select(range(1000))  # a quick first try
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_function(example):
    return tokenizer(example["sentence1"], example["sentence2"], truncation=True)


tokenized_datasets = raw_datasets.map(tokenize_function, batched=True)

counts = torch.bincount(torch.tensor(raw_datasets["train"]["label"]))
class_weights = counts.sum() / (2.0 * counts)
print("class weights:", class_weights.tolist())


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        loss_fct = nn.CrossEntropyLoss(weight=class_weights.to(logits.device))
        loss = loss_fct(logits.view(-1, self.model.config.num_labels), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


metric = evaluate.load("data/metrics/glue", "mrpc")


def compute_metrics(eval_preds):
    logits, labels = eval_preds
    predictions = logits.argmax(axis=-1)
    return metric.compute(predictions=predictions, references=labels)


model = BertForSequenceClassification.from_pretrained(checkpoint, num_labels=2)

training_args = TrainingArguments(
    "runs/k05",
    num_train_epochs=1,
    learning_rate=5e-4,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=100,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=8,
    report_to="none",
    disable_tqdm=True,
)

trainer = WeightedTrainer(
    model,
    training_args,
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["validation"],
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
