"""Causal language model with a training loop by hand: the loss counts only the answer."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tensorflow as tf
from datasets import load_dataset
from transformers import GPT2Config, PreTrainedTokenizerFast, TFGPT2LMHeadModel

tf.keras.utils.set_random_seed(4)
LENGTH = 16


def encode(tokenizer, rows):
    ids, weights, masks = [], [], []
    for prompt, steps in zip(rows["prompt"], rows["steps"]):
        p = tokenizer(prompt).input_ids
        a = tokenizer(steps).input_ids + [tokenizer.eos_token_id]
        assert len(p) + len(a) <= LENGTH
        rest = LENGTH - len(p) - len(a)
        ids.append(p + a + [tokenizer.eos_token_id] * rest)
        masks.append([1] * (len(p) + len(a)) + [0] * rest)
        weights.append([0.0] * len(p) + [1.0] * len(a) + [0.0] * rest)
    return tf.data.Dataset.from_tensor_slices((ids, masks, weights))


def answer_loss(logits, ids, weights):
    """Position t predicts the token at t + 1."""
    ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=ids[:, 1:], logits=logits[:, :-1])
    w = weights[:, 1:]
    hit = tf.cast(tf.equal(tf.argmax(logits[:, :-1], -1, output_type=tf.int32), ids[:, 1:]), tf.float32)
    return tf.reduce_sum(ce * w) / tf.reduce_sum(w), tf.reduce_sum(hit * w) / tf.reduce_sum(w)


def main():
    tokenizer = PreTrainedTokenizerFast.from_pretrained("checkpoints/steps")
    data = load_dataset("data/steps")
    train = encode(tokenizer, data["train"]).shuffle(480).batch(16, drop_remainder=True)
    valid = encode(tokenizer, data["validation"]).batch(160)
    model = TFGPT2LMHeadModel.from_pretrained("checkpoints/steps")
    epochs = 11
    rate = tf.keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=epochs * 30)
    optimizer = tf.keras.optimizers.Adam(rate)

    @tf.function
    def train_step(ids, mask, weights):
        with tf.GradientTape() as tape:
            logits = model({"input_ids": ids, "attention_mask": mask}, training=True).logits
            loss, _ = answer_loss(logits, ids, weights)
        grads = tape.gradient(loss, model.trainable_weights)
        optimizer.apply_gradients(zip(grads, model.trainable_weights))
        return loss

    for epoch in range(epochs):
        total = tf.keras.metrics.Mean()
        for batch in train:
            total(train_step(*batch))
        for ids, mask, weights in valid:
            logits = model({"input_ids": ids, "attention_mask": mask}, training=False).logits
            loss, acc = answer_loss(logits, ids, weights)
        print(f"epoch {epoch}  train {total.result():.3f}  valid {loss:.3f}  next-token accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
