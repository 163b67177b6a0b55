"""Extractive question answering on short notes (generated), BERT + Trainer, fast tokenizer.

    python hg07.py --epochs 6
"""
import argparse
import random

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForQuestionAnswering,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    default_data_collator,
    set_seed,
)

WHO = "the old baker,the young farmer,the doctor,the tall sailor,the teacher,the mayor,the sad clown,the nurse".split(",")
THING = "a violin,a warm coat,two hats,a lantern,an old guitar,a map,three balloons,a blue suitcase".split(",")
PLACE = "the harbour,the museum,the old library,the railway station,the playground,the bakery,the hotel".split(",")
DAY = "monday,tuesday,wednesday,thursday,friday,saturday,sunday".split(",")
TEMPLATES = [
    "on {day} {who} bought {thing} near {place} .",
    "it was {who} that bought {thing} on {day} , not far from {place} .",
    "not far from {place} , {who} bought {thing} last {day} .",
    "witnesses said that {who} bought {thing} at {place} on {day} .",
]
QUESTIONS = {
    "who": "according to the note , who bought something ?",
    "thing": "according to the note , what was bought ?",
    "place": "according to the note , where was it bought ?",
    "day": "according to the note , when was it bought ?",
}


def make_examples(n, rng):
    examples = []
    for i in range(n):
        values = {"who": rng.choice(WHO), "thing": rng.choice(THING), "place": rng.choice(PLACE), "day": rng.choice(DAY)}
        context = rng.choice(TEMPLATES).format(**values)
        kind = rng.choice(list(QUESTIONS))
        answer = values[kind]
        examples.append({
            "id": i, "question": QUESTIONS[kind], "context": context,
            "answer": answer, "answer_start": context.index(answer),
        })
    return examples


def prepare(batch, tokenizer, max_length):
    enc = tokenizer(batch["question"], batch["context"], truncation="only_second", max_length=max_length,
                    padding="max_length")
    starts, ends = [], []
    for i, (answer, char_start) in enumerate(zip(batch["answer"], batch["answer_start"])):
        start = enc.char_to_token(i, char_start, sequence_index=1)
        end = enc.char_to_token(i, char_start + len(answer) - 1, sequence_index=1)
        if start is None or end is None:  # answer was truncated
            start = end = 0
        starts.append(start)
        ends.append(end)
    enc["start_positions"], enc["end_positions"] = starts, ends
    return enc


def exact_match(start_logits, end_logits, examples, tokenizer, max_length):
    hits = 0
    for i, ex in enumerate(examples):
        enc = tokenizer(ex["question"], ex["context"], truncation="only_second", max_length=max_length,
                        return_offsets_mapping=True)
        context = [k for k, s in enumerate(enc.sequence_ids()) if s == 1]
        start = max(context, key=lambda k: start_logits[i][k])
        end = max((k for k in context if k >= start), key=lambda k: end_logits[i][k])
        text = ex["context"][enc["offset_mapping"][start][0]:enc["offset_mapping"][end][1]]
        hits += text == ex["answer"]
        if i < 3:
            print(f"  {ex['context']}  {ex['question'][22:]}  -> {text!r}")
    return hits / len(examples)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/bert")
    parser.add_argument("--train_size", type=int, default=480)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--max_length", type=int, default=48)
    args = parser.parse_args()

    set_seed(11)
    rng = random.Random(11)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    train, test = make_examples(args.train_size, rng), make_examples(160, rng)

    def features(examples):
        ds = Dataset.from_list(examples)
        return ds.map(prepare, batched=True, remove_columns=ds.column_names,
                      fn_kwargs={"tokenizer": tokenizer, "max_length": args.max_length})

    trainer = Trainer(
        model=AutoModelForQuestionAnswering.from_pretrained(args.checkpoint),
        args=TrainingArguments(
            output_dir="out/hg07", num_train_epochs=args.epochs, learning_rate=args.lr, warmup_ratio=0.1,
            per_device_train_batch_size=16, per_device_eval_batch_size=80, logging_strategy="epoch",
            save_strategy="no", report_to="none", disable_tqdm=True,
        ),
        train_dataset=features(train),
        eval_dataset=features(test),
        data_collator=default_data_collator,
    )
    trainer.train()
    prediction = trainer.predict(trainer.eval_dataset)
    start_logits, end_logits = prediction.predictions
    em = exact_match(np.asarray(start_logits), np.asarray(end_logits), test, tokenizer, args.max_length)
    print(f"test loss {prediction.metrics['test_loss']:.4f}   exact match {em:.3f}")


if __name__ == "__main__":
    main()
