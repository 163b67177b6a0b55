"""Slot tagging for a voice assistant; at the end through the pipeline, as the application uses it."""
import random

import numpy as np
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (AutoConfig, AutoModelForTokenClassification, DataCollatorForTokenClassification,
                          PreTrainedTokenizerFast, Trainer, TrainingArguments, pipeline, set_seed)

set_seed(30)
rng = random.Random(30)

ROOMS = "kitchen bedroom hall garage attic bathroom".split()
DEVICES = "lamp heater radio fan blind oven".split()
ACTIONS = "start stop open close dim boost".split()
TIMES = "now tonight tomorrow noon midnight".split()
PATTERNS = ["please A the D in the R W", "A the D of the R", "in the R A the D W", "W A the D", "can you A D and D in R W"]
KIND = {"A": ("verb", ACTIONS), "D": ("device", DEVICES), "R": ("room", ROOMS), "W": ("time", TIMES)}


def command():
    words, tags = [], []
    for piece in rng.choice(PATTERNS).split():
        tag, choices = KIND.get(piece, ("O", [piece]))
        words.append(rng.choice(choices))
        tags.append(tag)
    return tuple(words), tuple(tags)


commands = list(dict.fromkeys(command() for _ in range(900)))
cut = int(0.8 * len(commands))
train_cmds, test_cmds = commands[:cut], commands[cut:]

# the tags in the order in which they turn up
tags_found = list(dict.fromkeys(t for _, tags in train_cmds for t in ["O", *tags]))
label_names = sorted(tags_found)
to_id = {t: i for i, t in enumerate(label_names)}

vocab = ["[PAD]", "[UNK]"] + sorted({w for words, _ in train_cmds for w in words})
core = Tokenizer(models.WordLevel({w: i for i, w in enumerate(vocab)}, unk_token="[UNK]"))
core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=core, pad_token="[PAD]", unk_token="[UNK]", model_max_length=32)


def encode(words, tags):
    enc = tokenizer(list(words), is_split_into_words=True)
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"],
            "labels": [to_id[tags[w]] for w in enc.word_ids()]}      # one token a word, no special tokens


train = Dataset.from_list([encode(w, t) for w, t in train_cmds])
test = Dataset.from_list([encode(w, t) for w, t in test_cmds])

config = AutoConfig.for_model(
    "bert", vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=1, num_attention_heads=4,
    intermediate_size=128, max_position_embeddings=32, pad_token_id=tokenizer.pad_token_id,
    num_labels=len(label_names),
    id2label={i: t for i, t in enumerate(tags_found)},
    label2id={t: i for i, t in enumerate(tags_found)},
)
model = AutoModelForTokenClassification.from_config(config)


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=2)
    keep = p.label_ids != -100
    return {"accuracy": float((preds[keep] == p.label_ids[keep]).mean())}


trainer = Trainer(
    model=model,
    args=TrainingArguments("out/cb13", num_train_epochs=5, per_device_train_batch_size=16, learning_rate=1e-3,
                           warmup_steps=15, eval_strategy="epoch", save_strategy="no", report_to="none",
                           logging_steps=20),
    train_dataset=train,
    eval_dataset=test,
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print("Trainer:", trainer.evaluate()["eval_accuracy"])

model.eval()
tagger = pipeline("token-classification", model=model, tokenizer=tokenizer, ignore_labels=[])
right = total = 0
for words, tags in test_cmds:
    found = [e["entity"] for e in tagger(" ".join(words))]
    right += sum(f == t for f, t in zip(found, tags))
    total += len(tags)
print("pipeline:", right / total)
