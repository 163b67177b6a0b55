import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFBartForConditionalGeneration


class Translator:
    """Dates to code words with BART; the decoder inputs are made here."""

    def __init__(self, path, lr=3e-3):
        self.tokenizer = AutoTokenizer.from_pretrained(path)
        self.model = TFBartForConditionalGeneration.from_pretrained(path, from_pt=True)
        self.optimizer = tf.keras.optimizers.Adam(lr)
        self.ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    def dataset(self, rows, batch_size, seed):
        tk = self.tokenizer
        src = tk(list(rows["date"]), padding=True, return_tensors="np")
        tgt = tk([c + tk.eos_token for c in rows["code"]], padding=True, add_special_tokens=False,
                 return_tensors="np")["input_ids"]
        data = {"input_ids": src["input_ids"], "attention_mask": src["attention_mask"], "target": tgt}
        return tf.data.Dataset.from_tensor_slices(data).shuffle(len(tgt), seed=seed).batch(batch_size)

    @tf.function(reduce_retracing=True)
    def step(self, batch):
        target = batch["target"]
        weight = tf.cast(target != self.tokenizer.pad_token_id, tf.float32)
        with tf.GradientTape() as tape:
            out = self.model(
                input_ids=batch["input_ids"],
                attention_mask=batch["attention_mask"],
                decoder_input_ids=target,
                training=True,
            )
            loss = tf.reduce_sum(self.ce(target, out.logits) * weight) / tf.reduce_sum(weight)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(
            (g, v) for g, v in zip(grads, self.model.trainable_variables) if g is not None
        )
        return loss

    def translate(self, texts):
        q = self.tokenizer(list(texts), padding=True, return_tensors="tf")
        out = self.model.generate(**q, max_new_tokens=10, num_beams=1, do_sample=False)
        return self.tokenizer.batch_decode(out, skip_special_tokens=True)


if __name__ == "__main__":
    tf.keras.utils.set_random_seed(17)
    data = load_dataset("data/dates")
    translator = Translator("checkpoints/dates")
    train = translator.dataset(data["train"], batch_size=16, seed=17)
    for epoch in range(6):
        losses = [translator.step(batch).numpy() for batch in train]
        print("epoch", epoch, "loss", np.mean(losses).round(4))

    val = data["validation"].select(range(64))
    answers = translator.translate(val["date"])
    for d, a, c in list(zip(val["date"], answers, val["code"]))[:4]:
        print(f"{d:25} {a:25} {c}")
    print("exact:", np.mean([a.strip() == c for a, c in zip(answers, val["code"])]))
