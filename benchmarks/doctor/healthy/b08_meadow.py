import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import evaluate
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, DataCollatorWithPadding
from transformers.keras_callbacks import KerasMetricCallback

tf.keras.utils.set_random_seed(2024)

# 1. data
sst2 = load_dataset("data/glue", "sst2")
sst2["train"] = sst2["train"].shuffle(seed=2024).select(range(1600))
checkpoint = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
sst2 = sst2.map(lambda x: tokenizer(x["sentence"], truncation=True, max_length=64), batched=True)

# 2. model
names = sst2["train"].features["label"].names
model = TFAutoModelForSequenceClassification.from_pretrained(
    checkpoint, num_labels=2, id2label=dict(enumerate(names)), label2id={n: i for i, n in enumerate(names)}
)
collator = DataCollatorWithPadding(tokenizer, return_tensors="np")
tf_train = model.prepare_tf_dataset(sst2["train"], shuffle=True, batch_size=32, collate_fn=collator)
tf_val = model.prepare_tf_dataset(sst2["validation"], shuffle=False, batch_size=32, collate_fn=collator, drop_remainder=False)

# 3. metric
metric = evaluate.load("data/metrics/glue", "sst2")

def compute_metrics(eval_preds):
    logits, labels = eval_preds
    return metric.compute(predictions=np.argmax(logits, axis=1), references=labels)

# 4. train
num_epochs = 2
lr = tf.keras.optimizers.schedules.PolynomialDecay(3e-4, decay_steps=len(tf_train) * num_epochs, end_learning_rate=0.0)
model.compile(optimizer=tf.keras.optimizers.Adam(lr))
model.fit(
    tf_train,
    validation_data=tf_val,
    epochs=num_epochs,
    callbacks=[KerasMetricCallback(compute_metrics, eval_dataset=tf_val)],
    verbose=2,
)
