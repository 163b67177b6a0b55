"""Distillation: a tuned two-layer BERT teaches a one-layer student, through a Trainer subclass."""
import pandas as pd
import torch
import torch.nn.functional as F
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, BertConfig, BertForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/bert"


class DistillTrainer(Trainer):
    def __init__(self, *args, teacher, temperature=2.0, alpha=0.5, **kwargs):
        super().__init__(*args, **kwargs)
        self.teacher = teacher.to(self.args.device).eval().requires_grad_(False)
        self.temperature, self.alpha = temperature, alpha

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        if not model.training:                       # evaluation: the plain loss, comparable with the teacher's
            return (outputs.loss, outputs) if return_outputs else outputs.loss
        with torch.no_grad():
            soft = self.teacher(**{k: v for k, v in inputs.items() if k != "labels"}).logits
        t = self.temperature
        kd = F.kl_div(F.log_softmax(outputs.logits / t, dim=-1), F.softmax(soft / t, dim=-1),
                      reduction="batchmean") * t * t
        loss = self.alpha * outputs.loss + (1 - self.alpha) * kd
        return (loss, outputs) if return_outputs else loss


def arguments(name, epochs, lr):
    return TrainingArguments(
        output_dir=f"out/im19/{name}", num_train_epochs=epochs, learning_rate=lr, warmup_ratio=0.1, weight_decay=0.01,
        per_device_train_batch_size=32, per_device_eval_batch_size=80, eval_strategy="epoch", save_strategy="no",
        logging_strategy="epoch", report_to="none", use_cpu=True, seed=10)


def accuracy(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


def main():
    set_seed(10)
    tok = AutoTokenizer.from_pretrained(CKPT)
    test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").drop_duplicates("sentence")
    df = df[~df["sentence"].isin(test_df["sentence"])].sample(frac=1, random_state=10)

    def build(frame):
        enc = tok(frame["sentence"].tolist(), truncation=True, max_length=64)
        return Dataset.from_dict({**enc, "labels": frame["label"].tolist()})

    dev, train, test = build(df.iloc[:300]), build(df.iloc[300:]), build(test_df)
    common = dict(train_dataset=train, eval_dataset=dev, data_collator=DataCollatorWithPadding(tok),
                  processing_class=tok, compute_metrics=accuracy)

    teacher = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
    first = Trainer(model=teacher, args=arguments("teacher", 6, 5e-4), **common)
    first.train()
    teacher_score = first.evaluate(test, metric_key_prefix="test")["test_accuracy"]

    # the student: one layer, starting from the untuned checkpoint's embeddings and first layer
    base = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
    student = BertForSequenceClassification(BertConfig.from_pretrained(CKPT, num_hidden_layers=1, num_labels=2))
    student.bert.embeddings.load_state_dict(base.bert.embeddings.state_dict())
    student.bert.encoder.layer[0].load_state_dict(base.bert.encoder.layer[0].state_dict())
    del base

    second = DistillTrainer(model=student, args=arguments("student", 8, 8e-4), teacher=teacher, **common)
    second.train()
    student_score = second.evaluate(test, metric_key_prefix="test")["test_accuracy"]

    for name, model, score in (("teacher", teacher, teacher_score), ("student", student, student_score)):
        print(f"{name}: {sum(p.numel() for p in model.parameters()):,} parameters, test accuracy {score:.4f}")


if __name__ == "__main__":
    main()
