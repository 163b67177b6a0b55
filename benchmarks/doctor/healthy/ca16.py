# GPT-2 as a classifier: news desks, with two extra marker tokens and end-of-text used as padding.
import random

import numpy as np
import torch
from datasets import Dataset, DatasetDict
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    DataCollatorWithPadding,
    GPT2Config,
    GPT2ForSequenceClassification,
    PreTrainedTokenizerFast,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)

set_seed(21)

TOPICS = {
    "sport": "goal match coach league striker".split(),
    "economy": "bank shares profit inflation market".split(),
    "weather": "rain storm sunny cloud frost".split(),
}
LABELS = sorted(TOPICS)
LINK = "on monday the a new old in city was and after before said for more".split()


def headline(rng):
    topic = rng.choice(LABELS)
    title = rng.choices(TOPICS[topic], k=1) + rng.choices(LINK, k=rng.randint(2, 4))
    body = rng.choices(TOPICS[topic], k=2) + rng.choices(LINK, k=rng.randint(4, 8))
    rng.shuffle(title)
    rng.shuffle(body)
    return {"text": "<title> " + " ".join(title) + " <body> " + " ".join(body), "topic": topic}


def block(n, seed):
    rng = random.Random(seed)
    return Dataset.from_list([headline(rng) for _ in range(n)])


raw = DatasetDict(train=block(2000, 100), validation=block(300, 101), test=block(300, 102))

words = sorted({w for t in raw["train"]["text"] for w in t.split()} - {"<title>", "<body>"})
vocab = {w: i for i, w in enumerate(["<|endoftext|>", "<unk>", *words])}
core = Tokenizer(models.WordLevel(vocab, unk_token="<unk>"))
core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(
    tokenizer_object=core, bos_token="<|endoftext|>", eos_token="<|endoftext|>", unk_token="<unk>",
    model_max_length=32, padding_side="right", model_input_names=["input_ids", "attention_mask"],
)
tokenizer.pad_token = tokenizer.eos_token

config = GPT2Config(
    vocab_size=len(tokenizer), n_positions=32, n_embd=64, n_layer=2, n_head=4,
    bos_token_id=tokenizer.bos_token_id, eos_token_id=tokenizer.eos_token_id,
    id2label=dict(enumerate(LABELS)), label2id={n: i for i, n in enumerate(LABELS)},
)
model = GPT2ForSequenceClassification(config)
tokenizer.add_tokens(["<title>", "<body>"], special_tokens=True)
model.resize_token_embeddings(len(tokenizer))
model.config.pad_token_id = tokenizer.pad_token_id


def encode(batch):
    enc = tokenizer(batch["text"], truncation=True)
    enc["label"] = [config.label2id[t] for t in batch["topic"]]
    return enc


data = raw.map(encode, batched=True, remove_columns=["text", "topic"])


class KeepLosses(TrainerCallback):
    def __init__(self):
        self.train, self.valid = [], []

    def on_log(self, args, state, control, logs=None, **kwargs):
        if logs and "loss" in logs:
            self.train.append((state.global_step, logs["loss"]))

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        if metrics and "eval_loss" in metrics:
            self.valid.append((state.global_step, metrics["eval_loss"]))


def only_classes(logits, labels):
    # the model also returns its key-value cache; keep the predicted class only
    if isinstance(logits, tuple):
        logits = logits[0]
    return torch.argmax(logits, dim=-1)


def compute_metrics(p):
    return {"accuracy": float(np.mean(p.predictions == p.label_ids))}


history = KeepLosses()
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ca16", num_train_epochs=8, learning_rate=2e-3, warmup_steps=50,
        lr_scheduler_type="cosine", weight_decay=0.01, per_device_train_batch_size=32,
        per_device_eval_batch_size=64, eval_strategy="epoch", save_strategy="no", logging_steps=63,
        report_to="none", use_cpu=True,
    ),
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    preprocess_logits_for_metrics=only_classes,
    callbacks=[history],
)
trainer.train()
for (step, a), (_, b) in zip(history.train, history.valid):
    print(f"step {step:4d}  train {a:.4f}  validation {b:.4f}")
print(trainer.evaluate(data["test"], metric_key_prefix="test"))
