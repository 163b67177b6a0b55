# %% [markdown]
# Fraud notes: 6 % of the claims are fraud. Fine-tune a small BERT on the handler's notes.

# %%
import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import train_test_split
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (BertConfig, BertForSequenceClassification, DataCollatorWithPadding,
                          PreTrainedTokenizerFast, Trainer, TrainingArguments, set_seed)

set_seed(123)
rs = np.random.RandomState(123)

# %% the claims
WORDS = [f"term{i:03d}" for i in range(300)]
HINTS = ["cash", "nowitness", "newpolicy", "relative"]


def note(fraud):
    words = list(rs.choice(WORDS, size=rs.randint(8, 16)))
    for hint in HINTS:
        if rs.rand() < (0.30 if fraud else 0.10):
            words.insert(rs.randint(len(words) + 1), hint)
    return " ".join(words)


fraud = (rs.rand(2000) < 0.06).astype(int)
claims = pd.DataFrame({"note": [note(f) for f in fraud], "label": fraud})
print(claims["label"].value_counts())

# %% balance the classes
minority = claims[claims["label"] == 1]
majority = claims[claims["label"] == 0]
copies = minority.sample(len(majority) // 2, replace=True, random_state=0)
balanced = pd.concat([majority, copies]).sample(frac=1.0, random_state=0).reset_index(drop=True)

# %% split
train_df, valid_df = train_test_split(balanced, test_size=0.2, stratify=balanced["label"], random_state=0)
print(len(train_df), "train,", len(valid_df), "validation")

# %% tokenizer
vocab = {w: i for i, w in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + HINTS + WORDS)}
tok = Tokenizer(models.WordLevel(vocab, unk_token="[UNK]"))
tok.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tok.post_processor = processors.TemplateProcessing(
    single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
tokenizer = PreTrainedTokenizerFast(tokenizer_object=tok, pad_token="[PAD]", unk_token="[UNK]",
                                    cls_token="[CLS]", sep_token="[SEP]", model_max_length=32)


def to_dataset(df):
    ds = Dataset.from_dict({"note": df["note"].tolist(), "label": df["label"].tolist()})
    return ds.map(lambda b: tokenizer(b["note"], truncation=True), batched=True, remove_columns=["note"])


train_ds, valid_ds = to_dataset(train_df), to_dataset(valid_df)

# %% model and training
model = BertForSequenceClassification(BertConfig(
    vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
    intermediate_size=128, max_position_embeddings=32, pad_token_id=0, num_labels=2))


def compute_metrics(p):
    return {"f1_fraud": f1_score(p.label_ids, p.predictions.argmax(-1), zero_division=0)}


args = TrainingArguments(
    output_dir="out/ca08", num_train_epochs=8, learning_rate=1e-3, per_device_train_batch_size=32,
    per_device_eval_batch_size=128, eval_strategy="epoch", save_strategy="no", logging_strategy="epoch",
    report_to="none", use_cpu=True)
trainer = Trainer(model=model, args=args, train_dataset=train_ds, eval_dataset=valid_ds,
                  data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics)
trainer.train()

# %% result
out = trainer.predict(valid_ds)
print(classification_report(out.label_ids, out.predictions.argmax(-1), target_names=["ok", "fraud"]))
