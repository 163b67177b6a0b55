# language model for work steps: "glass in school : dry rinse freeze turn </s>"
import json
import os

os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
import tensorflow as tf
import tf_keras as keras
from transformers import AutoTokenizer, TFAutoModelForCausalLM, set_seed

CHECKPOINT = "checkpoints/steps"
LENGTH = 32


class StepsData:
    def __init__(self, tokenizer):
        self.tok = tokenizer

    def rows(self, split, without=()):
        with open(f"data/steps/{split}.jsonl") as fh:
            rows = [json.loads(line) for line in fh]
        return [r for r in rows if r["prompt"] not in without]

    def encode(self, rows):
        n = len(rows)
        ids = np.full((n, LENGTH), self.tok.eos_token_id, dtype=np.int32)
        mask = np.zeros((n, LENGTH), dtype=np.int32)
        answer = np.zeros((n, LENGTH), dtype=bool)
        for i, r in enumerate(rows):
            prompt = self.tok(r["prompt"])["input_ids"]
            steps = self.tok(r["steps"])["input_ids"] + [self.tok.eos_token_id]
            seq = (prompt + steps)[:LENGTH]
            ids[i, : len(seq)] = seq
            mask[i, : len(seq)] = 1
            answer[i, len(prompt) : len(seq)] = True
        return ids, mask, answer


def next_token_targets(ids, answer):
    """What the model has to say at each position; -100 where nothing is asked."""
    wanted = np.where(answer, ids, -100)
    targets = np.full_like(wanted, -100)
    targets[:, :-1] = wanted[:, 1:]
    return targets


def answer_accuracy(model, ids, mask, answer):
    logits = model(input_ids=tf.constant(ids), attention_mask=tf.constant(mask), training=False).logits.numpy()
    guess = logits[:, :-1].argmax(-1)
    right = guess == ids[:, 1:]
    return right[answer[:, 1:]].mean()


def main():
    set_seed(10)
    tok = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = TFAutoModelForCausalLM.from_pretrained(CHECKPOINT)
    data = StepsData(tok)

    train_rows = data.rows("train")
    val_rows = data.rows("validation", without={r["prompt"] for r in train_rows})
    ids, mask, answer = data.encode(train_rows)
    val_ids, val_mask, val_answer = data.encode(val_rows)

    train = (
        tf.data.Dataset.from_tensor_slices(
            ({"input_ids": ids, "attention_mask": mask}, next_token_targets(ids, answer))
        )
        .shuffle(len(ids), seed=10)
        .batch(16)
    )
    epochs = 15
    lr = keras.optimizers.schedules.CosineDecay(2e-3, decay_steps=epochs * len(train))
    model.compile(optimizer=keras.optimizers.Adam(lr, clipnorm=1.0))
    for epoch in range(epochs):
        hist = model.fit(train, initial_epoch=epoch, epochs=epoch + 1, verbose=0)
        if (epoch + 1) % 5 == 0:
            acc = answer_accuracy(model, val_ids, val_mask, val_answer)
            print(f"epoch {epoch + 1}: loss {hist.history['loss'][0]:.3f}, next-token accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
