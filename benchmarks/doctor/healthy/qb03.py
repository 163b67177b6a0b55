# Dates -> code words with a small BART, Seq2SeqTrainer, exact match by real generation.
import json
from dataclasses import dataclass, field

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)


@dataclass
class Setup:
    checkpoint: str = "checkpoints/dates"
    folder: str = "data/dates"
    out: str = "out/qb03"
    src_len: int = 16
    tgt_len: int = 16
    epochs: int = 40
    lr: float = 1.5e-3
    seed: int = 5
    splits: tuple = field(default=("test", "validation", "train"))  # order matters: earlier ones keep their rows


def load_disjoint(cfg):
    taken, out = set(), {}
    for split in cfg.splits:
        rows = []
        with open(f"{cfg.folder}/{split}.jsonl", encoding="utf-8") as f:
            for row in map(json.loads, f):
                if row["date"] in taken:
                    continue
                taken.add(row["date"])
                rows.append(row)
        out[split] = Dataset.from_list(rows)
    return out


class ExactMatch:
    def __init__(self, tok):
        self.tok = tok

    def text(self, ids):
        ids = np.where(ids < 0, self.tok.pad_token_id, ids)
        return [t.strip() for t in self.tok.batch_decode(ids, skip_special_tokens=True)]

    def __call__(self, pred):
        got, want = self.text(pred.predictions), self.text(pred.label_ids)
        pairs = [(g.split(), w.split()) for g, w in zip(got, want)]
        right = sum(g == w for gs, ws in pairs for g, w in zip(gs, ws))
        places = sum(max(len(gs), len(ws)) for gs, ws in pairs)  # words too many or too few are errors
        return {
            "exact": float(np.mean([g == w for g, w in zip(got, want)])),
            "words": right / places,
        }


def run(cfg: Setup):
    set_seed(cfg.seed)
    tok = AutoTokenizer.from_pretrained(cfg.checkpoint)
    model = AutoModelForSeq2SeqLM.from_pretrained(cfg.checkpoint)
    raw = load_disjoint(cfg)

    def encode(batch):
        enc = tok(batch["date"], truncation=True, max_length=cfg.src_len)
        enc["labels"] = tok(text_target=batch["code"], truncation=True, max_length=cfg.tgt_len)["input_ids"]
        return enc

    data = {k: ds.map(encode, batched=True, remove_columns=ds.column_names) for k, ds in raw.items()}
    args = Seq2SeqTrainingArguments(
        output_dir=cfg.out,
        num_train_epochs=cfg.epochs,
        learning_rate=cfg.lr,
        lr_scheduler_type="cosine",
        warmup_steps=60,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        predict_with_generate=True,
        generation_max_length=cfg.tgt_len,
        generation_num_beams=1,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="words",
        greater_is_better=True,
        report_to="none",
        use_cpu=True,
        seed=cfg.seed,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        processing_class=tok,
        data_collator=DataCollatorForSeq2Seq(tok, model=model, label_pad_token_id=-100),
        compute_metrics=ExactMatch(tok),
    )
    trainer.train()

    final = trainer.predict(data["test"], metric_key_prefix="test")
    codes = raw["train"]["code"]
    common = max(sorted(set(codes)), key=list(codes).count)
    base = np.mean([c == common for c in raw["test"]["code"]])
    print(f"most frequent code: exact {base:.3f}")
    print(f"model: exact {final.metrics['test_exact']:.3f}  words {final.metrics['test_words']:.3f}")
    for date, code, guess in zip(raw["test"]["date"][:5], raw["test"]["code"][:5],
                                 trainer.compute_metrics.text(final.predictions[:5])):
        print(f"  {date!r}: {code!r} / {guess!r}")


if __name__ == "__main__":
    run(Setup())
