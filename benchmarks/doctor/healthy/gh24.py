"""FGM on the word vectors inside Trainer.training_step: clean gradient plus gradient at the shifted point."""
import pandas as pd
import torch
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

MODEL = "checkpoints/bert"


class FGMTrainer(Trainer):
    epsilon = 0.3

    def training_step(self, model, inputs, num_items_in_batch=None):
        # one micro batch per update here (no accumulation), so the gradient on the table is this batch's alone
        assert self.args.gradient_accumulation_steps == 1
        model.train()
        inputs = self._prepare_inputs(inputs)
        with self.compute_loss_context_manager():
            loss = self.compute_loss(model, inputs)
        self.accelerator.backward(loss)

        table = self.accelerator.unwrap_model(model).get_input_embeddings().weight
        size = table.grad.norm()
        if torch.isfinite(size) and size > 0:
            backup = table.detach().clone()
            with torch.no_grad():
                table.add_(self.epsilon * table.grad / size)
            with self.compute_loss_context_manager():
                shifted = self.compute_loss(model, inputs)
            self.accelerator.backward(shifted)      # added to the clean gradient, on purpose
            with torch.no_grad():
                table.copy_(backup)
        return loss.detach()


def load(seed):
    read = lambda s: pd.read_parquet(f"data/glue/sst2/{s}-00000-of-00001.parquet", columns=["sentence", "label"])
    pool, final = read("train").drop_duplicates("sentence"), read("validation")
    pool = pool.loc[~pool["sentence"].isin(set(final["sentence"]))].sample(frac=1.0, random_state=seed)
    return {"train": pool.iloc[300:], "watch": pool.iloc[:300], "final": final}


def main():
    set_seed(10)
    tok = AutoTokenizer.from_pretrained(MODEL)
    parts = {}
    for name, frame in load(10).items():
        enc = tok(frame["sentence"].tolist(), truncation=True, max_length=48)
        parts[name] = Dataset.from_dict({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"],
                                         "labels": frame["label"].tolist()})
    model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=2)
    args = TrainingArguments(
        output_dir="out/gh24", num_train_epochs=5, per_device_train_batch_size=32, per_device_eval_batch_size=100,
        learning_rate=3e-4, warmup_ratio=0.1, weight_decay=0.01, max_grad_norm=1.0, lr_scheduler_type="linear",
        eval_strategy="epoch", save_strategy="epoch", save_total_limit=1,
        load_best_model_at_end=True, metric_for_best_model="accuracy", greater_is_better=True, logging_steps=20, report_to="none", use_cpu=True, seed=10)
    trainer = FGMTrainer(
        model=model, args=args, train_dataset=parts["train"], eval_dataset=parts["watch"],
        data_collator=DataCollatorWithPadding(tok, padding="longest"),
        compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())})
    trainer.train()
    print("watch", trainer.evaluate()["eval_accuracy"])
    print("final", trainer.evaluate(parts["final"], metric_key_prefix="final")["final_accuracy"])


if __name__ == "__main__":
    main()
