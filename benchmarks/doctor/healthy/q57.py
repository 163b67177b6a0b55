# Sentiment with a tiny BERT. Later on I want to plot the layers, so I ask for the hidden states.
import tempfile

import numpy as np
from datasets import load_dataset
from sklearn.metrics import matthews_corrcoef
from transformers import (AutoConfig, AutoModelForSequenceClassification, AutoTokenizer,
                          Trainer, TrainingArguments, set_seed)

set_seed(5)
checkpoint = "checkpoints/bert"
MAXLEN = 40

sst = load_dataset("data/glue", "sst2")
train = sst["train"].shuffle(seed=5).select(range(1200))
dev = sst["validation"].select(range(240))

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def encode(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=MAXLEN)


train = train.map(encode, batched=True).remove_columns(["sentence", "idx"])
dev = dev.map(encode, batched=True).remove_columns(["sentence", "idx"])

config = AutoConfig.from_pretrained(
    checkpoint,
    num_labels=2,
    id2label={0: "negative", 1: "positive"},
    label2id={"negative": 0, "positive": 1},
    output_hidden_states=True,
)
model = AutoModelForSequenceClassification.from_pretrained(checkpoint, config=config)


def compute_metrics(eval_pred):
    (logits, hidden_states), labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return {
        "accuracy": float((predictions == labels).mean()),
        "mcc": float(matthews_corrcoef(labels, predictions)),
    }


args = TrainingArguments(
    output_dir=tempfile.mkdtemp(),
    per_device_train_batch_size=16,
    per_device_eval_batch_size=60,
    num_train_epochs=4,
    learning_rate=3e-4,
    warmup_steps=20,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to=[],
    disable_tqdm=True,
)

trainer = Trainer(
    model,
    args,
    train_dataset=train,
    eval_dataset=dev,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())

# layer-wise norm of the [CLS] vector for one sentence
text = tokenizer(sst["validation"][0]["sentence"], return_tensors="pt").to(model.device)
out = model.eval()(**text)
print([round(h[0, 0].norm().item(), 2) for h in out.hidden_states])
