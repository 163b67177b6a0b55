"""Named entities from scratch: own word pieces, BIO tags, best epoch kept, final score on a third split."""
import random

import numpy as np
from datasets import Dataset, DatasetDict
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import (BertConfig, BertForTokenClassification, DataCollatorForTokenClassification,
                          EarlyStoppingCallback, PreTrainedTokenizerFast, Trainer, TrainingArguments, pipeline, set_seed)

SEED = 12
LABELS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
FIRST = "amelia bertrand cordelia desmond evangeline ferdinand gwendolyn humphrey".split()
LAST = "archer bakewell carpenter draper fletcher gardener hunter mason".split()
CITY = "albany boston chester denver easton fresno geneva haven".split()
PATTERNS = ["PER went to LOC by train", "in LOC we met PER", "PER and PER live in LOC", "the road from LOC to LOC is closed",
            "did PER call you", "it is cold in LOC today", "PER wrote to PER"]


def sentence(rng):
    words, tags = [], []
    for piece in rng.choice(PATTERNS).split():
        if piece == "PER":
            words += [rng.choice(FIRST), rng.choice(LAST)]
            tags += [1, 2]
        elif piece == "LOC":
            if rng.random() < 0.5:
                words += [rng.choice(["new", "port"]), rng.choice(CITY)]
                tags += [3, 4]
            else:
                words.append(rng.choice(CITY))
                tags.append(3)
        else:
            words.append(piece)
            tags.append(0)
    return " ".join(words), tags


def spans(tags):
    """Set of (type, first, last + 1) of a BIO sequence of label numbers."""
    found, start, kind = set(), None, None
    for i, t in enumerate([LABELS[t] for t in tags] + ["O"]):
        if start is not None and t != f"I-{kind}":
            found.add((kind, start, i))
            start, kind = None, None
        if t.startswith("B-"):
            start, kind = i, t[2:]
    return found


def main():
    set_seed(SEED)
    rng = random.Random(SEED)
    unique = list({s: t for s, t in (sentence(rng) for _ in range(1100))}.items())
    rng.shuffle(unique)
    a, b = int(0.7 * len(unique)), int(0.85 * len(unique))
    parts = {"train": unique[:a], "validation": unique[a:b], "test": unique[b:]}

    core = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    core.decoder = decoders.WordPiece()
    core.train_from_iterator([s for s, _ in parts["train"]], trainers.WordPieceTrainer(
        vocab_size=160, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]"], show_progress=False))
    cls_id, sep_id = core.token_to_id("[CLS]"), core.token_to_id("[SEP]")
    core.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", cls_id), ("[SEP]", sep_id)])
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=core, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
                                        sep_token="[SEP]", model_max_length=128)

    def align(row):
        enc = tokenizer(row["text"].split(), is_split_into_words=True, truncation=True)
        labels, before = [], None
        for w in enc.word_ids():
            labels.append(-100 if w is None or w == before else row["tags"][w])
            before = w
        return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}

    data = DatasetDict({k: Dataset.from_list([{"text": s, "tags": t} for s, t in v]) for k, v in parts.items()})
    data = data.map(align, remove_columns=["text", "tags"])

    def compute_metrics(p):
        tp = n_pred = n_true = 0
        for pred, true in zip(p.predictions.argmax(-1), p.label_ids):
            keep = true != -100
            got, want = spans(pred[keep]), spans(true[keep])
            tp, n_pred, n_true = tp + len(got & want), n_pred + len(got), n_true + len(want)
        return {"f1": 2 * tp / max(n_pred + n_true, 1)}

    model = BertForTokenClassification(BertConfig(
        vocab_size=len(tokenizer), hidden_size=96, num_hidden_layers=2, num_attention_heads=4, intermediate_size=192,
        max_position_embeddings=128, pad_token_id=tokenizer.pad_token_id, num_labels=len(LABELS),
        id2label=dict(enumerate(LABELS)), label2id={l: i for i, l in enumerate(LABELS)}))
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/cb15", num_train_epochs=10, per_device_train_batch_size=16, per_device_eval_batch_size=64,
            learning_rate=1e-3, warmup_steps=40, weight_decay=0.01, eval_strategy="epoch", save_strategy="epoch",
            save_total_limit=1, load_best_model_at_end=True, metric_for_best_model="f1", greater_is_better=True,
            logging_steps=25, report_to="none", seed=SEED),
        train_dataset=data["train"], eval_dataset=data["validation"], processing_class=tokenizer,
        data_collator=DataCollatorForTokenClassification(tokenizer), compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=4)])
    trainer.train()
    print("test", {k: round(float(np.asarray(v)), 4) for k, v in trainer.evaluate(data["test"], metric_key_prefix="test").items()})

    tagger = pipeline("token-classification", model=trainer.model, tokenizer=tokenizer, aggregation_strategy="first")
    print(tagger("amelia mason went to new boston by train"))


if __name__ == "__main__":
    main()
