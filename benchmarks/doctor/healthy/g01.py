# Review sentiment (SST-2). Idea (ULMFiT style): first train only the new head for an epoch
# so that it does not destroy the pretrained layers, then unfreeze everything.
import numpy as np
import transformers
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)

set_seed(42)
print("transformers", transformers.__version__)

CKPT = "checkpoints/bert"
UNFREEZE_AT = 1  # epochs

raw = load_dataset("data/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def preprocess(batch):
    enc = tokenizer(batch["sentence"], truncation=True, max_length=64)
    enc["labels"] = batch["label"]
    return enc


ds = raw.map(preprocess, batched=True, remove_columns=raw["train"].column_names)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)


class GradualUnfreeze(TrainerCallback):
    """Unfreezes the encoder once the head has settled."""

    def __init__(self, epoch):
        self.epoch = epoch
        self.done = False

    def on_train_begin(self, args, state, control, model=None, **kwargs):
        # stage 1: only the classifier is trained. The optimizer exists by now and
        # holds all parameters; those without a gradient are skipped by its step.
        for param in model.bert.parameters():
            param.requires_grad = False

    def on_epoch_begin(self, args, state, control, model=None, **kwargs):
        if not self.done and state.epoch >= self.epoch:
            for param in model.parameters():
                param.requires_grad = True
            n = sum(p.numel() for p in model.parameters() if p.requires_grad)
            print(f"*** epoch {state.epoch:.0f}: encoder unfrozen, {n:,} trainable parameters")
            self.done = True


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


args = TrainingArguments(
    output_dir="out/g01",
    num_train_epochs=5,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
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
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[GradualUnfreeze(UNFREEZE_AT)],
)
trainer.train()
print("final:", trainer.evaluate())
