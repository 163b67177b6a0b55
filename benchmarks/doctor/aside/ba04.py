from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CHECKPOINT = "checkpoints/bert"


class ParaphraseModel:
    def __init__(self, checkpoint=CHECKPOINT):
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)

    def load(self):
        data = load_dataset("data/glue", "mrpc")
        return data.map(
            lambda b: self.tokenizer(b["sentence1"], b["sentence2"], truncation=True, max_length=128),
            batched=True,
        )

    @staticmethod
    def compute_metrics(eval_pred):
        preds, labels = eval_pred
        return {
            "accuracy": accuracy_score(labels, preds),
            "f1": f1_score(labels, preds),
        }

    def fit(self, epochs=3, lr=3e-4):
        data = self.load()
        args = TrainingArguments(
            output_dir="out/ba04",
            num_train_epochs=epochs,
            learning_rate=lr,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=20,
            report_to="none",
        )
        self.trainer = Trainer(
            model=self.model,
            args=args,
            train_dataset=data["train"],
            eval_dataset=data["validation"],
            data_collator=DataCollatorWithPadding(self.tokenizer),
            compute_metrics=self.compute_metrics,
        )
        self.trainer.train()
        return self.trainer.evaluate()


if __name__ == "__main__":
    set_seed(7)
    m = ParaphraseModel()
    print(m.fit())
