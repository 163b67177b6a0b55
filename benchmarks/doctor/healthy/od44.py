# TF DistilBERT regression, own loop: body and head have an optimizer each, gradients summed over two batches
import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(5)
tok = AutoTokenizer.from_pretrained("checkpoints/prices")
model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)


def load(split):
    rows = [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]
    enc = tok([r["text"] for r in rows], padding="max_length", max_length=20, truncation=True, return_tensors="np")
    return enc["input_ids"], enc["attention_mask"], np.array([r["price"] for r in rows], dtype="float32")


train, val, test = load("train"), load("validation"), load("test")
mu, sd = train[2].mean(), train[2].std()
ds = (tf.data.Dataset.from_tensor_slices((train[0], train[1], (train[2] - mu) / sd))
      .shuffle(480, seed=5).batch(12, drop_remainder=True))

body_vars = model.distilbert.trainable_variables
head_vars = model.pre_classifier.trainable_variables + model.classifier.trainable_variables
all_vars = body_vars + head_vars
EPOCHS, ACCUM = 16, 2
updates = EPOCHS * (len(ds) // ACCUM)
body_opt = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.CosineDecay(1e-3, updates))
head_opt = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.CosineDecay(2e-3, updates))
huber = tf.keras.losses.Huber(delta=1.0)


@tf.function
def gradients(ids, mask, y):
    with tf.GradientTape() as tape:
        pred = model(input_ids=ids, attention_mask=mask, training=True).logits[:, 0]
        loss = huber(y, pred)
    # the embedding gradient comes as IndexedSlices; made dense so that it can be added up
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, all_vars)]


def mae(part):
    ids, mask, y = part
    pred = model(input_ids=ids, attention_mask=mask, training=False).logits[:, 0].numpy() * sd + mu
    return float(np.abs(pred - y).mean())


best, best_weights = np.inf, None
for epoch in range(EPOCHS):
    total, held = 0.0, None
    for i, (ids, mask, y) in enumerate(ds, start=1):
        loss, grads = gradients(ids, mask, y)
        total += float(loss)
        held = grads if held is None else [a + b for a, b in zip(held, grads)]
        if i % ACCUM == 0:
            held, _ = tf.clip_by_global_norm([g / ACCUM for g in held], 1.0)
            body_opt.apply_gradients(zip(held[:len(body_vars)], body_vars))
            head_opt.apply_gradients(zip(held[len(body_vars):], head_vars))
            held = None
    score = mae(val)
    if score < best:
        best, best_weights = score, model.get_weights()
    print(f"epoch {epoch + 1}: loss {total / len(ds):.4f}, validation MAE {score:.1f}")

model.set_weights(best_weights)
print("test MAE", mae(test), "| mean as guess", np.abs(test[2] - mu).mean())
