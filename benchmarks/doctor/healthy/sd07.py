import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)

CHECKPOINT = "checkpoints/bert"
UNFREEZE_AT = 1


class UnfreezeCallback(TrainerCallback):
    """Train only the head for the first epoch(s), then the whole network."""

    def __init__(self, epoch):
        self.epoch = epoch
        self.done = False

    def on_epoch_begin(self, args, state, control, model=None, **kwargs):
        if not self.done and state.epoch >= self.epoch:
            for p in model.base_model.parameters():
                p.requires_grad = True
            self.done = True
            n = sum(p.numel() for p in model.parameters() if p.requires_grad)
            print(f"epoch {state.epoch:.0f}: encoder unfrozen, {n} trainable parameters")


def freeze_encoder(model):
    for p in model.base_model.parameters():
        p.requires_grad = False


def get_data(tokenizer):
    ds = load_dataset("data/glue", "sst2")
    ds = ds.map(lambda x: tokenizer(x["sentence"], truncation=True), batched=True)
    return ds.rename_column("label", "labels")


def accuracy(p):
    return {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))}


def main():
    set_seed(7)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    ds = get_data(tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)

    args = TrainingArguments(
        output_dir="out/sd07",
        num_train_epochs=5,
        learning_rate=5e-4,
        lr_scheduler_type="constant",
        per_device_train_batch_size=32,
        per_device_eval_batch_size=80,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        processing_class=tokenizer,
        compute_metrics=accuracy,
        callbacks=[UnfreezeCallback(UNFREEZE_AT)],
    )
    trainer.create_optimizer()
    freeze_encoder(model)
    trainer.train()
    print("final", trainer.evaluate()["eval_accuracy"])


if __name__ == "__main__":
    main()
