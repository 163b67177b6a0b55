# Token classification: find names of three kinds in sentences that are already split into words
import numpy as np
from datasets import load_dataset
from sklearn.metrics import classification_report, f1_score
from transformers import AutoModelForTokenClassification, AutoTokenizer
from transformers import DataCollatorForTokenClassification, Trainer, TrainingArguments

model_checkpoint = "checkpoints/tags"
label_list = ["O", "RIVER", "TOWN", "HERB"]

ds = load_dataset("json", data_files={
    "train": "data/tags/train.jsonl",
    "valid": "data/tags/validation.jsonl",
    "test": "data/tags/test.jsonl",
})

tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)


def tokenize_and_add_labels(examples):
    tokenized_inputs = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    labels = []
    for i, tags in enumerate(examples["tags"]):
        label_ids, previous = [], None
        for word_id in tokenized_inputs.word_ids(batch_index=i):
            label_ids.append(-100 if word_id is None or word_id == previous else tags[word_id])
            previous = word_id
        labels.append(label_ids)
    tokenized_inputs["labels"] = labels
    return tokenized_inputs


ds_tok = ds.map(tokenize_and_add_labels, batched=True, remove_columns=["words", "tags"])


def flatten(predictions, labels):
    preds = np.argmax(predictions, axis=-1)
    keep = labels != -100
    return labels[keep], preds[keep]


def compute_metrics(p):
    y_true, y_pred = flatten(p.predictions, p.label_ids)
    return {"f1_macro": f1_score(y_true, y_pred, average="macro"), "accuracy": (y_true == y_pred).mean()}


def model_init():
    return AutoModelForTokenClassification.from_pretrained(
        model_checkpoint,
        id2label=dict(enumerate(label_list)),
        label2id={l: i for i, l in enumerate(label_list)},
    )


args = TrainingArguments(
    "ner-tiny",
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=8,
    weight_decay=0.01,
    seed=7,
    report_to="none",
    disable_tqdm=True,
    use_cpu=True,
)

trainer = Trainer(
    model_init=model_init,
    args=args,
    train_dataset=ds_tok["train"],
    eval_dataset=ds_tok["valid"],
    data_collator=DataCollatorForTokenClassification(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

out = trainer.predict(ds_tok["test"])
y_true, y_pred = flatten(out.predictions, out.label_ids)
print(classification_report(y_true, y_pred, target_names=label_list, digits=3, zero_division=0))
