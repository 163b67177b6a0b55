import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer, set_seed

set_seed(5)
batch_size = 16
num_epochs = 6

tickets = load_dataset("data/tickets").rename_column("desk_id", "labels")
names = ["north", "east", "south", "west"]

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
tickets = tickets.map(lambda batch: tokenizer(batch["text"], truncation=True), batched=True)

model = TFAutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    id2label=dict(enumerate(names)),
    label2id={n: i for i, n in enumerate(names)},
    from_pt=True,
)

tf_train_set = model.prepare_tf_dataset(
    tickets["train"],
    shuffle=True,
    batch_size=batch_size,
    tokenizer=tokenizer,
)
tf_validation_set = model.prepare_tf_dataset(
    tickets["validation"],
    batch_size=batch_size,
    tokenizer=tokenizer,
)

optimizer, schedule = create_optimizer(
    init_lr=1e-3,
    num_warmup_steps=10,
    num_train_steps=len(tf_train_set) * num_epochs,
    weight_decay_rate=0.01,
)
model.compile(optimizer=optimizer)
model.fit(tf_train_set, epochs=num_epochs, verbose=2)

# classification report
logits = model.predict(tf_validation_set, verbose=0).logits
y_pred = np.argmax(logits, axis=1)
y_true = np.array(tickets["validation"]["labels"])

print(f"{'':8}precision  recall")
for i, name in enumerate(names):
    tp = np.sum((y_pred == i) & (y_true == i))
    print(f"{name:8}{tp / max(1, np.sum(y_pred == i)):9.2f} {tp / np.sum(y_true == i):7.2f}")
print("accuracy", np.mean(y_pred == y_true))
