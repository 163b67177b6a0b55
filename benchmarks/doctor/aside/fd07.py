"""Fine-tune a small BERT for sentiment (SST-2 format) with Keras fit()."""
import argparse
import os

import keras
import pandas as pd
from datasets import Dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification, set_seed


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/bert")
    p.add_argument("--data", default="data/glue/sst2")
    p.add_argument("--epochs", type=int, default=2)
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--batch_size", type=int, default=32)
    p.add_argument("--out", default="out/fd07")
    return p.parse_args()


def read(folder, split):
    frame = pd.read_parquet(os.path.join(folder, f"{split}-00000-of-00001.parquet"))
    return Dataset.from_dict({"sentence": frame["sentence"].tolist(), "label": frame["label"].tolist()})


def main():
    args = parse_args()
    set_seed(1)

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    model = TFAutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=2)

    def tokenize(batch):
        return tokenizer(batch["sentence"], truncation=True, max_length=64)

    train = read(args.data, "train").map(tokenize, batched=True, remove_columns=["sentence"])
    valid = read(args.data, "validation").map(tokenize, batched=True, remove_columns=["sentence"])

    collator = DataCollatorWithPadding(tokenizer, return_tensors="np")
    tf_train = model.prepare_tf_dataset(train, batch_size=args.batch_size, shuffle=True, collate_fn=collator)
    tf_valid = model.prepare_tf_dataset(valid, batch_size=args.batch_size, shuffle=False, collate_fn=collator)

    schedule = keras.optimizers.schedules.PolynomialDecay(
        initial_learning_rate=args.lr, decay_steps=len(tf_train) * args.epochs, end_learning_rate=0.0
    )
    optimizer = keras.optimizers.Adam(learning_rate=schedule)

    model.compile(optimizer=optimizer, metrics=["accuracy"])
    history = model.fit(tf_train, validation_data=tf_valid, epochs=args.epochs, verbose=2)

    print("validation accuracy:", history.history["val_accuracy"][-1])
    model.save_pretrained(args.out)
    tokenizer.save_pretrained(args.out)


if __name__ == "__main__":
    main()
