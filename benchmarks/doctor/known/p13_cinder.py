import evaluate
import numpy as np
from datasets import load_dataset
from transformers import BertForSequenceClassification, BertTokenizerFast, DataCollatorWithPadding, Trainer, TrainingArguments

# Sentiment with BERT ---------------------------------------------------------
sst2 = load_dataset("data/glue", "sst2")
train = sst2["train"].shuffle(seed=0).select(range(1600))
valid = sst2["validation"]

bert_tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")


def encode(batch):
    return bert_tokenizer(batch["sentence"], truncation=True, max_length=64)


train = train.map(encode, batched=True, remove_columns=["sentence", "idx"])
valid = valid.map(encode, batched=True, remove_columns=["sentence", "idx"])

# Hyperparameters -------------------------------------------------------------
hp = {
    "learning_rate": 5e-2,
    "num_train_epochs": 2,
    "per_device_train_batch_size": 16,
    "per_device_eval_batch_size": 64,
    "weight_decay": 0.01,
    "warmup_ratio": 0.1,
}

metric = evaluate.load("data/metrics/glue", "sst2")


def compute(pred):
    return metric.compute(predictions=pred.predictions.argmax(-1), references=pred.label_ids)


bert = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
args = TrainingArguments("out/sst2-bert", eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
                         report_to="none", seed=17, **hp)
trainer = Trainer(bert, args, train_dataset=train, eval_dataset=valid, compute_metrics=compute,
                  data_collator=DataCollatorWithPadding(bert_tokenizer))
trainer.train()

pred = trainer.predict(valid).predictions.argmax(-1)
print("predicted classes:", np.bincount(pred, minlength=2), trainer.evaluate()["eval_accuracy"])
