"""Support tickets to desks. First only the new head is trained, then everything with a smaller rate."""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification

SRC = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]
MAX_LEN = 32      # the checkpoint has no more positions


def rows(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as fh:
        return [json.loads(line) for line in fh]


def clean(text):
    # every ticket carries the same placeholder, unknown to the tokenizer: it says nothing
    return text.replace(" . order [ORDER]", "")


def unseen(candidates, *blocks):
    used = {clean(r["text"]) for block in blocks for r in block}
    return [r for r in candidates if clean(r["text"]) not in used]


def show(tag, result):
    print(f"{tag:<10} loss {result['loss']:.3f}  accuracy {result['accuracy']:.3f}")


def compile_with(model, rate):
    # trainable flags only count after compile, hence one compile per phase
    model.compile(
        optimizer=tf_keras.optimizers.Adam(rate),
        loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )


def main():
    tf_keras.utils.set_random_seed(5)
    test = rows("test")
    val = unseen(rows("validation"), test)
    train = unseen(rows("train"), test, val)
    assert all(DESKS[r["desk_id"]] == r["desk"] for r in train + val + test)

    tok = AutoTokenizer.from_pretrained(SRC)

    def make(block, shuffle=False):
        # the product is named in the second sentence, so cutting the tail off long tickets is harmless
        enc = tok([clean(r["text"]) for r in block], padding="max_length", truncation=True,
                  max_length=MAX_LEN, return_tensors="np")
        x = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
        y = np.array([r["desk_id"] for r in block])
        ds = tf.data.Dataset.from_tensor_slices((x, y))
        return (ds.shuffle(len(block), seed=5) if shuffle else ds).batch(16)

    d_train, d_val, d_test = make(train, shuffle=True), make(val), make(test)
    print(f"{len(train)} / {len(val)} / {len(test)} tickets")

    model = TFDistilBertForSequenceClassification.from_pretrained(
        SRC, num_labels=4, id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)})

    model.distilbert.trainable = False
    compile_with(model, 2e-3)
    model.fit(d_train, validation_data=d_val, epochs=4, verbose=2)
    show("head only", model.evaluate(d_val, return_dict=True, verbose=0))

    model.distilbert.trainable = True
    compile_with(model, 5e-4)
    model.fit(
        d_train, validation_data=d_val, epochs=20, verbose=2,
        callbacks=[tf_keras.callbacks.EarlyStopping(monitor="val_loss", patience=4,
                                                    restore_best_weights=True)],
    )
    show("all, val", model.evaluate(d_val, return_dict=True, verbose=0))
    show("all, test", model.evaluate(d_test, return_dict=True, verbose=0))
    gold = np.array([r["desk_id"] for r in test])
    print(f"most frequent desk of the training rows: "
          f"{np.mean(gold == np.bincount([r['desk_id'] for r in train]).argmax()):.3f}")
    guess = model.predict(d_test, verbose=0).logits.argmax(-1)
    for k, desk in enumerate(DESKS):
        print(f"  {desk:<6} recall {np.mean(guess[gold == k] == k):.3f}  ({np.sum(gold == k)} tickets)")


if __name__ == "__main__":
    main()
