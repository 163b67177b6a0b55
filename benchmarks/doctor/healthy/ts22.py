"""Translate dates into their code words with a tiny BART: teacher forcing in fit, greedy search at test time."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import argparse

import tensorflow as tf
from datasets import DatasetDict, load_dataset
from transformers import AutoTokenizer, DataCollatorForSeq2Seq, TFBartForConditionalGeneration


def get_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/dates")
    parser.add_argument("--data", default="data/dates")
    parser.add_argument("--epochs", type=int, default=7)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--learning_rate", type=float, default=2e-3)
    parser.add_argument("--max_new_tokens", type=int, default=6)
    return parser.parse_args()


def load(path: str) -> DatasetDict:
    data = load_dataset("json", data_files={s: f"{path}/{s}.jsonl" for s in ("train", "validation", "test")})
    reserved = set(data["validation"]["date"]) | set(data["test"]["date"])
    data["train"] = data["train"].filter(lambda r: r["date"] not in reserved)
    return data


def main() -> None:
    args = get_args()
    tf.keras.utils.set_random_seed(1)
    data = load(args.data)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    model = TFBartForConditionalGeneration.from_pretrained(args.checkpoint, from_pt=True)

    def preprocess(batch):
        return tokenizer(batch["date"], text_target=batch["code"], truncation=True, max_length=16)

    encoded = data["train"].map(preprocess, batched=True, remove_columns=["date", "code"])
    # pads the labels with -100 and derives decoder_input_ids from them (shifted to the right)
    collator = DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100, return_tensors="np")
    train = model.prepare_tf_dataset(encoded, batch_size=args.batch_size, shuffle=True, collate_fn=collator)

    steps = len(train) * args.epochs
    decay = tf.keras.optimizers.schedules.CosineDecay(args.learning_rate, decay_steps=steps)
    model.compile(optimizer=tf.keras.optimizers.Adam(decay, clipnorm=1.0))
    history = model.fit(train, epochs=args.epochs, verbose=0)
    print("loss", " ".join(f"{v:.3f}" for v in history.history["loss"]))

    for split in ("validation", "test"):
        dates, codes = list(data[split]["date"]), list(data[split]["code"])
        batch = tokenizer(dates, return_tensors="tf", padding=True)
        out = model.generate(**batch.data, max_new_tokens=args.max_new_tokens, do_sample=False)
        decoded = [text.strip() for text in tokenizer.batch_decode(out, skip_special_tokens=True)]
        matches = [d == c for d, c in zip(decoded, codes)]
        print(f"exact match on {split}: {sum(matches) / len(matches):.3f}   ({dates[-1]} -> {decoded[-1]})")


if __name__ == "__main__":
    main()
