"""Distil a fine-tuned sentiment encoder into a recurrent student with a Trainer subclass.

1. fine-tune the encoder on SST-2 (ordinary Trainer)
2. train a bidirectional GRU on the soft targets of the encoder and the labels
"""
import logging
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

import numpy as np
import torch
import torch.nn.functional as F
from datasets import load_dataset
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    HfArgumentParser,
    PretrainedConfig,
    PreTrainedModel,
    Trainer,
    TrainingArguments,
    set_seed,
)
from transformers.modeling_outputs import SequenceClassifierOutput

logger = logging.getLogger(__name__)


@dataclass
class DistilArguments:
    teacher: str = field(default="checkpoints/bert", metadata={"help": "encoder to fine-tune"})
    data: str = field(default="data/glue/sst2", metadata={"help": "folder with parquet files"})
    temperature: float = field(default=2.0)
    alpha: float = field(default=0.7, metadata={"help": "weight of the soft loss"})
    hidden: int = field(default=64)
    teacher_epochs: float = field(default=7)
    student_epochs: float = field(default=5)
    seed: int = field(default=3)


class GruConfig(PretrainedConfig):
    model_type = "gru-classifier"

    def __init__(self, vocab_size=2090, embed=128, hidden=64, dropout=0.1, pad_token_id=0, **kwargs):
        super().__init__(pad_token_id=pad_token_id, **kwargs)
        self.vocab_size, self.embed, self.hidden, self.dropout = vocab_size, embed, hidden, dropout


class GruClassifier(PreTrainedModel):
    config_class = GruConfig

    def __init__(self, config):
        super().__init__(config)
        self.embed = nn.Embedding(config.vocab_size, config.embed, padding_idx=config.pad_token_id)
        self.rnn = nn.GRU(config.embed, config.hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(config.dropout)
        self.out = nn.Linear(2 * config.hidden, config.num_labels)
        self.post_init()

    def forward(self, input_ids, attention_mask, labels: Optional[torch.Tensor] = None):
        lengths = attention_mask.sum(1).cpu()
        packed = pack_padded_sequence(self.drop(self.embed(input_ids)), lengths, batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.rnn(packed)[0], batch_first=True, total_length=input_ids.size(1))
        h = h.masked_fill(attention_mask[..., None] == 0, float("-inf")).amax(dim=1)
        logits = self.out(self.drop(h))
        loss = F.cross_entropy(logits, labels) if labels is not None else None
        return SequenceClassifierOutput(loss=loss, logits=logits)


class DistilTrainer(Trainer):
    def __init__(self, *args, teacher, temperature, alpha, **kwargs):
        super().__init__(*args, **kwargs)
        self.teacher = teacher.eval().requires_grad_(False).to(self.args.device)
        self.temperature, self.alpha = temperature, alpha

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        if not model.training:  # plain cross entropy in evaluation, comparable with the teacher's
            return (outputs.loss, outputs) if return_outputs else outputs.loss
        with torch.no_grad():
            soft = self.teacher(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]).logits
        t = self.temperature
        kd = F.kl_div(
            F.log_softmax(outputs.logits / t, dim=-1), F.log_softmax(soft / t, dim=-1), log_target=True, reduction="batchmean"
        )
        loss = self.alpha * t * t * kd + (1 - self.alpha) * outputs.loss
        return (loss, outputs) if return_outputs else loss


def accuracy(p):
    return {"accuracy": float((np.argmax(p.predictions, -1) == p.label_ids).mean())}


def training_args(folder: Path, **kwargs) -> TrainingArguments:
    common = dict(
        per_device_train_batch_size=32,
        per_device_eval_batch_size=128,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        disable_tqdm=True,
    )
    return TrainingArguments(output_dir=str(folder), **{**common, **kwargs})


def main():
    (args,) = HfArgumentParser(DistilArguments).parse_args_into_dataclasses()
    logging.basicConfig(level=logging.INFO)
    set_seed(args.seed)
    root = Path(tempfile.mkdtemp(prefix="distil_"))

    tokenizer = AutoTokenizer.from_pretrained(args.teacher)
    raw = load_dataset(
        "parquet", data_files={s: f"{args.data}/{s}-00000-of-00001.parquet" for s in ("train", "validation")}
    )
    # the official validation split is the test here, a tenth of train steers the training
    split = raw["train"].train_test_split(test_size=0.1, seed=args.seed)
    raw["test"], raw["train"], raw["validation"] = raw["validation"], split["train"], split["test"]

    def encode(batch):
        enc = tokenizer(batch["sentence"], truncation=True, max_length=48, return_token_type_ids=False)
        enc["labels"] = batch["label"]
        return enc

    data = raw.map(encode, batched=True, remove_columns=["sentence", "label", "idx"])
    collator = DataCollatorWithPadding(tokenizer)

    teacher = AutoModelForSequenceClassification.from_pretrained(args.teacher, num_labels=2)
    trainer = Trainer(
        model=teacher,
        args=training_args(
            root / "teacher", num_train_epochs=args.teacher_epochs, learning_rate=4e-4, warmup_ratio=0.1, weight_decay=0.01, seed=args.seed
        ),
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=collator,
        compute_metrics=accuracy,
    )
    trainer.train()
    teacher_score = trainer.evaluate(data["test"], metric_key_prefix="test")["test_accuracy"]

    student = GruClassifier(GruConfig(vocab_size=len(tokenizer), hidden=args.hidden, num_labels=2))
    with torch.no_grad():  # start from the word vectors of the teacher
        student.embed.weight.copy_(teacher.get_input_embeddings().weight)
    distil = DistilTrainer(
        model=student,
        args=training_args(
            root / "student", num_train_epochs=args.student_epochs, learning_rate=2e-3, lr_scheduler_type="cosine", warmup_ratio=0.05, seed=args.seed
        ),
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=collator,
        compute_metrics=accuracy,
        teacher=teacher,
        temperature=args.temperature,
        alpha=args.alpha,
    )
    distil.train()
    student_score = distil.evaluate(data["test"], metric_key_prefix="test")["test_accuracy"]
    distil.save_model(root / "student" / "final")
    n = lambda m: sum(p.numel() for p in m.parameters())
    print(f"teacher: {n(teacher)} parameters, test accuracy {teacher_score:.3f}")
    print(f"student: {n(student)} parameters, test accuracy {student_score:.3f}")


if __name__ == "__main__":
    main()
