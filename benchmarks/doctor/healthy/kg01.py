"""Fine-tune the small BERT on SST-2 and print a classification report for the validation split."""
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import classification_report
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CHECKPOINT = "checkpoints/bert"
BATCH = 32

tf.keras.utils.set_random_seed(11)

raw = load_dataset("data/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def tokenize(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=48)


encoded = raw.map(tokenize, batched=True)

model = TFAutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT,
    num_labels=2,
    id2label={0: "negative", 1: "positive"},
    label2id={"negative": 0, "positive": 1},
)

train_set = model.prepare_tf_dataset(encoded["train"], batch_size=BATCH, tokenizer=tokenizer)
eval_set = model.prepare_tf_dataset(
    encoded["validation"], batch_size=BATCH, tokenizer=tokenizer, shuffle=False
)

model.compile(optimizer=tf.keras.optimizers.Adam(5e-4), metrics=["accuracy"])
model.fit(train_set, validation_data=eval_set, epochs=2, verbose=2)

# report per class
logits = model.predict(eval_set, verbose=0).logits
predicted = np.argmax(logits, axis=-1)
print(
    classification_report(
        encoded["validation"]["label"], predicted, target_names=["negative", "positive"], digits=3
    )
)
