"""Tag support articles with every product area they touch (several areas per article)."""
import random

import numpy as np
from datasets import Dataset
from sklearn.metrics import f1_score
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    DataCollatorWithPadding,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
    set_seed,
)

AREAS = {
    "billing": ["invoice", "refund", "card", "charge"],
    "login": ["password", "signin", "account", "locked"],
    "mobile": ["phone", "android", "ios", "app"],
    "sync": ["cloud", "upload", "folder", "conflict"],
    "export": ["csv", "pdf", "download", "report"],
}
NAMES = list(AREAS)
FILLER = "the a my when after is does not with please how to and it again".split()


def make_rows(n, seed):
    rng = random.Random(seed)
    rows = []
    for _ in range(n):
        areas = rng.sample(NAMES, rng.choice([1, 1, 2, 3]))
        words = [rng.choice(AREAS[a]) for a in areas for _ in range(2)]
        words += rng.choices(FILLER, k=rng.randint(4, 8))
        rng.shuffle(words)
        rows.append({"text": " ".join(words), "areas": areas})
    return rows


def make_tokenizer(texts):
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    words = sorted({w for t in texts for w in t.split()})
    vocab = {w: i for i, w in enumerate(specials + words)}
    tok = Tokenizer(models.WordLevel(vocab, unk_token="[UNK]"))
    tok.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tok.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tok, pad_token="[PAD]", unk_token="[UNK]",
        cls_token="[CLS]", sep_token="[SEP]", model_max_length=32,
    )


def compute_metrics(p):
    probs = 1 / (1 + np.exp(-p.predictions))
    return {"micro_f1": f1_score(p.label_ids, probs > 0.5, average="micro", zero_division=0)}


def main():
    set_seed(3)
    train_rows, val_rows = make_rows(1600, 0), make_rows(300, 1)
    tokenizer = make_tokenizer([r["text"] for r in train_rows])

    def encode(batch):
        out = tokenizer(batch["text"], truncation=True)
        out["labels"] = [[int(name in areas) for name in NAMES] for areas in batch["areas"]]
        return out

    train = Dataset.from_list(train_rows).map(encode, batched=True, remove_columns=["text", "areas"])
    val = Dataset.from_list(val_rows).map(encode, batched=True, remove_columns=["text", "areas"])

    config = BertConfig(
        vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=128, max_position_embeddings=32, pad_token_id=tokenizer.pad_token_id,
        num_labels=len(NAMES), problem_type="multi_label_classification",
        id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)},
    )
    model = BertForSequenceClassification(config)

    args = TrainingArguments(
        output_dir="out/ca01", num_train_epochs=6, per_device_train_batch_size=32,
        per_device_eval_batch_size=64, learning_rate=1e-3, eval_strategy="epoch",
        save_strategy="no", logging_steps=25, report_to="none", use_cpu=True,
    )
    trainer = Trainer(
        model=model, args=args, train_dataset=train, eval_dataset=val,
        data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
