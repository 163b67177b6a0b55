import evaluate
import numpy as np
from datasets import load_dataset
from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

checkpoint = "checkpoints/bert"
task = "sst2"

dataset = load_dataset("data/glue", task)
metric = evaluate.load("data/metrics/glue", task)
tokenizer = AutoTokenizer.from_pretrained(checkpoint, use_fast=True)

labels = ["negative", "positive"]
config = AutoConfig.from_pretrained(
    checkpoint,
    num_labels=len(labels),
    id2label=dict(enumerate(labels)),
    label2id={l: i for i, l in enumerate(labels)},
    hidden_dropout_prob=0.05,
)
model = AutoModelForSequenceClassification.from_pretrained(checkpoint, config=config)


def preprocess_function(examples):
    return tokenizer(examples["sentence"], truncation=True, max_length=96)


encoded = dataset.map(preprocess_function, batched=True)


def compute_metrics(eval_pred):
    predictions, references = eval_pred
    return metric.compute(predictions=np.argmax(predictions, axis=1), references=references)


args = TrainingArguments(
    "out/rf27",
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    learning_rate=5e-4,
    lr_scheduler_type="cosine",
    warmup_ratio=0.1,
    label_smoothing_factor=0.05,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=5,
    weight_decay=0.01,
    group_by_length=True,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    save_total_limit=2,
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model,
    args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print("best checkpoint", trainer.state.best_model_checkpoint)
print(trainer.evaluate())
