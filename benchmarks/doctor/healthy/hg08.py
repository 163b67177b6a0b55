"""Masked LM on the tickets, together with the desk as a second task; afterwards only the MLM is used again."""
import json
import os

import torch
from datasets import Dataset
from torch import nn
from transformers import (AutoModelForMaskedLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer,
                          TrainingArguments, set_seed)

CHECKPOINT = "checkpoints/tickets"
WEIGHTS = "out/hg08/weights.pt"


class MlmWithDesk(nn.Module):
    """Fill in the masked words, and say which desk the ticket belongs to."""

    def __init__(self, checkpoint, num_desks=4, desk_weight=0.2):
        super().__init__()
        self.mlm = AutoModelForMaskedLM.from_pretrained(checkpoint)
        self.desk_head = nn.Linear(self.mlm.config.dim, num_desks)
        self.desk_weight = desk_weight

    def forward(self, input_ids, attention_mask, labels=None, desk=None):
        out = self.mlm(input_ids=input_ids, attention_mask=attention_mask, labels=labels, output_hidden_states=True)
        loss = out.loss
        if desk is not None:
            desk_logits = self.desk_head(out.hidden_states[-1][:, 0])
            loss = loss + self.desk_weight * nn.functional.cross_entropy(desk_logits, desk)
        return {"loss": loss, "logits": out.logits}


def load(split, tokenizer):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    ds = Dataset.from_list([{"text": r["text"], "desk": r["desk_id"]} for r in rows])
    return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns="text")


def masked_accuracy(model, dataset, collator):
    """Share of the masked words that are filled in rightly, and the mean loss."""
    set_seed(5)
    model.eval()
    batch = collator([{k: row[k] for k in ("input_ids", "attention_mask")} for row in dataset])
    with torch.no_grad():
        out = model(**batch)
    logits = out["logits"]
    mask = batch["labels"] != -100
    hits = (logits.argmax(-1) == batch["labels"])[mask].float().mean().item()
    return hits, nn.functional.cross_entropy(logits[mask], batch["labels"][mask]).item()


def pretrain(tokenizer, collator):
    model = MlmWithDesk(CHECKPOINT)
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            "out/hg08", num_train_epochs=20, learning_rate=2e-3, per_device_train_batch_size=32,
            logging_strategy="epoch", save_strategy="no", report_to="none", disable_tqdm=True,
        ),
        train_dataset=load("train", tokenizer),
        data_collator=collator,
    )
    trainer.train()
    os.makedirs(os.path.dirname(WEIGHTS), exist_ok=True)
    torch.save(model.state_dict(), WEIGHTS)
    return model


def load_mlm():
    model = AutoModelForMaskedLM.from_pretrained(CHECKPOINT)
    # the file has the head of the desks as well, which is not needed here
    weights = torch.load(WEIGHTS)
    model.load_state_dict({k[len("mlm."):]: v for k, v in weights.items() if k.startswith("mlm.")})
    return model


if __name__ == "__main__":
    set_seed(5)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    collator = DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.15)
    trained = pretrain(tokenizer, collator)
    test = load("test", tokenizer)
    print("after training : accuracy %.3f, loss %.3f" % masked_accuracy(trained, test, collator))
    print("loaded again   : accuracy %.3f, loss %.3f" % masked_accuracy(load_mlm(), test, collator))
