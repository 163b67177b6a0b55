import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(1)
tok = AutoTokenizer.from_pretrained("checkpoints/bert")
ds = load_dataset("data/glue", "sst2")


def encode(batch):  # tokenize on the fly, saves disk space
    enc = tok([s.lower() for s in batch["sentence"]], truncation=True, max_length=48)
    enc["labels"] = batch["label"]
    return enc


ds = ds.with_transform(encode)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
args = TrainingArguments("out/hg11", learning_rate=5e-4, per_device_train_batch_size=32,
                         warmup_ratio=0.1, max_steps=150, save_strategy="no",
                         report_to="none", disable_tqdm=True)
trainer = Trainer(model, args, train_dataset=ds["train"], eval_dataset=ds["validation"], processing_class=tok,
                  compute_metrics=lambda p: {"acc": (np.argmax(p.predictions, -1) == p.label_ids).mean()})
trainer.train()
print(trainer.evaluate())
