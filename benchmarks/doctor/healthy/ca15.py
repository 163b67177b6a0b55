"""Weighted cross-entropy for an imbalanced text classification (15 % complaints)."""
import random

import numpy as np
import torch
from datasets import ClassLabel, Dataset
from sklearn.metrics import balanced_accuracy_score, f1_score
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (BertConfig, BertForSequenceClassification, DataCollatorWithPadding,
                          PreTrainedTokenizerFast, Trainer, TrainingArguments, set_seed)

SEED = 13
NAMES = ["other", "complaint"]
BAD = ["broken", "late", "rude", "refund", "wrong"]
FINE = ["question", "thanks", "order", "catalogue", "opening"]
FILL = "the a my you it was is about please with for and hello dear team i we".split()


def messages(n, seed):
    rng = random.Random(seed)
    for _ in range(n):
        label = "complaint" if rng.random() < 0.15 else "other"
        words = rng.choices(BAD if label == "complaint" else FINE, k=2) + rng.choices(FILL, k=rng.randint(4, 10))
        rng.shuffle(words)
        yield {"text": " ".join(words), "label": label}


class ImbalancedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        weights = self.class_weights.to(outputs.logits.device)
        loss = torch.nn.functional.cross_entropy(outputs.logits, labels, weight=weights)
        return (loss, outputs) if return_outputs else loss


def compute_metrics(p):
    pred = p.predictions.argmax(-1)
    return {
        "f1_complaint": f1_score(p.label_ids, pred, zero_division=0),
        "balanced_accuracy": balanced_accuracy_score(p.label_ids, pred),
    }


def main():
    set_seed(SEED)
    ds = Dataset.from_list(list(messages(2800, SEED))).cast_column("label", ClassLabel(names=NAMES))
    first = ds.train_test_split(test_size=800, stratify_by_column="label", seed=SEED)
    second = first["test"].train_test_split(test_size=400, stratify_by_column="label", seed=SEED)
    train, valid, test = first["train"], second["train"], second["test"]

    words = sorted({w for t in train["text"] for w in t.split()})
    vocab = {w: i for i, w in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + words)}
    core = Tokenizer(models.WordLevel(vocab, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    core.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
        model_max_length=32)

    def encode(batch):
        return tokenizer(batch["text"], truncation=True)

    train, valid, test = (d.map(encode, batched=True, remove_columns=["text"]) for d in (train, valid, test))

    counts = np.bincount(np.array(train["label"]), minlength=len(NAMES))
    class_weights = torch.tensor(counts.sum() / (len(NAMES) * counts), dtype=torch.float32)
    print("class weights:", class_weights.tolist())

    model = BertForSequenceClassification(BertConfig(
        vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=128, max_position_embeddings=32, pad_token_id=tokenizer.pad_token_id, num_labels=2,
        initializer_range=0.08, id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)}))

    args = TrainingArguments(
        output_dir="out/ca15", num_train_epochs=8, learning_rate=1e-3, warmup_steps=30, weight_decay=0.01,
        per_device_train_batch_size=32, per_device_eval_batch_size=100, eval_strategy="epoch",
        save_strategy="epoch", save_total_limit=1, load_best_model_at_end=True,
        metric_for_best_model="f1_complaint", greater_is_better=True,
        logging_strategy="epoch", seed=SEED, report_to="none", use_cpu=True)
    trainer = ImbalancedTrainer(
        model=model, args=args, train_dataset=train, eval_dataset=valid, processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics,
        class_weights=class_weights)
    trainer.train()
    print(trainer.evaluate(test, metric_key_prefix="test"))


if __name__ == "__main__":
    main()
