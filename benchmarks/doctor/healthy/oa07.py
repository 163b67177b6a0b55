import shutil
from pathlib import Path

from datasets import load_dataset
from transformers import (
    BertForSequenceClassification,
    BertTokenizerFast,
    Trainer,
    TrainingArguments,
    pipeline,
)

OUT = Path("out/oa07")
SAVED = OUT / "sentiment"


def get_data(tokenizer):
    def tokenize(rows):
        return tokenizer(rows["sentence"], padding="max_length", truncation=True, max_length=32)

    glue = load_dataset("data/glue", "sst2").map(tokenize, batched=True)
    return glue["train"].shuffle(seed=5).select(range(2000)), glue["validation"]


def train():
    tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")
    model = BertForSequenceClassification.from_pretrained(
        "checkpoints/bert",
        id2label={0: "NEGATIVE", 1: "POSITIVE"},
        label2id={"NEGATIVE": 0, "POSITIVE": 1},
    )
    train_set, valid_set = get_data(tokenizer)
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=str(OUT / "run"),
            num_train_epochs=3,
            learning_rate=5e-4,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=20,
            seed=5,
            report_to="none",
        ),
        train_dataset=train_set,
        eval_dataset=valid_set,
        compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
    )
    trainer.train()
    print("eval:", trainer.evaluate())
    trainer.save_model(str(SAVED))
    tokenizer.save_pretrained(str(SAVED))
    return valid_set


def use(valid_set):
    classifier = pipeline("sentiment-analysis", model=str(SAVED))
    rows = valid_set.select(range(8))
    for sentence, label, answer in zip(rows["sentence"], rows["label"], classifier(list(rows["sentence"]))):
        print(label, answer["label"], round(answer["score"], 3), sentence)


if __name__ == "__main__":
    shutil.rmtree(OUT, ignore_errors=True)
    use(train())
