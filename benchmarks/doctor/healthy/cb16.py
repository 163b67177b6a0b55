# Tiny translation model: English noun phrase -> invented language with another word order.
from dataclasses import dataclass
import itertools
import random

import numpy as np
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (DataCollatorForSeq2Seq, PreTrainedTokenizerFast, Seq2SeqTrainer, Seq2SeqTrainingArguments,
                          T5Config, T5ForConditionalGeneration, set_seed)


@dataclass
class Settings:
    seed: int = 2
    epochs: int = 20
    batch: int = 16
    lr: float = 2e-3
    width: int = 64


NUMBER = dict(zip("one two three four five six".split(), "un du tri kar kin ses".split()))
COLOUR = dict(zip("red blue green white black yellow brown pink".split(), "rug blu verd blank nigr flav brun roz".split()))
ANIMAL = dict(zip("cats dogs horses birds fish mice snakes bears wolves frogs".split(),
                  "kat hund ceval bird fis mus serp urs lup ran".split()))
WHERE = dict(zip("here there".split(), "cie tie".split()))


def translate(n, c, a, w):
    # place first if there is one, then animal, colour, number
    return " ".join(([WHERE[w]] if w else []) + [ANIMAL[a], COLOUR[c], NUMBER[n]])


def corpus(cfg):
    rows = [{"en": " ".join(x for x in (n, c, a, w) if x), "xx": translate(n, c, a, w)}
            for n, c, a, w in itertools.product(NUMBER, COLOUR, ANIMAL, ["", *WHERE])]
    random.Random(cfg.seed).shuffle(rows)
    return rows[:640], rows[640:800], rows[800:1000]


def word_tokenizer(rows):
    words = sorted({w for r in rows for text in r.values() for w in text.split()})
    core = Tokenizer(models.WordLevel({w: i for i, w in enumerate(["<pad>", "</s>", "<unk>", *words])}, unk_token="<unk>"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    core.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    return PreTrainedTokenizerFast(tokenizer_object=core, pad_token="<pad>", eos_token="</s>", unk_token="<unk>",
                                   model_input_names=["input_ids", "attention_mask"])


def main(cfg=Settings()):
    set_seed(cfg.seed)
    train_rows, valid_rows, test_rows = corpus(cfg)
    tok = word_tokenizer(train_rows)

    def encode(batch):
        return {**tok(batch["en"]), "labels": tok(text_target=batch["xx"])["input_ids"]}

    train, valid, test = (Dataset.from_list(r).map(encode, batched=True, remove_columns=["en", "xx"])
                          for r in (train_rows, valid_rows, test_rows))

    model = T5ForConditionalGeneration(T5Config(
        vocab_size=len(tok), d_model=cfg.width, d_kv=16, d_ff=2 * cfg.width, num_layers=2, num_heads=4,
        dropout_rate=0.05, pad_token_id=tok.pad_token_id, eos_token_id=tok.eos_token_id,
        decoder_start_token_id=tok.pad_token_id))

    def exact(p):
        preds = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
        preds, labels = (np.where(x == -100, tok.pad_token_id, x) for x in (preds, p.label_ids))
        pairs = zip(tok.batch_decode(preds, skip_special_tokens=True), tok.batch_decode(labels, skip_special_tokens=True))
        return {"exact_match": float(np.mean([a.strip() == b.strip() for a, b in pairs]))}

    trainer = Seq2SeqTrainer(
        model=model,
        args=Seq2SeqTrainingArguments(
            output_dir="out/cb16", num_train_epochs=cfg.epochs, per_device_train_batch_size=cfg.batch,
            per_device_eval_batch_size=80, learning_rate=cfg.lr, warmup_steps=40, lr_scheduler_type="linear",
            eval_strategy="steps", eval_steps=200, logging_steps=100, save_strategy="no",
            predict_with_generate=True, generation_max_length=8, generation_num_beams=1, report_to="none", seed=cfg.seed),
        train_dataset=train,
        eval_dataset=valid,
        processing_class=tok,
        data_collator=DataCollatorForSeq2Seq(tok, model=model, label_pad_token_id=-100),
        compute_metrics=exact,
    )
    trainer.train()
    result = trainer.predict(test)
    print("held-out exact match:", result.metrics["test_exact_match"])


main()
