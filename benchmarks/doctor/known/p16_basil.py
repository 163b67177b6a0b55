import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, default_data_collator

checkpoint = "checkpoints/tickets"
tok = AutoTokenizer.from_pretrained(checkpoint)

# We keep the hidden states: they are drawn with t-SNE later on.
model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4, output_hidden_states=True)

ds = load_dataset("data/tickets")
ds = ds.map(
    lambda ex: {**tok(ex["text"], truncation=True, padding="max_length", max_length=32), "labels": ex["desk_id"]},
    remove_columns=ds["train"].column_names,
)

# freeze the embeddings, train the rest
for p in model.distilbert.embeddings.parameters():
    p.requires_grad = False


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    predictions = np.argmax(predictions, axis=-1)
    correct = predictions == labels
    return {"accuracy": float(correct.mean()), "errors": int((~correct).sum())}


args = TrainingArguments(
    output_dir="out/hidden",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=2e-3,
    num_train_epochs=5,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    seed=8,
)
trainer = Trainer(
    model=model,
    args=args,
    data_collator=default_data_collator,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
hidden = trainer.predict(ds["test"]).predictions[1]
print("layers:", len(hidden), "shape of each:", hidden[-1].shape)
