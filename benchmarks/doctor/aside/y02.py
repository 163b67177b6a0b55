import argparse

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import classification_report, f1_score
from transformers import (
    AutoTokenizer,
    DataCollatorForTokenClassification,
    TFAutoModelForTokenClassification,
)

CHECKPOINT = "checkpoints/tags"
MAX_LENGTH = 64


def load_splits():
    files = {s: f"data/tags/{s}.jsonl" for s in ("train", "validation", "test")}
    return load_dataset("json", data_files=files)


def encode(batch, tokenizer):
    enc = tokenizer(
        batch["words"],
        is_split_into_words=True,
        truncation=True,
        max_length=MAX_LENGTH,
    )
    labels = []
    for tags in batch["tags"]:
        labels.append([-100] + tags + [-100])
    enc["labels"] = labels
    return enc


def evaluate(model, dataset):
    y_true, y_pred = [], []
    for x, y in dataset:
        pred = np.argmax(model(x, training=False).logits.numpy(), axis=-1)
        keep = y.numpy() != -100
        y_true.extend(y.numpy()[keep])
        y_pred.extend(pred[keep])
    print(classification_report(y_true, y_pred, labels=[1, 2, 3], digits=3, zero_division=0))
    return f1_score(y_true, y_pred, labels=[1, 2, 3], average="micro")


def main(args):
    tf.keras.utils.set_random_seed(args.seed)
    raw = load_splits()
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    data = raw.map(
        encode,
        batched=True,
        fn_kwargs={"tokenizer": tokenizer},
        remove_columns=raw["train"].column_names,
        load_from_cache_file=False,
    )

    collator = DataCollatorForTokenClassification(tokenizer, return_tensors="tf")

    def to_tf(split, shuffle):
        return data[split].to_tf_dataset(
            columns=["input_ids", "attention_mask"],
            label_cols=["labels"],
            shuffle=shuffle,
            batch_size=args.batch_size,
            collate_fn=collator,
        )

    train_set = to_tf("train", True)
    val_set = to_tf("validation", False)
    test_set = to_tf("test", False)

    num_tags = 1 + max(t for tags in raw["train"]["tags"] for t in tags)
    model = TFAutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=num_tags)
    model.compile(optimizer=tf.keras.optimizers.Adam(args.lr))
    model.fit(train_set, validation_data=val_set, epochs=args.epochs, verbose=2)

    f1 = evaluate(model, test_set)
    print(f"test micro F1 (names only): {f1:.3f}")

    for words in raw["test"]["words"][:4]:
        enc = tokenizer(words, is_split_into_words=True, return_tensors="tf")
        pred = np.argmax(model(**enc).logits[0], axis=-1)
        tokens = tokenizer.convert_ids_to_tokens(enc["input_ids"][0])
        print(" ".join(f"{t}/{p}" if p else t for t, p in zip(tokens[1:-1], pred[1:-1])))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    main(parser.parse_args())
