import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

MODEL = 'checkpoints/tags'
N_TAGS = 4


def load_split(name, seen=()):
    rows = [json.loads(l) for l in open(f'data/tags/{name}.jsonl')]
    return [r for r in rows if tuple(r['words']) not in seen]


def encode(batch, tok):
    enc = tok(batch['words'], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(batch['tags']):
        labels, previous = [], None
        for w in enc.word_ids(batch_index=i):
            if w is None or w == previous:
                labels.append(-100)         # specials and later pieces of a word do not count
            else:
                labels.append(tags[w])
            previous = w
        all_labels.append(labels)
    enc['labels'] = all_labels
    return enc


def token_scores(p):
    logits, labels = p
    mask = labels != -100
    pred = np.argmax(logits, axis=-1)[mask]
    gold = labels[mask]
    return {
        'accuracy': float((pred == gold).mean()),
        'macro_f1': float(f1_score(gold, pred, average='macro')),
    }


def main():
    set_seed(42)
    tok = AutoTokenizer.from_pretrained(MODEL)
    model = AutoModelForTokenClassification.from_pretrained(MODEL, num_labels=N_TAGS)

    train_rows = load_split('train')
    seen = {tuple(r['words']) for r in train_rows}
    val_rows = load_split('validation', seen)

    columns = ['words', 'tags']
    train_ds = Dataset.from_list(train_rows).map(encode, batched=True, fn_kwargs={'tok': tok}, remove_columns=columns)
    val_ds = Dataset.from_list(val_rows).map(encode, batched=True, fn_kwargs={'tok': tok}, remove_columns=columns)

    args = TrainingArguments(
        output_dir='out/if07',
        num_train_epochs=8,
        learning_rate=5e-4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy='epoch',
        save_strategy='no',
        logging_steps=20,
        report_to='none',
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=val_ds,
        processing_class=tok,
        data_collator=DataCollatorWithPadding(tok, pad_to_multiple_of=8),
        compute_metrics=token_scores,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == '__main__':
    main()
