# %% [markdown]
# Which kinds of names does a sentence hold? A sentence may hold several of them, or one twice, so
# this is multi-label: three yes/no questions per sentence.

# %%
import numpy as np
import torch
from datasets import load_dataset
from sklearn.metrics import f1_score, accuracy_score, classification_report
from transformers import (AutoTokenizer, AutoModelForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)
set_seed(9)

# %%
kinds = ["kind1", "kind2", "kind3"]
files = {s: f"data/tags/{s}.jsonl" for s in ["train", "validation", "test"]}
ds = load_dataset("json", data_files=files)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")

# %%
def prepare(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = [[float(k in tags) for k in (1, 2, 3)] for tags in batch["tags"]]
    return enc

ds = ds.map(prepare, batched=True, remove_columns=ds["train"].column_names)
Y = np.array(ds["train"]["labels"])
print("share of sentences with each kind:", dict(zip(kinds, Y.mean(0).round(3))))
print("kinds per sentence:", np.bincount(Y.sum(1).astype(int)))

# %%
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tags",
    num_labels=3,
    problem_type="multi_label_classification",
    id2label=dict(enumerate(kinds)),
    label2id={k: i for i, k in enumerate(kinds)},
)

# %%
def metrics(p):
    pred = (p.predictions > 0).astype(int)          # a logit above 0 is a probability above 1/2
    true = p.label_ids.astype(int)
    return {
        "f1_micro": f1_score(true, pred, average="micro"),
        "f1_macro": f1_score(true, pred, average="macro"),
        "all_three_right": accuracy_score(true, pred),
    }

# %%
args = TrainingArguments(
    output_dir="out/yh22",
    num_train_epochs=25,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=160,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    lr_scheduler_type="cosine",
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="f1_micro",
    save_total_limit=1,
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(model, args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                  data_collator=DataCollatorWithPadding(tokenizer), processing_class=tokenizer,
                  compute_metrics=metrics)
trainer.train()

# %%
out = trainer.predict(ds["test"])
print(out.metrics)
print(classification_report(out.label_ids.astype(int), (out.predictions > 0).astype(int),
                            target_names=kinds, zero_division=0))

# %%
sentence = "we heard of belek and hallisbin".split()
model.eval()
with torch.no_grad():
    probs = model(**tokenizer(sentence, is_split_into_words=True, return_tensors="pt")).logits.sigmoid()[0]
print(" ".join(sentence), {k: round(p, 3) for k, p in zip(kinds, probs.tolist())})
