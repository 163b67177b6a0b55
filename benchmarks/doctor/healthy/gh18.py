"""Sentiment with gradual unfreezing: the encoder rests for one epoch, then it joins in."""
import pandas as pd
from datasets import Dataset
from transformers import (AutoTokenizer, BertForSequenceClassification, DataCollatorWithPadding, Trainer, TrainerCallback,
                          TrainingArguments, set_seed)

set_seed(2)
CKPT = "checkpoints/bert"
tok = AutoTokenizer.from_pretrained(CKPT)


class Thaw(TrainerCallback):
    """Freezing happens in on_train_begin, that is, after the Trainer has made its optimizer: all parameters are
    in it, and those without gradient are skipped by AdamW until they are thawed."""

    def __init__(self, after=1.0):
        self.after, self.frozen = after, False

    def set(self, model, on):
        for p in model.bert.embeddings.parameters():
            p.requires_grad = on
        for p in model.bert.encoder.parameters():
            p.requires_grad = on
        self.frozen = not on

    def on_train_begin(self, args, state, control, model=None, **kwargs):
        self.set(model, False)

    def on_epoch_begin(self, args, state, control, model=None, **kwargs):
        if self.frozen and (state.epoch or 0) >= self.after:
            self.set(model, True)
            print(f"encoder thawed at step {state.global_step}")

    def on_train_end(self, args, state, control, model=None, **kwargs):
        assert not self.frozen


def frame(name):
    return pd.read_parquet(f"data/glue/sst2/{name}-00000-of-00001.parquet")[["sentence", "label"]]


# the public validation part is our test set; a tenth of train is held out to watch
test = frame("validation")
train = frame("train").drop_duplicates("sentence")
train = train[~train.sentence.isin(test.sentence)]
valid = train.sample(frac=0.1, random_state=2)
train = train.drop(valid.index)


def prepare(f):
    ds = Dataset.from_pandas(f, preserve_index=False).rename_column("label", "labels")
    return ds.map(lambda b: tok(b["sentence"], truncation=True, max_length=64), batched=True, remove_columns="sentence")


train, valid, test = prepare(train), prepare(valid), prepare(test)
model = BertForSequenceClassification.from_pretrained(CKPT, num_labels=2)

args = TrainingArguments(
    output_dir="out/gh18",
    num_train_epochs=5,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=120,
    learning_rate=3e-4,
    lr_scheduler_type="cosine",
    warmup_steps=40,
    max_grad_norm=1.0,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=False,
    logging_steps=30,
    report_to="none",
    use_cpu=True,
    seed=2,
)
trainer = Trainer(
    model=model, args=args, train_dataset=train, eval_dataset=valid, processing_class=tok,
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
    callbacks=[Thaw(after=1.0)],
)
trainer.train()
# the weights are those of the epoch with the smallest loss on the held out rows
print("held out part:", trainer.evaluate()["eval_accuracy"])
print("test part:    ", trainer.evaluate(test)["eval_accuracy"])
