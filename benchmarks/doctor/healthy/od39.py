"""TF fine-tuning of DistilBERT on tickets (legacy Keras)."""
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification, create_optimizer
from sklearn.metrics import classification_report

tf.keras.utils.set_random_seed(3)
CKPT, BATCH, EPOCHS = "checkpoints/tickets", 16, 10

tokenizer = AutoTokenizer.from_pretrained(CKPT)
raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
raw = raw.map(lambda b: tokenizer(b["text"], truncation=True), batched=True).rename_column("desk_id", "labels")

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
collator = DataCollatorWithPadding(tokenizer, return_tensors="np")


def tf_set(split, shuffle):
    return model.prepare_tf_dataset(raw[split], shuffle=shuffle, batch_size=BATCH, collate_fn=collator, drop_remainder=False)


train_set, val_set, test_set = tf_set("train", True), tf_set("validation", False), tf_set("test", False)
optimizer, _ = create_optimizer(init_lr=1e-3, num_train_steps=len(train_set) * EPOCHS, num_warmup_steps=30, weight_decay_rate=0.01)
# no loss given: the model's own one is used
model.compile(optimizer=optimizer, metrics=["accuracy"])
model.fit(train_set, validation_data=val_set, epochs=EPOCHS, verbose=2)

logits = model.predict(test_set, verbose=0).logits
print(classification_report(raw["test"]["labels"], np.argmax(logits, -1), digits=3))
model.save_pretrained("out/od39")
again = TFAutoModelForSequenceClassification.from_pretrained("out/od39")
print("same after loading:", np.allclose(again.predict(test_set, verbose=0).logits, logits, atol=1e-4))
