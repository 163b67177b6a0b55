import pandas as pd
import numpy as np
from datasets import Dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments, DataCollatorWithPadding

# In[1]: one column per topic, 0 or 1
labels = ["polite", "urgent", "electric", "camping"]

def read(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    df = df[df["text"].str.len() < 110]
    df["polite"] = df["text"].str.contains("please|thank|regards").astype(int)
    df["urgent"] = df["text"].str.contains("urgent").astype(int)
    df["electric"] = df["text"].str.contains("toaster|kettle|blender|heater|lamp|radio").astype(int)
    df["camping"] = df["text"].str.contains("tent|drill|camera").astype(int)
    return df[["text"] + labels]

df_train, df_valid = read("train"), read("validation")
df_train.head()

# In[2]: tokenize
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

def preprocess_data(examples):
    encoding = tokenizer(examples["text"], truncation=True, max_length=32)
    labels_matrix = np.zeros((len(examples["text"]), len(labels)))
    for idx, label in enumerate(labels):
        labels_matrix[:, idx] = examples[label]
    encoding["labels"] = labels_matrix.astype(int).tolist()
    return encoding

train = Dataset.from_pandas(df_train, preserve_index=False).map(preprocess_data, batched=True, remove_columns=["text"] + labels)
valid = Dataset.from_pandas(df_valid, preserve_index=False).map(preprocess_data, batched=True, remove_columns=["text"] + labels)

# In[3]: model
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets", problem_type="multi_label_classification", num_labels=len(labels),
    id2label={i: l for i, l in enumerate(labels)}, label2id={l: i for i, l in enumerate(labels)})

def compute_metrics(p):
    y_pred = (1 / (1 + np.exp(-p.predictions)) >= 0.5).astype(int)
    tp = (y_pred * p.label_ids).sum()
    return {"f1": 2 * tp / (y_pred.sum() + p.label_ids.sum()), "subset_accuracy": (y_pred == p.label_ids).all(1).mean()}

# In[4]: train
args = TrainingArguments("out/multilabel", eval_strategy="epoch", save_strategy="no", learning_rate=1e-3, seed=21,
                         per_device_train_batch_size=16, per_device_eval_batch_size=16, num_train_epochs=8,
                         weight_decay=0.01, report_to="none")
trainer = Trainer(model, args, train_dataset=train, eval_dataset=valid, data_collator=DataCollatorWithPadding(tokenizer),
                  compute_metrics=compute_metrics)
trainer.train()
trainer.evaluate()
