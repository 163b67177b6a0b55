"""Send support tickets to the right desk: DistilBERT with warmup and linear decay of the learning rate."""
import os

os.environ["TOKENIZERS_PARALLELISM"] = "false"

import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import AutoConfig, AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification

MODEL_NAME = "checkpoints/tickets"
BATCH_SIZE = 16
EPOCHS = 8
LEARNING_RATE = 1e-3
WARMUP_RATIO = 0.1


class WarmupLinearDecay(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, total_steps, warmup_steps):
        super().__init__()
        self.peak = peak
        self.total_steps = total_steps
        self.warmup_steps = warmup_steps

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        warm = step / max(1.0, float(self.warmup_steps))
        decay = (self.total_steps - step) / float(max(1, self.total_steps - self.warmup_steps))
        return self.peak * tf.maximum(0.0, tf.minimum(warm, decay))

    def get_config(self):
        return {"peak": self.peak, "total_steps": self.total_steps, "warmup_steps": self.warmup_steps}


def main():
    tf.keras.utils.set_random_seed(2021)

    tickets = load_dataset(
        "json",
        data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")},
    )
    tickets = tickets.rename_column("desk_id", "label")
    tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)

    def encode(examples):
        return tokenizer(examples["text"], truncation=True, max_length=32)

    tickets = tickets.map(encode, batched=True)

    config = AutoConfig.from_pretrained(MODEL_NAME, num_labels=4)
    model = TFAutoModelForSequenceClassification.from_pretrained(MODEL_NAME, config=config)

    collator = DataCollatorWithPadding(tokenizer, return_tensors="np")
    train_ds = model.prepare_tf_dataset(tickets["train"], batch_size=BATCH_SIZE, shuffle=True, collate_fn=collator)
    val_ds = model.prepare_tf_dataset(tickets["validation"], batch_size=64, shuffle=False, collate_fn=collator)

    steps_per_epoch = len(train_ds) // BATCH_SIZE
    total_steps = steps_per_epoch * EPOCHS
    warmup_steps = int(WARMUP_RATIO * total_steps)

    model.compile(
        optimizer=tf.keras.optimizers.AdamW(
            learning_rate=WarmupLinearDecay(LEARNING_RATE, total_steps, warmup_steps),
            weight_decay=0.01,
        ),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[tf.keras.metrics.SparseCategoricalAccuracy("accuracy")],
    )

    model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

    test_ds = model.prepare_tf_dataset(tickets["test"], batch_size=64, shuffle=False, collate_fn=collator)
    predictions = model.predict(test_ds, verbose=0).logits.argmax(axis=-1)
    references = tickets["test"]["label"]
    print("accuracy = %.4f" % accuracy_score(references, predictions))
    print("f1 macro = %.4f" % f1_score(references, predictions, average="macro"))


if __name__ == "__main__":
    main()
