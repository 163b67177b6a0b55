"""Sentiment with few negative sentences: a Trainer with a class-weighted loss."""
import numpy as np
import torch
from datasets import concatenate_datasets, load_dataset
from sklearn.metrics import balanced_accuracy_score, f1_score
from torch import nn
from transformers import BertForSequenceClassification, BertTokenizerFast, Trainer, TrainingArguments, set_seed

MODEL = "checkpoints/bert"


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        weight = self.class_weights.to(outputs.logits.device)
        loss_fct = nn.CrossEntropyLoss(weight=weight)
        loss = loss_fct(outputs.logits.view(-1, self.model.config.num_labels), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def load_data():
    train = load_dataset("parquet", data_files="data/glue/sst2/train-00000-of-00001.parquet", split="train")
    valid = load_dataset("parquet", data_files="data/glue/sst2/validation-00000-of-00001.parquet", split="train")
    pos = train.filter(lambda r: r["label"] == 1)
    neg = train.filter(lambda r: r["label"] == 0).select(range(300))
    return concatenate_datasets([pos, neg]).shuffle(seed=1), valid


def compute_metrics(p):
    preds = p.predictions.argmax(-1)
    return {
        "balanced_accuracy": balanced_accuracy_score(p.label_ids, preds),
        "f1_negative": f1_score(p.label_ids, preds, pos_label=0),
    }


def main():
    set_seed(7)
    train, valid = load_data()
    tok = BertTokenizerFast.from_pretrained(MODEL)

    def encode(rows):
        return tok(rows["sentence"], truncation=True, max_length=48)

    train = train.map(encode, batched=True).remove_columns(["sentence", "idx"])
    valid = valid.map(encode, batched=True).remove_columns(["sentence", "idx"])

    counts = np.bincount(train["label"], minlength=2)
    weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float)
    print("class counts", counts, "weights", weights.tolist())

    model = BertForSequenceClassification.from_pretrained(MODEL, num_labels=2)
    args = TrainingArguments(
        output_dir="out_e04",
        num_train_epochs=4,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=128,
        learning_rate=5e-4,
        warmup_ratio=0.1,
        max_grad_norm=1.0,
        group_by_length=True,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=20,
        report_to="none",
    )
    trainer = WeightedTrainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=valid,
        processing_class=tok,
        compute_metrics=compute_metrics,
        class_weights=weights,
    )
    trainer.train()
    print({k: round(v, 3) for k, v in trainer.evaluate().items() if "runtime" not in k and "second" not in k})


if __name__ == "__main__":
    main()
