"""Joint training: the ticket's desk, and the masked words as a second aim that keeps the language in the encoder."""
import torch
from datasets import load_dataset
from torch import nn
from transformers import (
    AutoTokenizer, DataCollatorForLanguageModeling, DistilBertConfig, DistilBertModel, Trainer, TrainingArguments, set_seed,
)


class DeskAndWords(nn.Module):
    def __init__(self, config, classes, mlm_weight):
        super().__init__()
        self.encoder = DistilBertModel(config)
        self.desk_head = nn.Sequential(nn.Linear(config.dim, config.dim), nn.ReLU(), nn.Dropout(0.1), nn.Linear(config.dim, classes))
        self.word_head = nn.Sequential(nn.Linear(config.dim, config.dim), nn.GELU(), nn.LayerNorm(config.dim), nn.Linear(config.dim, config.vocab_size))
        self.mlm_weight = mlm_weight

    def forward(self, input_ids, attention_mask, labels=None, masked_ids=None, masked_labels=None):
        desk = self.desk_head(self.encoder(input_ids, attention_mask).last_hidden_state[:, 0])
        if labels is None:
            return {"logits": desk}
        loss = nn.functional.cross_entropy(desk, labels)
        if masked_ids is not None:
            words = self.word_head(self.encoder(masked_ids, attention_mask).last_hidden_state)
            loss = loss + self.mlm_weight * nn.functional.cross_entropy(words.flatten(0, 1), masked_labels.flatten(), ignore_index=-100)
        return {"loss": loss, "logits": desk}


class JointCollator:
    def __init__(self, tokenizer):
        self.mlm = DataCollatorForLanguageModeling(tokenizer, mlm=True, mlm_probability=0.15)

    def __call__(self, rows):
        plain = self.mlm.tokenizer.pad([{"input_ids": r["input_ids"], "attention_mask": r["attention_mask"]} for r in rows], return_tensors="pt")
        masked, targets = self.mlm.torch_mask_tokens(plain["input_ids"].clone())
        # the choice may by chance be empty, and the mean over nothing is not a number
        if (targets == -100).all():
            targets[:, 1] = plain["input_ids"][:, 1]
            masked[:, 1] = self.mlm.tokenizer.mask_token_id
        return {**plain, "labels": torch.tensor([r["labels"] for r in rows]), "masked_ids": masked, "masked_labels": targets}


class JointTrainer(Trainer):
    """Masks words while it trains; evaluates the desks alone."""

    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        inputs = {k: v for k, v in inputs.items() if not k.startswith("masked_")}
        return super().prediction_step(model, inputs, prediction_loss_only, ignore_keys)


set_seed(88)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
config = DistilBertConfig(vocab_size=len(tokenizer), dim=64, hidden_dim=128, n_layers=2, n_heads=4, max_position_embeddings=32, pad_token_id=tokenizer.pad_token_id)
data = load_dataset("data/tickets").rename_column("desk_id", "labels")
data = data.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text", "desk"])
trainer = JointTrainer(
    model=DeskAndWords(config, 4, mlm_weight=0.5),
    args=TrainingArguments(
        "runs/cypress", num_train_epochs=8, per_device_train_batch_size=16, learning_rate=1e-3, warmup_steps=20, eval_strategy="epoch",
        save_strategy="no", remove_unused_columns=False, label_names=["labels"], logging_steps=60, report_to="none", seed=88,
    ),
    train_dataset=data["train"], eval_dataset=data["validation"], data_collator=JointCollator(tokenizer),
    compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
)
trainer.train()
print(trainer.evaluate(data["test"]))
