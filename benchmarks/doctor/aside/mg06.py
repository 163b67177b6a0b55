"""Find names in short sentences: token classification with a small DistilBERT."""
import json

from datasets import Dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CHECKPOINT = "checkpoints/tags"
NUM_TAGS = 4


def read_split(name, without=()):
    rows = [json.loads(line) for line in open(f"data/tags/{name}.jsonl")]
    return [r for r in rows if tuple(r["words"]) not in without]


def make_encoder(tokenizer):
    def encode(batch):
        enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
        enc["labels"] = []
        for i, tags in enumerate(batch["tags"]):
            previous, labels = None, []
            for word in enc.word_ids(batch_index=i):
                if word is None or word == previous:
                    labels.append(-100)  # special tokens and the rest of a word
                else:
                    labels.append(tags[word])
                previous = word
            enc["labels"].append(labels)
        return enc

    return encode


def metrics(eval_pred):
    logits, labels = eval_pred
    preds = logits.argmax(-1)
    counted = labels != -100
    named = counted & (labels != 0)
    return {
        "word_accuracy": float((preds == labels)[counted].mean()),
        "name_recall": float((preds == labels)[named].mean()),
    }


def main():
    set_seed(1)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=NUM_TAGS)

    train_rows = read_split("train")
    seen = {tuple(r["words"]) for r in train_rows}
    valid_rows = read_split("validation", without=seen)

    encode = make_encoder(tokenizer)
    train = Dataset.from_list(train_rows).map(encode, batched=True, remove_columns=["words", "tags"])
    valid = Dataset.from_list(valid_rows).map(encode, batched=True, remove_columns=["words", "tags"])

    args = TrainingArguments(
        "out/mg06",
        num_train_epochs=10,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
        processing_class=tokenizer,
        compute_metrics=metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
