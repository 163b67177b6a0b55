"""Duplicate-question detection on a small FAQ log (pairs of questions, 1 = same topic)."""
import numpy as np
from datasets import Dataset, DatasetDict
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from tokenizers.processors import TemplateProcessing
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    DataCollatorWithPadding,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(5)
gen = np.random.default_rng(5)

topics = [
    ["visa", "passport", "embassy"],
    ["train", "ticket", "platform"],
    ["hotel", "room", "booking"],
    ["flight", "luggage", "gate"],
]
frames = [
    "how do i get a {}", "where is my {}", "can someone help with the {}", "what does the {} cost",
    "who checks the {}", "i lost my {}", "is the {} included", "may i change the {}", "do i need a {}",
]
endings = ["today", "in advance", "for two people", "next week", "without paying", "please"]


def question(topic):
    return f"{gen.choice(frames)} {gen.choice(endings)}".format(gen.choice(topics[topic]))


def pairs(n):
    data = {"question1": [], "question2": [], "label": []}
    for _ in range(n):
        t = int(gen.integers(len(topics)))
        same = int(gen.random() < 0.5)
        u = t if same else int((t + gen.integers(1, len(topics))) % len(topics))
        data["question1"].append(question(t))
        data["question2"].append(question(u))
        data["label"].append(same)
    return Dataset.from_dict(data)


raw = DatasetDict(train=pairs(3000), validation=pairs(400))
known = {(r["question1"], r["question2"]) for r in raw["train"]}
raw["validation"] = raw["validation"].filter(lambda r: (r["question1"], r["question2"]) not in known)

# vocabulary from the training questions
words = set()
for row in raw["train"]:
    words.update(row["question1"].split(), row["question2"].split())
vocab = {w: i for i, w in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *sorted(words)])}
backend = Tokenizer(WordLevel(vocab, unk_token="[UNK]"))
backend.pre_tokenizer = WhitespaceSplit()
backend.post_processor = TemplateProcessing(
    single="[CLS] $A [SEP]",
    pair="[CLS] $A [SEP] $B:1 [SEP]:1",
    special_tokens=[("[CLS]", vocab["[CLS]"]), ("[SEP]", vocab["[SEP]"])],
)
tokenizer = PreTrainedTokenizerFast(
    tokenizer_object=backend,
    pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
    model_max_length=32,
    model_input_names=["input_ids", "token_type_ids", "attention_mask"],
)


def preprocess(batch):
    return tokenizer(batch["question1"] + batch["question2"], truncation=True)


encoded = raw.map(preprocess, batched=True, remove_columns=["question1", "question2"])

config = BertConfig(
    vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
    intermediate_size=128, max_position_embeddings=32, num_labels=2, pad_token_id=tokenizer.pad_token_id,
    initializer_range=0.1,
)
model = BertForSequenceClassification(config)


def compute_metrics(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ca04", num_train_epochs=8, learning_rate=1e-3, warmup_steps=50,
        per_device_train_batch_size=32, per_device_eval_batch_size=64,
        eval_strategy="epoch", save_strategy="no", logging_steps=50, report_to="none", use_cpu=True,
    ),
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
