"""Finding the names (and their kind) in short news sentences."""
import torch
from datasets import load_dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification, Trainer,
                          TrainingArguments, set_seed)

torch.set_num_threads(1)

CKPT = "checkpoints/tags"
ds = load_dataset("json", data_files={s: f"data/tags/{s}.jsonl" for s in ("train", "validation", "test")})
tok = AutoTokenizer.from_pretrained(CKPT)
label_names = ["O", "KIND1", "KIND2", "KIND3"]


def encode(batch):
    enc = tok(batch["words"], is_split_into_words=True, truncation=True)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        previous, labels = None, []
        for w in enc.word_ids(i):
            if w is None or w == previous:
                labels.append(-100)
            else:
                labels.append(tags[w])
            previous = w
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


ds = ds.map(encode, batched=True, remove_columns=["words", "tags"])
set_seed(0)
model = AutoModelForTokenClassification.from_pretrained(
    CKPT, num_labels=4, id2label=dict(enumerate(label_names)), label2id={n: i for i, n in enumerate(label_names)})


def metrics(p):
    pred = p.predictions.argmax(-1)
    keep = p.label_ids != -100
    return {"acc": (pred == p.label_ids)[keep].mean(),
            "f1": f1_score(p.label_ids[keep], pred[keep], labels=[1, 2, 3], average="micro")}


args = TrainingArguments("out/w02", num_train_epochs=12, learning_rate=2e-3, per_device_train_batch_size=16,
                         eval_strategy="epoch", save_strategy="no", report_to="none", disable_tqdm=True)
trainer = Trainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                  data_collator=DataCollatorForTokenClassification(tok), compute_metrics=metrics)
trainer.train()
print("test:", trainer.evaluate(ds["test"]))
