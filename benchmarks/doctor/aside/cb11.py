"""Byte-pair tokenizer and a small GPT-2 trained on generated weather reports."""
import argparse
import math
import random

from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (DataCollatorForLanguageModeling, GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast,
                          Trainer, TrainingArguments, set_seed)


def report(rng):
    sky = rng.choice(["sunny", "cloudy", "rainy", "foggy", "stormy"])
    wind = {"sunny": "calm", "cloudy": "light", "rainy": "fresh", "foggy": "still", "stormy": "strong"}[sky]
    part = rng.choice(["north", "south", "east", "west", "coast", "hills"])
    degrees = rng.randint(5, 29)
    tail = rng.choice(["", " tomorrow the same", " please drive with care", " with showers at night"])
    return f"in the {part} it is {sky} at {degrees} degrees and the wind is {wind}{tail}"


def train_tokenizer(texts, size):
    bpe = Tokenizer(models.BPE(unk_token="<unk>"))
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    bpe.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=size, special_tokens=["<unk>", "<bos>", "<eos>", "<pad>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    return PreTrainedTokenizerFast(tokenizer_object=bpe, unk_token="<unk>", bos_token="<bos>", eos_token="<eos>",
                                   model_max_length=48)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--vocab", type=int, default=400)
    ap.add_argument("--epochs", type=int, default=6)
    ap.add_argument("--rows", type=int, default=700)
    a = ap.parse_args()

    set_seed(13)
    rng = random.Random(13)
    texts = list(dict.fromkeys(report(rng) for _ in range(a.rows)))
    split = int(0.85 * len(texts))
    tokenizer = train_tokenizer(texts[:split], a.vocab)

    def encode(batch):
        return tokenizer(["<bos>" + t + "<eos>" for t in batch["text"]], truncation=True, max_length=48,
                         padding="max_length")

    train = Dataset.from_dict({"text": texts[:split]}).map(encode, batched=True, remove_columns="text")
    valid = Dataset.from_dict({"text": texts[split:]}).map(encode, batched=True, remove_columns="text")

    model = GPT2LMHeadModel(GPT2Config(
        vocab_size=len(tokenizer), n_positions=48, n_embd=64, n_layer=2, n_head=4,
        bos_token_id=tokenizer.bos_token_id, eos_token_id=tokenizer.eos_token_id))

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/cb11", num_train_epochs=a.epochs, per_device_train_batch_size=16, learning_rate=2e-3,
            lr_scheduler_type="cosine", warmup_steps=20, weight_decay=0.01, eval_strategy="epoch",
            save_strategy="no", logging_steps=25, report_to="none"),
        train_dataset=train,
        eval_dataset=valid,
        processing_class=tokenizer,
        data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
    )
    trainer.train()
    print("perplexity on unseen reports:", round(math.exp(trainer.evaluate()["eval_loss"]), 3))


if __name__ == "__main__":
    main()
