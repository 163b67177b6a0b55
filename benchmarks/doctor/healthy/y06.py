import numpy as np
import tensorflow as tf
from datasets import load_dataset
from tf_keras.optimizers import Adam
from transformers import AutoTokenizer, TFBertForSequenceClassification

MODEL_NAME = "checkpoints/bert"
LABELS = ["negative", "positive"]
MAX_LEN = 32
BATCH_SIZE = 32
EPOCHS = 2
LEARNING_RATE = 5e-4


def get_data(tokenizer):
    raw = load_dataset("data/glue", "sst2")
    raw = raw.remove_columns(["idx"])

    def preprocess(batch):
        return tokenizer(
            batch["sentence"],
            truncation=True,
            padding="max_length",
            max_length=MAX_LEN,
        )

    return raw.map(preprocess, batched=True)


def as_tf(split, shuffle=False):
    return split.to_tf_dataset(
        columns=["input_ids", "token_type_ids", "attention_mask"],
        label_cols="label",
        shuffle=shuffle,
        batch_size=BATCH_SIZE,
    )


def build_model():
    model = TFBertForSequenceClassification.from_pretrained(
        MODEL_NAME,
        num_labels=len(LABELS),
        id2label=dict(enumerate(LABELS)),
        label2id={l: i for i, l in enumerate(LABELS)},
    )
    model.compile(
        optimizer=Adam(learning_rate=LEARNING_RATE),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[tf.keras.metrics.SparseCategoricalAccuracy("accuracy")],
    )
    return model


def evaluate(model, split, name):
    logits = model.predict(as_tf(split), verbose=0).logits
    pred = np.argmax(logits, axis=1)
    gold = np.array(split["label"])
    print(f"{name}: accuracy {np.mean(pred == gold):.3f}")
    for i, label in enumerate(LABELS):
        print(f"    {label:15} {np.mean(pred[gold == i] == i):.3f}")


def main():
    tf.keras.utils.set_random_seed(11)
    tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)
    data = get_data(tokenizer)
    print(data)
    model = build_model()
    model.fit(
        as_tf(data["train"], shuffle=True),
        validation_data=as_tf(data["validation"]),
        epochs=EPOCHS,
        verbose=2,
    )
    evaluate(model, data["validation"], "validation")


if __name__ == "__main__":
    main()
