"""Distil a fine-tuned ticket classifier into a small GRU: teacher and student both trained with the Trainer."""
import json
import tempfile

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)
from transformers.modeling_outputs import SequenceClassifierOutput

DESKS = 4
TEACHER = "checkpoints/tickets"


class Tickets(Dataset):
    def __init__(self, split, tokenizer, exclude=frozenset()):
        with open(f"data/tickets/{split}.jsonl") as lines:
            rows = [json.loads(line) for line in lines]
        self.rows = [r for r in rows if r["text"] not in exclude]
        self.texts = {r["text"] for r in self.rows}
        # the fault and the thing are in the first words; long tickets are cut at the model's 32 tokens
        self.enc = tokenizer([r["text"] for r in self.rows], truncation=True, max_length=32, padding=False)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return {
            "input_ids": self.enc["input_ids"][i],
            "attention_mask": self.enc["attention_mask"][i],
            "labels": self.rows[i]["desk_id"],
        }


class GRUStudent(nn.Module):
    def __init__(self, vocab, pad_id, width=32):
        super().__init__()
        self.embed = nn.Embedding(vocab, width, padding_idx=pad_id)
        self.gru = nn.GRU(width, width, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * width, DESKS)

    def forward(self, input_ids, attention_mask, labels=None):
        lengths = attention_mask.sum(1).cpu()
        packed = nn.utils.rnn.pack_padded_sequence(
            self.embed(input_ids), lengths, batch_first=True, enforce_sorted=False
        )
        hidden, _ = nn.utils.rnn.pad_packed_sequence(self.gru(packed)[0], batch_first=True, padding_value=-1e4)
        logits = self.out(hidden.amax(dim=1))
        loss = F.cross_entropy(logits, labels) if labels is not None else None
        return SequenceClassifierOutput(loss=loss, logits=logits)


class DistillTrainer(Trainer):
    def __init__(self, *args, teacher, temperature=2.0, alpha=0.7, **kwargs):
        super().__init__(*args, **kwargs)
        self.teacher = teacher.to(self.args.device).eval().requires_grad_(False)
        self.temperature, self.alpha = temperature, alpha

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        out = model(**inputs)
        if not model.training:
            return (out.loss, out) if return_outputs else out.loss
        with torch.no_grad():
            soft = self.teacher(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]).logits
        t = self.temperature
        kl = F.kl_div(
            F.log_softmax(out.logits / t, dim=-1), F.log_softmax(soft / t, dim=-1), log_target=True, reduction="batchmean"
        )
        loss = self.alpha * t * t * kl + (1 - self.alpha) * out.loss
        return (loss, out) if return_outputs else loss


def accuracy(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


def arguments(folder, epochs, lr):
    return TrainingArguments(
        output_dir=folder, num_train_epochs=epochs, learning_rate=lr, per_device_train_batch_size=16,
        per_device_eval_batch_size=64, eval_strategy="no", save_strategy="no", logging_strategy="epoch",
        lr_scheduler_type="cosine", report_to="none", disable_tqdm=True, label_names=["labels"],
    )


if __name__ == "__main__":
    set_seed(21)
    tokenizer = AutoTokenizer.from_pretrained(TEACHER)
    train = Tickets("train", tokenizer)
    valid = Tickets("validation", tokenizer, exclude=train.texts)
    test = Tickets("test", tokenizer, exclude=train.texts)
    common = dict(train_dataset=train, eval_dataset=valid, compute_metrics=accuracy,
                  data_collator=DataCollatorWithPadding(tokenizer))

    with tempfile.TemporaryDirectory() as folder:
        teacher = AutoModelForSequenceClassification.from_pretrained(TEACHER, num_labels=DESKS)
        big = Trainer(model=teacher, args=arguments(folder, 6, 1e-3), processing_class=tokenizer, **common)
        big.train()
        print("teacher, validation:", big.evaluate()["eval_accuracy"])

        student = GRUStudent(len(tokenizer), tokenizer.pad_token_id)
        small = DistillTrainer(model=student, args=arguments(folder, 10, 5e-3), teacher=teacher, **common)
        small.train()
        print("student, validation:", small.evaluate()["eval_accuracy"])
        print("teacher, test:", round(big.evaluate(test)["eval_accuracy"], 3))
        print("student, test:", round(small.evaluate(test)["eval_accuracy"], 3))
