# The embeddings stay as they are; layers and head are tuned.
from datasets import load_dataset
from transformers import AutoModelForTokenClassification, AutoTokenizer
from transformers import DataCollatorForTokenClassification, Trainer, TrainingArguments
import numpy as np

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
dataset = load_dataset("data/tags")


def tokenize_and_align_labels(examples):
    tokenized_inputs = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    labels = []
    for i, label in enumerate(examples["tags"]):
        word_ids = tokenized_inputs.word_ids(batch_index=i)
        # only the first piece of a word is scored; special tokens and later pieces are ignored
        first = [w is not None and (k == 0 or word_ids[k - 1] != w) for k, w in enumerate(word_ids)]
        labels.append([label[w] if ok else -100 for w, ok in zip(word_ids, first)])
    tokenized_inputs["labels"] = labels
    return tokenized_inputs


tokenized = dataset.map(tokenize_and_align_labels, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=4)
for p in model.distilbert.embeddings.parameters():
    p.requires_grad = False
n_train = sum(p.numel() for p in model.parameters() if p.requires_grad)
n_all = sum(p.numel() for p in model.parameters())
print(f"training {n_train} of {n_all} parameters")


def compute_metrics(eval_preds):
    logits, labels = eval_preds
    predictions = np.argmax(logits, axis=-1)
    keep = labels != -100
    names = keep & (labels > 0)
    return {
        "word_accuracy": (predictions == labels)[keep].mean(),
        "name_accuracy": (predictions == labels)[names].mean(),
    }


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="runs/saffron",
        eval_strategy="epoch",
        save_strategy="no",
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        num_train_epochs=10,
        report_to="none",
        logging_steps=50,
    ),
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(tokenized["test"]))
