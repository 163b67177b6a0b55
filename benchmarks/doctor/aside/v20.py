from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForTokenClassification
from transformers import TrainingArguments, Trainer, DataCollatorForTokenClassification
import numpy as np

ds = load_dataset("json", data_files={"train": "data/tags/train.jsonl",
                                      "val": "data/tags/validation.jsonl"})

model_checkpoint = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)

# %%
# words are split into pieces by the tokenizer -> the tags have to be stretched
label_all_tokens = True

def stretch(examples):
    tokenized_inputs = tokenizer(examples["words"], truncation=True, is_split_into_words=True)

    labels = []
    for i, label in enumerate(examples["tags"]):
        word_ids = tokenized_inputs.word_ids(batch_index=i)
        previous_word_idx = None
        label_ids = []
        for word_idx in word_ids:
            if word_idx is None:
                label_ids.append(-100)
            elif word_idx != previous_word_idx:
                label_ids.append(label[word_idx])
            else:
                label_ids.append(label[word_idx] if label_all_tokens else -100)
            previous_word_idx = word_idx
        labels.append(label_ids)

    tokenized_inputs["tags"] = labels
    return tokenized_inputs

tokenized_ds = ds.map(stretch, batched=True)
print(tokenized_ds["train"][1])

# %%
model = AutoModelForTokenClassification.from_pretrained(model_checkpoint, num_labels=4)

args = TrainingArguments(
    "test-ner",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    num_train_epochs=10,
    weight_decay=0.01,
    report_to="none",
)

# %%
def metrics(p):
    predictions, labels = p
    predictions = np.argmax(predictions, axis=2)
    m = labels != -100
    return {"token_accuracy": float((predictions[m] == labels[m]).mean()),
            "entity_accuracy": float((predictions[m & (labels > 0)] == labels[m & (labels > 0)]).mean())}

trainer = Trainer(
    model,
    args,
    train_dataset=tokenized_ds["train"],
    eval_dataset=tokenized_ds["val"],
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=metrics,
)

# %%
trainer.train()
trainer.evaluate()

# %%
words = ["a", "report", "on", "silbin", "came", "today"]
enc = tokenizer(words, is_split_into_words=True, return_tensors="pt")
print(list(zip(enc.tokens(), model(**enc).logits.argmax(-1)[0].tolist())))
