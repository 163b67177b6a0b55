# coding: utf-8
# Exported from sentiment_bert.ipynb

# In[1]:
import numpy as np
import evaluate
from datasets import load_dataset
from transformers import BertTokenizerFast, BertForSequenceClassification, Trainer, TrainingArguments

# In[2]:
dataset = load_dataset("data/glue", "sst2")
small_train = dataset["train"].shuffle(seed=42).select(range(1600))
small_eval = dataset["validation"].shuffle(seed=42).select(range(240))
small_train[0]

# In[3]:
tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")


def tokenize(example):
    return tokenizer(
        example["sentence"],
        padding="max_length",
        truncation=True,
        max_length=40,
        return_tensors="pt",
    )


small_train = small_train.map(tokenize)
small_eval = small_eval.map(tokenize)

# In[4]:
small_train = small_train.remove_columns(["sentence", "idx"])
small_eval = small_eval.remove_columns(["sentence", "idx"])
small_train.set_format("torch")
small_eval.set_format("torch")
print(small_train)

# In[5]:
model = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)

# In[6]:
metric = evaluate.load("data/metrics/glue", "sst2")


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return metric.compute(predictions=predictions, references=labels)


# In[7]:
training_args = TrainingArguments(
    output_dir="out/yb04",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=3e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=60,
    num_train_epochs=3,
    weight_decay=0.01,
    logging_steps=50,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=small_train,
    eval_dataset=small_eval,
    compute_metrics=compute_metrics,
)

# In[8]:
trainer.train()

# In[9]:
print(trainer.evaluate())
