"""Fine-tune DistilBERT on SST-2 with layer-wise learning-rate decay.

The epoch is chosen on a slice held out of the training split; the official validation split is only
looked at once, at the end.
"""
import tempfile

import evaluate
import numpy as np
import torch
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CHECKPOINT = "checkpoints/distilbert"
BASE_LR = 2e-4
LAYER_DECAY = 0.85
WEIGHT_DECAY = 0.01


def depth_of(name: str, num_layers: int) -> int:
    """0 for the embeddings, 1..n for the blocks, n + 1 for the head."""
    if ".embeddings." in name:
        return 0
    if ".transformer.layer." in name:
        return int(name.split(".transformer.layer.")[1].split(".")[0]) + 1
    return num_layers + 1


class LayerwiseTrainer(Trainer):
    def create_optimizer(self, model=None):
        if self.optimizer is None:
            top = self.model.config.n_layers + 1
            groups = {}
            for name, param in self.model.named_parameters():
                if not param.requires_grad:
                    continue
                depth = depth_of(name, self.model.config.n_layers)
                decayed = param.ndim > 1  # biases and LayerNorm weights are vectors
                key = (depth, decayed)
                if key not in groups:
                    groups[key] = {
                        "params": [],
                        "lr": self.args.learning_rate * LAYER_DECAY ** (top - depth),
                        "weight_decay": self.args.weight_decay if decayed else 0.0,
                    }
                groups[key]["params"].append(param)
            self.optimizer = torch.optim.AdamW(
                [groups[key] for key in sorted(groups, reverse=True)], lr=self.args.learning_rate
            )
        return self.optimizer


def main():
    set_seed(13)
    raw = load_dataset("data/glue", "sst2")
    parts = raw["train"].shuffle(seed=13).select(range(960)).train_test_split(test_size=192, seed=13)

    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)

    def encode(batch):
        return tokenizer(batch["sentence"], truncation=True, max_length=64)

    train_set = parts["train"].map(encode, batched=True, remove_columns=["sentence", "idx"])
    dev_set = parts["test"].map(encode, batched=True, remove_columns=["sentence", "idx"])
    final_set = raw["validation"].map(encode, batched=True, remove_columns=["sentence", "idx"])

    metric = evaluate.load("data/metrics/glue", "sst2")

    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        return metric.compute(predictions=np.argmax(logits, axis=-1), references=labels)

    model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)

    with tempfile.TemporaryDirectory() as output_dir:
        args = TrainingArguments(
            output_dir=output_dir,
            num_train_epochs=2,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=96,
            learning_rate=BASE_LR,
            weight_decay=WEIGHT_DECAY,
            warmup_steps=5,
            lr_scheduler_type="linear",
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="accuracy",
            logging_steps=8,
            report_to="none",
            seed=13,
        )
        trainer = LayerwiseTrainer(
            model=model,
            args=args,
            train_dataset=train_set,
            eval_dataset=dev_set,
            processing_class=tokenizer,
            data_collator=DataCollatorWithPadding(tokenizer),
            compute_metrics=compute_metrics,
        )
        trainer.train()
        final = trainer.evaluate(final_set, metric_key_prefix="final")

    print({k: round(v, 4) for k, v in final.items() if k in ("final_loss", "final_accuracy")})


if __name__ == "__main__":
    main()
