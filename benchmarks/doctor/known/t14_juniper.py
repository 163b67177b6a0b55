import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, DataCollatorWithPadding

# Hyperparameters
learning_rate = 1e-3
batch_size = 16
epochs = 3

# Step 1: load and tokenize the dataset
dataset = load_dataset("data/tickets")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
dataset = dataset.map(lambda x: tokenizer(x["text"], truncation=True), batched=True)
collate = DataCollatorWithPadding(tokenizer, return_tensors="np")

train_dataset = dataset["train"].to_tf_dataset(
    columns=["input_ids", "attention_mask"], label_cols="desk_id", batch_size=batch_size,
    shuffle=True, collate_fn=collate,
)
val_dataset = dataset["validation"].to_tf_dataset(
    columns=["input_ids", "attention_mask"], label_cols="desk_id", batch_size=batch_size,
    shuffle=False, collate_fn=collate,
)

# Step 2: the model, the loss and the optimizer
tf.random.set_seed(1)
model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4, from_pt=True)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(learning_rate=learning_rate)
train_acc = tf.keras.metrics.SparseCategoricalAccuracy()
val_acc = tf.keras.metrics.SparseCategoricalAccuracy()

# Step 3: train
for epoch in range(epochs):
    for step, (inputs, labels) in enumerate(train_dataset):
        with tf.GradientTape() as tape:
            logits = model.predict(inputs, verbose=0).logits
            loss = loss_fn(labels, logits)
        gradients = tape.gradient(loss, model.trainable_weights)
        optimizer.apply_gradients(zip(gradients, model.trainable_weights))
        train_acc.update_state(labels, logits)
        if step % 15 == 0:
            print(f"epoch {epoch} step {step} loss {float(loss):.4f}")

    # Step 4: validate
    for inputs, labels in val_dataset:
        val_acc.update_state(labels, model(inputs, training=False).logits)
    print(f"epoch {epoch}: train accuracy {train_acc.result():.3f}, validation accuracy {val_acc.result():.3f}")
    train_acc.reset_states()
    val_acc.reset_states()
