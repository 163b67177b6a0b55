import os
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
from collections import Counter
from datasets import load_dataset
from sklearn.metrics import accuracy_score, confusion_matrix
from transformers import (BertForSequenceClassification, BertTokenizerFast, Trainer,
                          TrainingArguments, DataCollatorWithPadding)


class SentimentExperiment:
    def __init__(self, checkpoint="checkpoints/bert", max_length=48):
        self.tokenizer = BertTokenizerFast.from_pretrained(checkpoint)
        self.model = BertForSequenceClassification.from_pretrained(
            checkpoint, num_labels=2, id2label={0: "neg", 1: "pos"}, label2id={"neg": 0, "pos": 1}
        )
        self.max_length = max_length

    def data(self):
        ds = load_dataset("data/glue", "sst2")
        ds = ds.map(
            lambda b: self.tokenizer(b["sentence"], truncation=True, max_length=self.max_length),
            batched=True,
            remove_columns=["sentence", "idx"],
        )
        return ds["train"].shuffle(seed=42), ds["validation"]

    @staticmethod
    def metrics(p):
        preds = np.argmax(p.predictions, axis=1)
        return {"acc": accuracy_score(p.label_ids, preds)}

    def run(self):
        train, val = self.data()
        args = TrainingArguments(
            output_dir="out/sd09",
            num_train_epochs=4,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=64,
            learning_rate=5e-4,
            weight_decay=0.01,
            warmup_steps=30,
            eval_strategy="epoch",
            logging_strategy="epoch",
            save_strategy="no",
            report_to="none",
        )
        trainer = Trainer(
            model=self.model,
            args=args,
            train_dataset=train,
            eval_dataset=val,
            data_collator=DataCollatorWithPadding(self.tokenizer),
            compute_metrics=self.metrics,
        )
        trainer.train()
        out = trainer.predict(val)
        preds = out.predictions.argmax(-1)
        print("accuracy", accuracy_score(out.label_ids, preds))
        print("predicted classes", Counter(preds.tolist()))
        print(confusion_matrix(out.label_ids, preds))


if __name__ == "__main__":
    SentimentExperiment().run()
