"""Natural language inference with distilbert: the embeddings stay frozen, a subset of MNLI is enough."""
import evaluate
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

set_seed(17)
MODEL = "checkpoints/distilbert"

mnli = load_dataset("data/glue", "mnli")
train = mnli["train"].shuffle(seed=17).select(range(1024))
valid = mnli["validation_matched"].shuffle(seed=17).select(range(144))
metric = evaluate.load("data/metrics/glue", "mnli")

tokenizer = AutoTokenizer.from_pretrained(MODEL)
encode = lambda rows: tokenizer(rows["premise"], rows["hypothesis"], truncation=True, max_length=96)
train = train.map(encode, batched=True, remove_columns=["premise", "hypothesis", "idx"])
valid = valid.map(encode, batched=True, remove_columns=["premise", "hypothesis", "idx"])

model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=3)
model.distilbert.embeddings.requires_grad_(False)


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    return metric.compute(predictions=predictions.argmax(axis=-1), references=labels)


args = TrainingArguments(
    output_dir="runs/zephyr",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=48,
    learning_rate=1e-4,
    num_train_epochs=1,
    warmup_ratio=0.1,
    group_by_length=True,
    logging_steps=16,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=valid,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.state.log_history[-2])
