import evaluate
import numpy as np
import torch
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, get_cosine_schedule_with_warmup, set_seed)

set_seed(1)

raw = load_dataset("data/glue", "sst2")
metric = evaluate.load("data/metrics/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)

encoded = raw.map(lambda b: tokenizer(b["sentence"], truncation=True, max_length=48), batched=True)
parts = encoded["train"].train_test_split(test_size=0.1, seed=1)

# lower layers learn more slowly than upper ones, the new classifier fastest
base_lr, decay = 8e-4, 0.6
groups = [{"params": list(model.classifier.parameters()) + list(model.bert.pooler.parameters()), "lr": base_lr}]
lr = base_lr
for layer in reversed(model.bert.encoder.layer):
    lr *= decay
    groups.append({"params": list(layer.parameters()), "lr": lr})
groups.append({"params": list(model.bert.embeddings.parameters()), "lr": lr * decay})
assert sum(p.numel() for g in groups for p in g["params"]) == model.num_parameters()

args = TrainingArguments(
    output_dir="out/od06", num_train_epochs=3, per_device_train_batch_size=24, per_device_eval_batch_size=96,
    eval_strategy="epoch", logging_strategy="epoch", save_strategy="no", report_to="none", seed=1,
)
steps = args.num_train_epochs * int(np.ceil(len(parts["train"]) / args.per_device_train_batch_size))
optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(optimizer, int(0.1 * steps), int(steps))


def compute_metrics(p):
    return metric.compute(predictions=p.predictions.argmax(-1), references=p.label_ids)


trainer = Trainer(model=model, args=args, train_dataset=parts["train"], eval_dataset=parts["test"],
                  data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics,
                  optimizers=(optimizer, scheduler))
trainer.train()
print("held-out part of train:", trainer.evaluate()["eval_accuracy"])
print("validation file:", trainer.evaluate(encoded["validation"])["eval_accuracy"])
