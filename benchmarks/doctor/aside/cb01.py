"""Find people and towns in short messages (token classification, trained from scratch)."""
import random

import numpy as np
from datasets import Dataset
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (BertConfig, BertForTokenClassification, DataCollatorForTokenClassification,
                          PreTrainedTokenizerFast, Trainer, TrainingArguments, set_seed)

set_seed(7)
rng = random.Random(7)
TAGS = ["O", "PER", "LOC"]
SYL = ["an", "bo", "ka", "li", "mor", "tes", "ul", "vin", "ra", "dep"]
FILL = ["we", "met", "in", "the", "with", "yesterday", "called", "from", "to", "left", "today", "wrote"]


def name():
    return "".join(rng.choices(SYL, k=rng.randint(1, 3))) + "sson"


def town():
    return "".join(rng.choices(SYL, k=rng.randint(1, 3))) + "burg"


def message():
    words, tags = [], []
    for _ in range(rng.randint(5, 9)):
        r = rng.random()
        if r < 0.2:
            words.append(name()), tags.append(1)
        elif r < 0.4:
            words.append(town()), tags.append(2)
        else:
            words.append(rng.choice(FILL)), tags.append(0)
    return {"words": words, "tags": tags}


train_rows = [message() for _ in range(600)]
seen = {" ".join(r["words"]) for r in train_rows}
valid_rows = [r for r in (message() for _ in range(150)) if " ".join(r["words"]) not in seen]

# own word pieces
raw = Tokenizer(models.WordPiece(unk_token="[UNK]"))
raw.normalizer = normalizers.Lowercase()
raw.pre_tokenizer = pre_tokenizers.Whitespace()
raw.train_from_iterator(
    (" ".join(r["words"]) for r in train_rows),
    trainers.WordPieceTrainer(vocab_size=110, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]"]))
raw.post_processor = processors.TemplateProcessing(
    single="[CLS] $A [SEP]",
    special_tokens=[("[CLS]", raw.token_to_id("[CLS]")), ("[SEP]", raw.token_to_id("[SEP]"))])
tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, pad_token="[PAD]", unk_token="[UNK]",
                                    cls_token="[CLS]", sep_token="[SEP]", model_max_length=96)


def encode(row):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
    n = len(enc["input_ids"])
    enc["labels"] = (row["tags"] + [-100] * n)[:n]
    return enc


train = Dataset.from_list(train_rows).map(encode, remove_columns=["words", "tags"])
valid = Dataset.from_list(valid_rows).map(encode, remove_columns=["words", "tags"])

config = BertConfig(vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
                    intermediate_size=128, max_position_embeddings=96, pad_token_id=tokenizer.pad_token_id,
                    num_labels=len(TAGS), id2label=dict(enumerate(TAGS)),
                    label2id={t: i for i, t in enumerate(TAGS)})
model = BertForTokenClassification(config)


def metrics(p):
    preds = np.argmax(p.predictions, axis=-1)
    keep = p.label_ids != -100
    entity = keep & (p.label_ids > 0)
    return {"accuracy": float((preds == p.label_ids)[keep].mean()),
            "entity_recall": float((preds == p.label_ids)[entity].mean())}


args = TrainingArguments(output_dir="out/cb01", num_train_epochs=6, per_device_train_batch_size=16,
                         per_device_eval_batch_size=64, learning_rate=1e-3, warmup_steps=20,
                         eval_strategy="epoch", save_strategy="no", logging_steps=20, report_to="none", seed=7)
trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=valid,
                  processing_class=tokenizer, data_collator=DataCollatorForTokenClassification(tokenizer),
                  compute_metrics=metrics)
trainer.train()
print(trainer.evaluate())
