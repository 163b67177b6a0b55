"""R-Drop: two passes through the dropout should say the same."""
import torch
import torch.nn.functional as F
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments
from transformers import DataCollatorWithPadding


class RDropTrainer(Trainer):
    alpha = 1.0

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        if not model.training:
            return super().compute_loss(model, inputs, return_outputs=return_outputs, num_items_in_batch=num_items_in_batch)
        labels = inputs["labels"]
        features = {k: v for k, v in inputs.items() if k != "labels"}
        first, second = model(**features), model(**features)
        nll = 0.5 * (F.cross_entropy(first.logits, labels) + F.cross_entropy(second.logits, labels))
        p, q = F.log_softmax(first.logits, -1), F.log_softmax(second.logits, -1)
        kl = 0.5 * (F.kl_div(p, q, log_target=True, reduction="batchmean") + F.kl_div(q, p, log_target=True, reduction="batchmean"))
        loss = nll + self.alpha * kl
        return (loss, first) if return_outputs else loss


def main():
    ckpt = "checkpoints/tickets"
    tok = AutoTokenizer.from_pretrained(ckpt)
    data = load_dataset("data/tickets")
    data = data.map(lambda b: {**tok(b["text"], truncation=True), "labels": b["desk_id"]}, batched=True, remove_columns=data["train"].column_names)
    args = TrainingArguments(
        output_dir="runs/radish", seed=8, learning_rate=1e-3, num_train_epochs=4, per_device_train_batch_size=16,
        weight_decay=0.01, save_strategy="no", logging_strategy="epoch", eval_strategy="epoch", report_to="none",
    )
    trainer = RDropTrainer(
        model_init=lambda: AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=4),
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=lambda p: {"accuracy": (p.predictions.argmax(-1) == p.label_ids).mean()},
    )
    trainer.train()
    print(trainer.evaluate(data["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
