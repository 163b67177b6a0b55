import torch
from collections import Counter
from datasets import load_dataset
from sklearn.metrics import balanced_accuracy_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        weight = inputs.pop("weight")
        outputs = model(**inputs)
        loss = torch.nn.functional.cross_entropy(outputs.logits, labels, reduction="none")
        loss = (loss * weight).sum() / weight.sum()
        inputs["labels"] = labels
        return (loss, outputs) if return_outputs else loss


def main(checkpoint="checkpoints/bert", epochs=2, lr=5e-4):
    set_seed(3)
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    data = load_dataset("data/glue", "mrpc")
    data["train"] = data["train"].select(range(800))

    counts = Counter(data["train"]["label"])
    total = sum(counts.values())
    class_weight = {c: total / (len(counts) * n) for c, n in counts.items()}
    print("class weights", class_weight)

    def encode(batch):
        enc = tokenizer(batch["sentence1"], batch["sentence2"], truncation=True, max_length=128)
        enc["labels"] = batch["label"]
        enc["weight"] = [class_weight[y] for y in batch["label"]]
        return enc

    data = data.map(encode, batched=True, remove_columns=data["train"].column_names)

    model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)

    def metrics(p):
        pred = p.predictions.argmax(-1)
        return {
            "accuracy": (pred == p.label_ids).mean(),
            "balanced_accuracy": balanced_accuracy_score(p.label_ids, pred),
        }

    args = TrainingArguments(
        output_dir="out/aa06",
        per_device_train_batch_size=32,
        per_device_eval_batch_size=100,
        num_train_epochs=epochs,
        learning_rate=lr,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=20,
        remove_unused_columns=False,
        report_to="none",
    )
    trainer = WeightedTrainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        processing_class=tokenizer,
        compute_metrics=metrics,
    )
    trainer.train()
    print(trainer.evaluate(data["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
