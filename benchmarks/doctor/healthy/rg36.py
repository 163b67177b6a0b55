import evaluate
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

tf.keras.utils.set_random_seed(0)
EPOCHS = 5
BATCH = 16

dataset = load_dataset("data/glue", "mrpc")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
tokenized = dataset.map(
    lambda x: tokenizer(x["sentence1"], x["sentence2"], truncation=True, max_length=96), batched=True
)

model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2, from_pt=True)
tf_train = model.prepare_tf_dataset(tokenized["train"], batch_size=BATCH, shuffle=True, tokenizer=tokenizer)
tf_val = model.prepare_tf_dataset(tokenized["validation"], batch_size=BATCH, shuffle=False, tokenizer=tokenizer)

num_steps = len(tf_train) * EPOCHS
optimizer, schedule = create_optimizer(
    init_lr=5e-4, num_train_steps=num_steps, num_warmup_steps=num_steps // 10, weight_decay_rate=0.01
)
# the model's own loss is used
model.compile(optimizer=optimizer, metrics=["accuracy"])
model.fit(tf_train, validation_data=tf_val, epochs=EPOCHS, verbose=2)

logits = model.predict(tf_val, verbose=0).logits
metric = evaluate.load("data/metrics/glue", "mrpc")
print(metric.compute(predictions=np.argmax(logits, axis=1), references=tokenized["validation"]["label"]))
