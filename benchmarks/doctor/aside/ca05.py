import random

import numpy as np
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (AutoModelForSequenceClassification, BertConfig, DataCollatorWithPadding,
                          PreTrainedTokenizerFast, Trainer, TrainingArguments, set_seed)

OUT = "out/ca05"
INTENTS = {
    "cancel_order": ["cancel", "stop", "withdraw"],
    "track_parcel": ["track", "parcel", "arrive"],
    "change_address": ["move", "street", "address"],
    "opening_hours": ["open", "closed", "hours"],
    "praise": ["thanks", "happy", "wonderful"],
}
COMMON = ["i", "want", "to", "my", "the", "please", "can", "you", "it", "today", "what", "about"]


class IntentData:
    """Reads one split and turns it into model inputs."""

    def __init__(self, rows, tokenizer):
        self.rows = rows
        self.tokenizer = tokenizer
        self.intents = list(dict.fromkeys(r["intent"] for r in rows))
        self.label2id = {name: i for i, name in enumerate(self.intents)}

    def _encode(self, batch):
        enc = self.tokenizer(batch["utterance"], truncation=True)
        enc["labels"] = [self.label2id[x] for x in batch["intent"]]
        return enc

    def dataset(self):
        ds = Dataset.from_list(self.rows)
        return ds.map(self._encode, batched=True, remove_columns=ds.column_names)


def sample_rows(n, seed):
    rng = random.Random(seed)
    out = []
    for _ in range(n):
        intent = rng.choice(list(INTENTS))
        words = rng.choices(INTENTS[intent], k=2) + rng.choices(COMMON, k=rng.randint(4, 9))
        rng.shuffle(words)
        out.append({"utterance": " ".join(words), "intent": intent})
    return out


def word_tokenizer(rows):
    vocab = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    vocab += sorted({w for r in rows for w in r["utterance"].split()})
    t = Tokenizer(models.WordLevel({w: i for i, w in enumerate(vocab)}, unk_token="[UNK]"))
    t.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    t.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    return PreTrainedTokenizerFast(tokenizer_object=t, pad_token="[PAD]", unk_token="[UNK]",
                                   cls_token="[CLS]", sep_token="[SEP]", model_max_length=32)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float(np.mean(np.argmax(logits, axis=1) == labels))}


def run():
    set_seed(0)
    train_rows, valid_rows = sample_rows(1600, seed=1), sample_rows(400, seed=2)
    tokenizer = word_tokenizer(train_rows)
    train, valid = IntentData(train_rows, tokenizer), IntentData(valid_rows, tokenizer)

    config = BertConfig(
        vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=128, max_position_embeddings=32, pad_token_id=tokenizer.pad_token_id,
        label2id=train.label2id, id2label={i: n for n, i in train.label2id.items()},
    )
    model = AutoModelForSequenceClassification.from_config(config)

    args = TrainingArguments(
        OUT, num_train_epochs=6, learning_rate=1e-3, per_device_train_batch_size=32,
        per_device_eval_batch_size=64, eval_strategy="epoch", save_strategy="no",
        logging_strategy="epoch", report_to="none", use_cpu=True,
    )
    trainer = Trainer(model=model, args=args, train_dataset=train.dataset(), eval_dataset=valid.dataset(),
                      data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics)
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    run()
