import torch
import torch.nn as nn
from datasets import load_dataset
from transformers import AutoModel, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments
from transformers.modeling_outputs import SequenceClassifierOutput

CHECKPOINT = "checkpoints/tickets"
NUM_LABELS = 4


class MeanPoolClassifier(nn.Module):
    """DistilBERT encoder, masked mean pooling, a two-layer head."""

    def __init__(self, checkpoint, num_labels, hidden=64, p=0.1):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        dim = self.encoder.config.dim
        self.head = nn.Sequential(
            nn.Dropout(p),
            nn.Linear(dim, hidden),
            nn.GELU(),
            nn.Dropout(p),
            nn.Linear(hidden, num_labels),
        )
        self.loss_fn = nn.CrossEntropyLoss()

    def forward(self, input_ids, attention_mask, labels=None):
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        pooled = (states * mask).sum(dim=1) / mask.sum(dim=1)
        logits = self.head(pooled)
        loss = self.loss_fn(logits, labels) if labels is not None else None
        return SequenceClassifierOutput(loss=loss, logits=logits)


def main():
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    ds = load_dataset("data/tickets")
    ds = ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True)
    ds = ds.rename_column("desk_id", "labels").select_columns(["input_ids", "attention_mask", "labels"])

    model = MeanPoolClassifier(CHECKPOINT, NUM_LABELS)
    args = TrainingArguments(
        output_dir="runs/willow",
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        num_train_epochs=6,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
        logging_steps=30,
        label_names=["labels"],
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
    )
    trainer.train()
    print(trainer.evaluate(ds["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
