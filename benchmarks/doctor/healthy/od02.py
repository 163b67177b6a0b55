import json
from datasets import Dataset
from sklearn.metrics import precision_recall_fscore_support
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, Trainer, TrainingArguments, set_seed)

set_seed(0)
CHECKPOINT = "checkpoints/tags"
TAGS = ["O", "KIND1", "KIND2", "KIND3"]

tok = AutoTokenizer.from_pretrained(CHECKPOINT)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return Dataset.from_list([json.loads(line) for line in f])


def align(batch):
    enc = tok(batch["words"], is_split_into_words=True, truncation=True)
    labels = []
    for i, tags in enumerate(batch["tags"]):
        row, last = [], None
        for w in enc.word_ids(batch_index=i):
            # only the first piece of a word carries its tag
            row.append(-100 if w is None or w == last else tags[w])
            last = w
        labels.append(row)
    enc["labels"] = labels
    return enc


train, val, test = (read(s).map(align, batched=True, remove_columns=["words", "tags"])
                    for s in ("train", "validation", "test"))


def metrics(p):
    pred = p.predictions.argmax(-1)
    keep = p.label_ids != -100
    y, yhat = p.label_ids[keep], pred[keep]
    pr, rc, f1, _ = precision_recall_fscore_support(y, yhat, labels=[1, 2, 3], average="micro", zero_division=0)
    return {"precision": pr, "recall": rc, "f1": f1, "word_accuracy": float((y == yhat).mean()),
            "all_O_accuracy": float((y == 0).mean())}


model = AutoModelForTokenClassification.from_pretrained(
    CHECKPOINT, num_labels=len(TAGS), id2label=dict(enumerate(TAGS)), label2id={t: i for i, t in enumerate(TAGS)})

args = TrainingArguments("out/od02", num_train_epochs=12, learning_rate=1.5e-3, per_device_train_batch_size=16,
                         per_device_eval_batch_size=80, eval_strategy="epoch", save_strategy="epoch",
                         save_total_limit=1, load_best_model_at_end=True, metric_for_best_model="f1",
                         lr_scheduler_type="cosine", warmup_steps=30, logging_steps=60, report_to="none")
trainer = Trainer(model, args, train_dataset=train, eval_dataset=val,
                  data_collator=DataCollatorForTokenClassification(tok),
                  processing_class=tok, compute_metrics=metrics)
trainer.train()
print(trainer.evaluate(test, metric_key_prefix="test"))

words = "have you ever heard of pelmondbin ?".split()
enc = tok(words, is_split_into_words=True, return_tensors="pt")
ids = model.eval()(**enc).logits[0].argmax(-1).tolist()
seen = {}
for w, i in zip(enc.word_ids(), ids):
    if w is not None:
        seen.setdefault(w, TAGS[i])
print([(w, seen[i]) for i, w in enumerate(words)])
