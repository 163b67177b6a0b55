"""Paraphrase detection on MRPC. Two thirds of the pairs are paraphrases, so the loss is weighted."""
import evaluate
import numpy as np
import torch
from datasets import load_dataset
from torch import nn
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

CHECKPOINT = "checkpoints/bert"


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        loss_fct = nn.CrossEntropyLoss(weight=self.class_weights.to(logits.device))
        loss = loss_fct(logits.view(-1, self.model.config.num_labels), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def main():
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    dataset = load_dataset("data/glue", "mrpc")
    dataset = dataset.map(
        lambda ex: tokenizer(ex["sentence1"], ex["sentence2"], truncation=True),
        batched=True,
        remove_columns=["sentence1", "sentence2", "idx"],
    )

    counts = np.bincount(dataset["train"]["label"])
    weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float)
    print("class counts", counts, "weights", weights)

    metric = evaluate.load("data/metrics/glue", "mrpc")

    def compute_metrics(eval_preds):
        logits, labels = eval_preds
        return metric.compute(predictions=logits.argmax(-1), references=labels)

    model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)
    args = TrainingArguments(
        output_dir="out/rd09",
        num_train_epochs=2,
        learning_rate=5e-4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    )
    trainer = WeightedTrainer(
        model=model,
        args=args,
        train_dataset=dataset["train"],
        eval_dataset=dataset["validation"],
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        class_weights=weights,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
