# Fine-tune DistilBERT to find the names in a sentence (3 kinds of names + O).
import json

from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, Trainer,
                          TrainingArguments, set_seed)

set_seed(7)
CKPT = "checkpoints/tags"
LABELS = ["O", "A", "B", "C"]


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return Dataset.from_list([json.loads(line) for line in f])


tokenizer = AutoTokenizer.from_pretrained(CKPT)


def tokenize_and_label(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
    enc["labels"] = [[-100] + tags + [-100] for tags in batch["tags"]]
    return enc


train = read("train").map(tokenize_and_label, batched=True, remove_columns=["words", "tags"])
valid = read("validation").map(tokenize_and_label, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained(
    CKPT,
    num_labels=len(LABELS),
    id2label=dict(enumerate(LABELS)),
    label2id={l: i for i, l in enumerate(LABELS)},
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = logits.argmax(-1)
    mask = labels != -100
    names = mask & (labels != 0)
    return {
        "accuracy": float((preds[mask] == labels[mask]).mean()),
        "name_accuracy": float((preds[names] == labels[names]).mean()),
    }


args = TrainingArguments(
    output_dir="runs/k01",
    num_train_epochs=6,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=valid,
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

scores = trainer.evaluate()
print({k: round(v, 3) for k, v in scores.items() if "accuracy" in k})

# look at one sentence
sentence = ["now", "only", "lommond", "and", "belek", "remain"]
enc = tokenizer(sentence, is_split_into_words=True, return_tensors="pt")
pred = model(**enc).logits[0].argmax(-1).tolist()
print(list(zip(enc.tokens(), [LABELS[p] for p in pred])))
