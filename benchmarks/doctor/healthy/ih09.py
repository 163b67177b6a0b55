"""SST-2 where good reviews are rare: weighted loss and layer-wise learning rates in a Trainer subclass."""
import pandas as pd
import torch
from datasets import Dataset
from sklearn.metrics import balanced_accuracy_score, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

SEED = 99
CHECKPOINT = "checkpoints/bert"
KEEP_POSITIVES = 0.3  # makes the classes roughly 1 : 3


class LayerwiseTrainer(Trainer):
    def __init__(self, *args, class_weights=None, lr_decay=0.85, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights
        self.lr_decay = lr_decay

    def create_optimizer(self):
        if self.optimizer is not None:
            return self.optimizer
        depth = self.model.config.num_hidden_layers
        groups = {}
        for name, param in self.model.named_parameters():
            if not param.requires_grad:
                continue
            if name.startswith("bert.embeddings"):
                level = 0
            elif name.startswith("bert.encoder.layer."):
                level = int(name.split(".")[3]) + 1
            else:  # pooler and classifier
                level = depth + 1
            decay = 0.0 if name.endswith("bias") or "LayerNorm" in name else self.args.weight_decay
            group = groups.setdefault((level, decay), {
                "params": [],
                "weight_decay": decay,
                "lr": self.args.learning_rate * self.lr_decay ** (depth + 1 - level),
            })
            group["params"].append(param)
        self.optimizer = torch.optim.AdamW(
            list(groups.values()), lr=self.args.learning_rate,
            betas=(self.args.adam_beta1, self.args.adam_beta2), eps=self.args.adam_epsilon)
        return self.optimizer

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        weight = self.class_weights.to(outputs.logits.device)
        loss = torch.nn.functional.cross_entropy(outputs.logits, labels, weight=weight)
        return (loss, outputs) if return_outputs else loss


def thin_out(df):
    """Drop most of the positive rows."""
    pos = df[df["label"] == 1].sample(frac=KEEP_POSITIVES, random_state=SEED)
    return pd.concat([df[df["label"] == 0], pos]).sample(frac=1.0, random_state=SEED).reset_index(drop=True)


def compute_metrics(eval_pred):
    preds = eval_pred.predictions.argmax(axis=1)
    return {
        # plain accuracy would flatter a model which never says "positive"
        "balanced_accuracy": balanced_accuracy_score(eval_pred.label_ids, preds),
        "f1_positive": f1_score(eval_pred.label_ids, preds, pos_label=1, zero_division=0),
    }


def main():
    set_seed(SEED)
    full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
    test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")

    full = full[~full["sentence"].isin(test["sentence"])].drop_duplicates("sentence")
    full = thin_out(full)
    dev = full.sample(frac=0.15, random_state=SEED)
    train = full.drop(dev.index)

    counts = train["label"].value_counts().sort_index()
    weights = torch.tensor((len(train) / (2 * counts)).to_numpy(), dtype=torch.float32)
    print("rows per class:", counts.to_dict(), "weights:", weights.tolist())

    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)

    def encode(df):
        ds = Dataset.from_pandas(df[["sentence", "label"]], preserve_index=False)
        return ds.map(lambda x: tokenizer(x["sentence"], truncation=True, max_length=96),
                      batched=True, remove_columns="sentence")

    model = AutoModelForSequenceClassification.from_pretrained(
        CHECKPOINT, num_labels=2, id2label={0: "bad", 1: "good"}, label2id={"bad": 0, "good": 1})

    trainer = LayerwiseTrainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/ih09",
            learning_rate=5e-4,
            num_train_epochs=8,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=128,
            warmup_ratio=0.1,
            weight_decay=0.01,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="balanced_accuracy",
            greater_is_better=True,
            logging_steps=20,
            report_to="none",
            seed=SEED,
        ),
        train_dataset=encode(train),
        eval_dataset=encode(dev),
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        class_weights=weights,
    )
    trainer.train()
    print(trainer.evaluate(encode(test), metric_key_prefix="test"))


if __name__ == "__main__":
    main()
