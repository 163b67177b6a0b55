import evaluate
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
    EarlyStoppingCallback, Trainer, TrainingArguments, set_seed,
)


class ParaphraseTask:
    """MRPC with a small BERT; keeps the best epoch."""

    def __init__(self, checkpoint="checkpoints/bert", out="out/aa05", seed=1):
        set_seed(seed)
        self.out = out
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)
        self.metric = evaluate.load("data/metrics/glue", "mrpc")
        data = load_dataset("data/glue", "mrpc")
        data["train"] = data["train"].shuffle(seed=seed).select(range(1000))
        self.data = data.map(self.encode, batched=True)

    def encode(self, ex):
        return self.tokenizer(ex["sentence1"], ex["sentence2"], truncation=True, max_length=128)

    def compute_metrics(self, eval_pred):
        logits, labels = eval_pred
        return self.metric.compute(predictions=logits.argmax(axis=-1), references=labels)

    def fit(self):
        args = TrainingArguments(
            output_dir=self.out,
            eval_strategy="epoch",
            save_strategy="epoch",
            logging_steps=10,
            learning_rate=5e-4,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=64,
            num_train_epochs=3,
            load_best_model_at_end=True,
            metric_for_best_model="f1",
            save_total_limit=1,
            report_to="none",
        )
        self.trainer = Trainer(
            model=self.model,
            args=args,
            train_dataset=self.data["train"],
            eval_dataset=self.data["validation"],
            data_collator=DataCollatorWithPadding(self.tokenizer),
            compute_metrics=self.compute_metrics,
            callbacks=[EarlyStoppingCallback(early_stopping_patience=1)],
        )
        self.trainer.train()
        print("best:", self.trainer.state.best_metric, self.trainer.state.best_model_checkpoint)

    def test(self):
        out = self.trainer.predict(self.data["test"])
        print(out.metrics)
        print("share of positive predictions:", np.mean(out.predictions.argmax(-1)))


if __name__ == "__main__":
    task = ParaphraseTask()
    task.fit()
    task.test()
