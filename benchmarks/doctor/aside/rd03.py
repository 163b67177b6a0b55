import json
from pathlib import Path

import numpy as np
from sklearn.metrics import accuracy_score
from torch.utils.data import Dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
)

CHECKPOINT = "checkpoints/tags"
TAGS = ["none", "person", "firm", "place"]


class TagDataset(Dataset):
    """One item per sentence, labels only on the first piece of every word."""

    def __init__(self, path, tokenizer):
        self.items = []
        for line in Path(path).read_text().splitlines():
            row = json.loads(line)
            enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
            labels, last = [], None
            for word_id in enc.word_ids():
                first_piece = word_id is not None and word_id != last
                labels.append(row["tags"][word_id] if first_piece else -100)
                last = word_id
            self.items.append(
                {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}
            )

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return {"token_accuracy": accuracy_score(labels.reshape(-1), predictions.reshape(-1))}


class Tagger:
    def __init__(self, checkpoint=CHECKPOINT):
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = AutoModelForTokenClassification.from_pretrained(checkpoint, num_labels=len(TAGS))

    def fit(self, folder, epochs=6):
        args = TrainingArguments(
            output_dir="out/rd03",
            num_train_epochs=epochs,
            learning_rate=1e-3,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=160,
            eval_strategy="epoch",
            logging_strategy="epoch",
            save_strategy="no",
            report_to=[],
        )
        self.trainer = Trainer(
            model=self.model,
            args=args,
            train_dataset=TagDataset(f"{folder}/train.jsonl", self.tokenizer),
            eval_dataset=TagDataset(f"{folder}/validation.jsonl", self.tokenizer),
            data_collator=DataCollatorForTokenClassification(self.tokenizer),
            compute_metrics=compute_metrics,
        )
        self.trainer.train()

    def score(self, path):
        result = self.trainer.evaluate(TagDataset(path, self.tokenizer))
        print(f"test loss {result['eval_loss']:.3f}  token accuracy {result['eval_token_accuracy']:.3f}")


if __name__ == "__main__":
    tagger = Tagger()
    tagger.fit("data/tags")
    tagger.score("data/tags/test.jsonl")
