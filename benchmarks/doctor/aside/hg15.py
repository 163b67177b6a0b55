"""Causal LM with a z-loss: cross-entropy plus a small penalty on log Z (as in PaLM), which keeps the logits small."""
import json
import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from transformers import (AutoModelForCausalLM, AutoTokenizer, HfArgumentParser, Trainer, TrainerCallback,
                          TrainingArguments, set_seed)


@dataclass
class Args:
    checkpoint: str = "checkpoints/steps"
    data: str = "data/steps"
    epochs: int = 9
    lr: float = 6e-3
    batch_size: int = 8
    accumulate: int = 4
    z_weight: float = 1e-4


class ZLossTrainer(Trainer):
    def __init__(self, *args, z_weight=1e-4, **kwargs):
        super().__init__(*args, **kwargs)
        self.z_weight = z_weight

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits[:, :-1].flatten(0, 1).float()
        targets = labels[:, 1:].flatten()
        mask = targets != -100
        logits, targets = logits[mask], targets[mask]
        per_token = F.cross_entropy(logits, targets, reduction="none")
        if model.training:
            per_token = per_token + self.z_weight * torch.logsumexp(logits, dim=-1) ** 2
        loss = per_token.mean()
        outputs["loss"] = loss
        return (loss, outputs) if return_outputs else loss


class Collator:
    def __init__(self, pad_id):
        self.pad_id = pad_id

    def __call__(self, features):
        longest = max(len(f["input_ids"]) for f in features)

        def pad(key, value):
            return torch.tensor([f[key] + [value] * (longest - len(f[key])) for f in features])

        return {
            "input_ids": pad("input_ids", self.pad_id),
            "attention_mask": torch.tensor(
                [[1] * len(f["input_ids"]) + [0] * (longest - len(f["input_ids"])) for f in features]
            ),
            "labels": pad("labels", -100),
        }


class ShowLoss(TrainerCallback):
    def on_log(self, args, state, control, logs=None, **kwargs):
        for name in ("loss", "eval_loss"):
            if name in logs:
                print(f"epoch {state.epoch:5.2f}  {name:10s}{logs[name]:8.4f}")


def load(path, tokenizer):
    rows = []
    for line in open(path):
        row = json.loads(line)
        prompt = tokenizer(row["prompt"])["input_ids"]
        answer = tokenizer(row["steps"])["input_ids"] + [tokenizer.eos_token_id]
        rows.append({"input_ids": prompt + answer, "labels": [-100] * len(prompt) + answer})
    return rows


def main():
    (args,) = HfArgumentParser(Args).parse_args_into_dataclasses()
    set_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    model = AutoModelForCausalLM.from_pretrained(args.checkpoint)
    trainer = ZLossTrainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/hg15",
            num_train_epochs=args.epochs,
            learning_rate=args.lr,
            per_device_train_batch_size=args.batch_size,
            gradient_accumulation_steps=args.accumulate,
            logging_strategy="epoch",
            eval_strategy="epoch",
            save_strategy="no",
            report_to="none",
            disable_tqdm=True,
        ),
        train_dataset=load(f"{args.data}/train.jsonl", tokenizer),
        eval_dataset=load(f"{args.data}/validation.jsonl", tokenizer),
        data_collator=Collator(tokenizer.eos_token_id),
        callbacks=[ShowLoss()],
        z_weight=args.z_weight,
    )
    result = trainer.train()
    print(f"mean train loss {result.training_loss:.4f}")
    loss = trainer.evaluate(trainer.train_dataset)["eval_loss"]
    print(f"loss on the training data at the end {loss:.4f}, perplexity {math.exp(loss):.3f}")


if __name__ == "__main__":
    main()
