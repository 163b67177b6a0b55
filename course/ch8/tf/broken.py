"""The wrong cells of chapter 8's TensorFlow script: the same names and parameters as in script.py."""

from transformers import TFAutoModelForSequenceClassification


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["premise"], examples["hypothesis"], truncation=True
        )

    return raw_datasets.map(tokenize_batch, batched=True)


def make_collator(tokenizer):
    return None


def compile_model(model, optimizer):
    model.compile(
        loss="sparse_categorical_crossentropy", optimizer=optimizer
    )


def make_model(checkpoint):
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint
    )


def make_optimizer():
    return "adam"


def choose_columns(tokenizer):
    return ["input_ids", "labels"]
