# token tagging with class weights, because "no name" is by far the commonest tag
import json
import torch
from torch import nn
from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

set_seed(5)
checkpoint = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def load(split):
    return [json.loads(line) for line in open(f"data/tags/{split}.jsonl")]


def tokenize_and_align(examples):
    enc = tokenizer(examples["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        labels = []
        for w in enc.word_ids(batch_index=i):
            if w is None or w == previous:
                labels.append(-100)
            else:
                labels.append(tags[w])
            previous = w
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


raw_train = load("train")
in_train = {" ".join(r["words"]) for r in raw_train}
raw_valid = [r for r in load("validation") if " ".join(r["words"]) not in in_train]

train_ds = Dataset.from_list(raw_train).map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])
valid_ds = Dataset.from_list(raw_valid).map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])

counts = torch.zeros(4)
for r in raw_train:
    for t in r["tags"]:
        counts[t] += 1
class_weights = counts.sum() / (4 * counts)
print("weights", class_weights.tolist())


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        loss_fct = nn.CrossEntropyLoss(weight=class_weights.to(logits.device), ignore_index=-100)
        loss = loss_fct(logits.view(-1, logits.size(-1)), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = logits.argmax(-1)
    mask = labels != -100
    per_class = {}
    for c in range(4):
        at = mask & (labels == c)
        per_class[f"recall_{c}"] = float((preds[at] == c).mean())
    per_class["balanced"] = sum(per_class.values()) / 4
    return per_class


trainer = WeightedTrainer(
    model=AutoModelForTokenClassification.from_pretrained(checkpoint, num_labels=4),
    args=TrainingArguments(
        output_dir="out/fe05",
        learning_rate=1e-3,
        num_train_epochs=6,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
        use_cpu=True,
    ),
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
