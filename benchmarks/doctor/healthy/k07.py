"""Domain-adaptive pretraining (MLM) on the bare texts of tickets, then the classifier from the adapted encoder.

Score 1: masked-LM loss on validation texts whose masks are drawn once and kept.
Score 2: desk accuracy of a classifier trained with only 120 labelled tickets.
"""
import os
import sys

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import (
    AutoTokenizer, DataCollatorForLanguageModeling, TFAutoModelForMaskedLM,
    TFAutoModelForSequenceClassification, set_seed,
)

OUT = "outputs/k07"
set_seed(11)


def main():
    tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
    ds = load_dataset(
        "json",
        data_files={"train": "data/tickets/train.jsonl", "validation": "data/tickets/validation.jsonl"},
        cache_dir=f"{OUT}/cache",
    )
    val_text = set(ds["validation"]["text"])
    ds["train"] = ds["train"].filter(lambda r: r["text"] not in val_text)
    enc = ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True)
    mlm_enc = enc.remove_columns(["text", "desk", "desk_id"])

    mlm = TFAutoModelForMaskedLM.from_pretrained("checkpoints/tickets")
    collate = DataCollatorForLanguageModeling(tok, mlm=True, mlm_probability=0.15, return_tensors="np", seed=1)
    train_ds = mlm.prepare_tf_dataset(mlm_enc["train"], batch_size=32, shuffle=True, collate_fn=collate)

    # validation masks: drawn once
    n_val = len(mlm_enc["validation"])
    frozen = [
        {k: np.asarray(v) for k, v in collate([mlm_enc["validation"][i] for i in range(s, min(s + 80, n_val))]).items()}
        for s in range(0, n_val, 80)
    ]

    def val_loss(model):
        total, n = 0.0, 0
        for b in frozen:
            logits = model(
                input_ids=tf.constant(b["input_ids"]), attention_mask=tf.constant(b["attention_mask"]), training=False
            ).logits
            keep = b["labels"] != -100
            ce = tf.keras.losses.sparse_categorical_crossentropy(
                b["labels"][keep], tf.boolean_mask(logits, keep), from_logits=True
            )
            total += float(tf.reduce_sum(ce))
            n += int(keep.sum())
        return total / n

    before = val_loss(mlm)
    mlm.compile(optimizer=tf.keras.optimizers.Adam(2e-3, clipnorm=1.0))  # the model's own loss skips the -100s
    mlm.fit(train_ds, epochs=12, verbose=2)
    after = val_loss(mlm)
    print(f"validation MLM loss {before:.3f} -> {after:.3f} (perplexity {np.exp(before):.1f} -> {np.exp(after):.1f})")
    mlm.save_pretrained(f"{OUT}/adapted")
    tok.save_pretrained(f"{OUT}/adapted")

    clf = TFAutoModelForSequenceClassification.from_pretrained(f"{OUT}/adapted", num_labels=4)
    cls_enc = enc.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")
    few = cls_enc["train"].shuffle(seed=0).select(range(120))
    tr = clf.prepare_tf_dataset(few, batch_size=12, shuffle=True, tokenizer=tok)
    va = clf.prepare_tf_dataset(cls_enc["validation"], batch_size=80, shuffle=False, tokenizer=tok)
    clf.compile(optimizer=tf.keras.optimizers.Adam(1e-3, clipnorm=1.0), metrics=["accuracy"])
    clf.fit(tr, validation_data=va, epochs=8, verbose=2)
    print("validation accuracy with 120 labels: %.3f (chance 0.25)" % clf.evaluate(va, verbose=0, return_dict=True)["accuracy"])


if __name__ == "__main__":
    sys.exit(main())
