# Notebook: movie / hotel review sentiment, then a quick demo with pipeline()

import torch
import pandas as pd
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments
from transformers import pipeline, set_seed
import evaluate

set_seed(0)

# In[1]
sst = load_dataset("data/glue", "sst2")
train = sst["train"].shuffle(seed=1).select(range(1200))
dev = sst["validation"]
names = ["negative", "positive"]
pd.Series(train["label"]).value_counts()

# In[2]
ckpt = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(ckpt)
model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=len(names))

train_tok = train.map(lambda r: tokenizer(r["sentence"], truncation=True), batched=True)
dev_tok = dev.map(lambda r: tokenizer(r["sentence"], truncation=True), batched=True)

# In[3]
acc = evaluate.load("data/metrics/glue", "sst2")


def compute_metrics(p):
    return acc.compute(predictions=p.predictions.argmax(-1), references=p.label_ids)


trainer = Trainer(
    model,
    TrainingArguments(
        "out/aa12",
        num_train_epochs=3,
        learning_rate=3e-4,
        per_device_train_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=25,
        report_to="none",
    ),
    train_dataset=train_tok,
    eval_dataset=dev_tok,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
trainer.save_model("out/aa12/best")

# In[4]
clf = pipeline("text-classification", model="out/aa12/best", device=torch.device("cpu"))
table = pd.DataFrame(clf(list(dev["sentence"]), batch_size=32))
table["gold"] = [names[i] for i in dev["label"]]
table["ok"] = table["label"] == table["gold"]
print(table.head(10))

# In[5]
print("trainer :", trainer.evaluate()["eval_accuracy"])
print("pipeline:", table["ok"].mean())
print(pd.crosstab(table["gold"], table["label"]))
