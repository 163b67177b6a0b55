"""Ticket routing with the Trainer: class weights, slim predictions, best checkpoint by macro F1."""
import json
from collections import Counter

import torch
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
OUT = "out/va15"


def read(split, without=()):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["text"] not in without]


class Rows(torch.utils.data.Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return {"text": self.rows[i]["text"], "desk": self.rows[i]["desk_id"]}


class Collate:
    def __init__(self, tokenizer, limit):
        self.tokenizer, self.limit = tokenizer, limit

    def ends(self, text):
        """Keep both ends of a long ticket: the tokenizer alone would keep the head."""
        ids = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        room = self.limit - 2
        if len(ids) > room:
            ids = ids[: room // 2] + ids[-(room - room // 2) :]
        return [self.tokenizer.cls_token_id, *ids, self.tokenizer.sep_token_id]

    def __call__(self, items):
        batch = self.tokenizer.pad({"input_ids": [self.ends(x["text"]) for x in items]}, return_tensors="pt")
        batch["labels"] = torch.tensor([x["desk"] for x in items])
        return batch


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        inputs = dict(inputs)
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        weights = self.class_weights.to(outputs.logits.device)
        loss = torch.nn.functional.cross_entropy(outputs.logits, labels, weight=weights)
        return (loss, outputs) if return_outputs else loss


def metrics(pred):
    # the predictions are class numbers already, see preprocess_logits_for_metrics
    return {"macro_f1": f1_score(pred.label_ids, pred.predictions, average="macro")}


def main():
    set_seed(4)
    test = read("test")
    valid = read("validation", {r["text"] for r in test})
    train = read("train", {r["text"] for r in test + valid})
    counts = Counter(r["desk_id"] for r in train)
    weights = torch.tensor([len(train) / (4 * counts[k]) for k in range(4)])

    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    args = TrainingArguments(
        output_dir=OUT, num_train_epochs=12, learning_rate=1e-3, warmup_ratio=0.1, weight_decay=0.01,
        per_device_train_batch_size=16, per_device_eval_batch_size=64,
        eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", save_total_limit=1,
        load_best_model_at_end=True, metric_for_best_model="macro_f1", greater_is_better=True,
        remove_unused_columns=False, label_names=["labels"], report_to="none", use_cpu=True, seed=4,
    )
    trainer = WeightedTrainer(
        model=model, args=args, class_weights=weights, data_collator=Collate(tokenizer, 32),
        train_dataset=Rows(train), eval_dataset=Rows(valid), processing_class=tokenizer,
        compute_metrics=metrics,
        preprocess_logits_for_metrics=lambda logits, labels: logits.argmax(-1),
    )
    trainer.train()
    print("test:", trainer.evaluate(Rows(test), metric_key_prefix="test"))


if __name__ == "__main__":
    main()
