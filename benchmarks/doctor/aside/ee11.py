"""Fine-tune a tiny BERT on sentence sentiment, TensorFlow side of transformers."""
import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import pandas as pd
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/bert")
    p.add_argument("--epochs", type=int, default=4)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--max-length", type=int, default=48)
    p.add_argument("--seed", type=int, default=6)
    return p.parse_args()


def tf_data(tokenizer, path, max_length, batch_size, shuffle, seed):
    frame = pd.read_parquet(path)
    enc = tokenizer(frame["sentence"].tolist(), padding="max_length", truncation=True,
                    max_length=max_length, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), frame["label"].to_numpy()))
    if shuffle:
        ds = ds.shuffle(len(frame), seed=seed)
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


class ShowRate(tf_keras.callbacks.Callback):
    def __init__(self, schedule):
        super().__init__()
        self.schedule = schedule

    def on_epoch_end(self, epoch, logs=None):
        step = int(self.model.optimizer.iterations.numpy())
        print(f"  step {step}: learning rate {float(self.schedule(step)):.2e}")


def main():
    args = parse()
    tf_keras.utils.set_random_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    train = tf_data(tokenizer, "data/glue/sst2/train-00000-of-00001.parquet",
                    args.max_length, args.batch_size, True, args.seed)
    valid = tf_data(tokenizer, "data/glue/sst2/validation-00000-of-00001.parquet",
                    args.max_length, 96, False, args.seed)

    num_steps = int(train.cardinality())
    optimizer, schedule = create_optimizer(
        init_lr=args.lr,
        num_train_steps=num_steps,
        num_warmup_steps=num_steps // 10,
        weight_decay_rate=0.01,
    )

    model = TFAutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=2)
    model.compile(
        optimizer=optimizer,
        loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    model.fit(train, validation_data=valid, epochs=args.epochs,
              callbacks=[ShowRate(schedule)], verbose=2)
    loss, acc = model.evaluate(valid, verbose=0)
    print(f"validation: loss {loss:.4f}, accuracy {acc:.4f}")


if __name__ == "__main__":
    main()
