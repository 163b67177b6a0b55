"""Distil a fine-tuned BERT (teacher) into a one-layer student on SST-2."""
import numpy as np
import torch
import torch.nn.functional as F
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    BertConfig,
    BertForSequenceClassification,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

TEACHER_BASE = "checkpoints/bert"
TEACHER_DIR = "out/g12/teacher"

set_seed(0)
tokenizer = AutoTokenizer.from_pretrained(TEACHER_BASE)
collator = DataCollatorWithPadding(tokenizer)
sst2 = load_dataset("data/glue", "sst2").map(
    lambda b: tokenizer(b["sentence"], truncation=True, max_length=64), batched=True
)


def accuracy(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=-1) == p.label_ids).mean())}


def arguments(out, lr, epochs, **kwargs):
    return TrainingArguments(
        output_dir=out, learning_rate=lr, num_train_epochs=epochs,
        per_device_train_batch_size=32, per_device_eval_batch_size=64,
        eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
        report_to="none", disable_tqdm=True, **kwargs,
    )


common = dict(
    train_dataset=sst2["train"],
    eval_dataset=sst2["validation"],
    data_collator=collator,
    compute_metrics=accuracy,
    processing_class=tokenizer,
)

# ---- 1. teacher (normally done once, in another notebook)
teacher_trainer = Trainer(
    model=AutoModelForSequenceClassification.from_pretrained(TEACHER_BASE, num_labels=2),
    args=arguments("out/g12", 5e-4, 2),
    **common,
)
teacher_trainer.train()
teacher_trainer.save_model(TEACHER_DIR)


# ---- 2. student
class DistillationTrainer(Trainer):
    def __init__(self, *args, teacher=None, temperature=2.0, alpha=0.7, **kwargs):
        super().__init__(*args, **kwargs)
        self.teacher = teacher
        self.teacher.eval()
        self.temperature = temperature
        self.alpha = alpha

    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        outputs = model(**inputs)
        with torch.no_grad():
            teacher_logits = self.teacher(**inputs).logits
        t = self.temperature
        kd = F.kl_div(
            F.log_softmax(outputs.logits / t, dim=-1),
            F.softmax(teacher_logits / t, dim=-1),
            reduction="batchmean",
        ) * t ** 2
        loss = self.alpha * kd + (1 - self.alpha) * outputs.loss
        return (loss, outputs) if return_outputs else loss


teacher = AutoModelForSequenceClassification.from_pretrained(TEACHER_DIR)
student = BertForSequenceClassification(BertConfig(
    vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=1,
    num_attention_heads=2, intermediate_size=128, num_labels=2,
))

trainer = DistillationTrainer(
    model=student,
    args=arguments("out/g12", 2e-3, 4),
    teacher=teacher,
    **common,
)
trainer.train()
print("teacher:", teacher_trainer.evaluate()["eval_accuracy"])
print("student:", trainer.evaluate()["eval_accuracy"])
