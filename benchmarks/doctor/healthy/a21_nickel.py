# A callback that keeps the history, and one that stops at a goal.
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainerCallback,
                          TrainingArguments)


class History(TrainerCallback):
    def __init__(self):
        self.losses, self.evals = [], []

    def on_log(self, args, state, control, logs=None, **kwargs):
        if logs and "loss" in logs:
            self.losses.append((state.global_step, logs["loss"]))

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        self.evals.append((state.global_step, metrics["eval_accuracy"]))


class StopAtGoal(TrainerCallback):
    def __init__(self, goal):
        self.goal = goal

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        if metrics["eval_accuracy"] >= self.goal:
            control.should_training_stop = True
        return control


def load(tokenizer):
    ds = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation")})
    def enc(batch):
        out = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=32)
        out["labels"] = batch["desk_id"]
        return out
    return ds.map(enc, batched=True, remove_columns=["text", "desk", "desk_id"])


if __name__ == "__main__":
    name = "checkpoints/tickets"
    tokenizer = AutoTokenizer.from_pretrained(name)
    model = AutoModelForSequenceClassification.from_pretrained(name, num_labels=4)
    ds = load(tokenizer)
    history = History()
    trainer = Trainer(
        model=model,
        args=TrainingArguments(output_dir="runs/nickel", learning_rate=1e-3, lr_scheduler_type="constant_with_warmup",
                               warmup_steps=15, per_device_train_batch_size=16, per_device_eval_batch_size=32,
                               num_train_epochs=12, eval_strategy="epoch", logging_steps=15, save_strategy="no",
                               report_to="none", disable_tqdm=True),
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        compute_metrics=lambda p: {"accuracy": (p.predictions.argmax(-1) == p.label_ids).mean().item()},
        callbacks=[history, StopAtGoal(0.99)],
    )
    trainer.train()
    for step, loss in history.losses:
        print(f"{step:4d}  loss {loss:.4f}")
    for step, acc in history.evals:
        print(f"{step:4d}  accuracy {acc:.3f}")
